export { listSlots } from './listSlots.tsx'
