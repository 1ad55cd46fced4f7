export { requireRoom } from './requireRoom.ts'
