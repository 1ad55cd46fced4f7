export { listSlots } from './listSlots.ts'
