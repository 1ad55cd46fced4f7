export { type LogPage, logPage } from './logPage.ts'
export { verifyActions } from './verify.ts'
