export { withBatches } from './batches.ts'
export { batchWork } from './batchWork.ts'
