export { mailTo } from './mailTo.ts'
