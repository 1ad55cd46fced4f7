export { requireMailFor } from './mailWay.ts'
