export { type CodePurpose, refuseCode, sendCode } from './mailCode.ts'
