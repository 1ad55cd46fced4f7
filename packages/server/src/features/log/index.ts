export { verifyActions } from './verify.ts'
