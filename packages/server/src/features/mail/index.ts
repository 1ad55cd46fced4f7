export { isMailReady } from './delivery/ready.ts'
export { mailTo } from './mailTo.ts'
export { worded } from './wording/moments.ts'
export { plainText } from './wording/wording.rules.ts'
