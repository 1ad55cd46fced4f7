export { countable } from './countable.ts'
export { countingOwn, ownCounts } from './ownCounts.ts'
export { requireRoom } from './requireRoom.ts'
