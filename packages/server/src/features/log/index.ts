export { below, type LogPage, logPage, visibleTo } from './logPage.ts'
export { requireShort, spanOf } from './span.rules.ts'
export { publicSealKeys } from './publicSealKeys.ts'
export { verifyActions } from './verify.ts'
