import type { Call, TextKey } from '@muster/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { usePage } from '../page/page.ts'
import { query } from '../queries.ts'
import { useCan } from '../session.ts'
import { FilterSegments } from './FilterSegments.tsx'
import type { Row } from './listed.ts'
import type { List } from './useList.ts'

/** A call that counts the rows of a list by their state. */
type CountCall = Call<'GET', { readonly query: never; readonly reply: never }>

interface StateSegmentsProps<R extends Row> {
  readonly list: List<R>
  /** Counts what the list's other filters leave, by state. */
  readonly of: Call
  /** What they tell apart, for those who cannot see it. */
  readonly label: TextKey
  /** The states that are asked for most, in their order. */
  readonly texts: Readonly<Record<string, TextKey>>
  /** Those of them that `of` does not count. */
  readonly uncounted?: readonly string[]
}
