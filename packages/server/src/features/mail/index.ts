export { mailTo } from './mailTo.ts'
export { plainText } from './wording/wording.rules.ts'
