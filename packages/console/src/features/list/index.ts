export { listSlots } from './listSlots.tsx'
export { tellBatch } from './tellBatch.ts'
