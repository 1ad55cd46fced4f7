export { below, type LogPage, logPage } from './logPage.ts'
export { type Span, spanOf } from './span.rules.ts'
export { verifyActions } from './verify.ts'
