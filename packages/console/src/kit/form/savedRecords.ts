import type { Versioned } from '../list/listed.ts'
import { dropWaysBack } from '../notify.ts'
import { queries } from '../queries.ts'

/** Where what was saved from here is kept until it is forgotten with all else that is not shown. */
const savedKey = ({ id }: Versioned) => ['saved', id]

/** Keeps what was saved from here; what would have taken an earlier change of it back is void. */
export function keepSaved(saved: Versioned): void {
  queries.setQueryData(savedKey(saved), saved)
  dropWaysBack(new Set([saved.id]))
}

/**
 * What was saved from here a moment ago, where the row that is opened has not been read again since: a
 * second change in a hurry is no conflict with oneself.
 */
export function newestOf<R extends Versioned>(row: R): R {
  const saved = queries.getQueryData<R>(savedKey(row))
  return saved && saved.version > row.version ? saved : row
}
