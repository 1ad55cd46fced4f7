export { frameOrigin } from './frame.rules.ts'
