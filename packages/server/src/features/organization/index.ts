export { countable } from './countable.ts'
export { ownCounts, ownlyCounted } from './ownCounts.ts'
export { holdPlaces } from './organization.queries.ts'
export { requireRoom } from './requireRoom.ts'
export { type Quota, quotasOver, takesPlace } from './rooms.queries.ts'
export { mountPages, rootPages } from './page/index.ts'
export {
  connectionsAt,
  countBelow,
  countsAt,
  factsAt,
  foldTotals,
  livesAt,
  movesAt,
  presentAt,
  spreadAt,
  toldAt,
  totalPlaces,
  type TotalPlaces,
  usesAt,
} from './totals.ts'
export { everywhere, organizationsBelow, organizationsIn, seenRows } from './within.ts'
export { organizationsByName } from './organizationSearch.queries.ts'
