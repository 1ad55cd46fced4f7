import type { BatchInput } from '@muster/contract'

/** What tells the draft of a form over chosen records: which they are, in any order, whatever their number is by then. */
export function aboutChosen(chosen: BatchInput): string {
  if ('matching' in chosen) return JSON.stringify(chosen.matching)
  const ids = 'ids' in chosen ? chosen.ids : chosen.rows.map(({ id }) => id)
  return JSON.stringify(ids.toSorted())
}
