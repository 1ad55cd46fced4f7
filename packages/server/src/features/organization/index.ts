export { countable } from './countable.ts'
export { countingOwn, ownCounts } from './ownCounts.ts'
export { requireRoom } from './requireRoom.ts'
export { type Quota, quotasOver, takesPlace } from './rooms.queries.ts'
