export { below, type LogPage, logPage } from './logPage.ts'
export { spanOf } from './span.rules.ts'
export { verifyActions } from './verify.ts'
