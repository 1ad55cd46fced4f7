export { type LogPage, logPage } from './logPage.ts'
export { spanOf as logSpanOf } from './span.rules.ts'
export { verifyActions } from './verify.ts'
