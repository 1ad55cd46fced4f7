export { below, type LogPage, logPage } from './logPage.ts'
export { type Span, spanOf, spanOf as logSpanOf } from './span.rules.ts'
export { verifyActions } from './verify.ts'
