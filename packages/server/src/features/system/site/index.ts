export { wrongPart } from './passwordPolicy.rules.ts'
export { ruleShown } from './ruleText.ts'
