export { type CharacterClass, defaultRule } from './password.rules.ts'
