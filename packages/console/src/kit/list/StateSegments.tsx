import type { Call, TextKey } from '@muster/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { usePage } from '../page/page.ts'
import { query } from '../queries.ts'
import { useCan } from '../session.ts'
import { FilterSegments } from './FilterSegments.tsx'
import type { Row } from './listed.ts'
import type { List } from './useList.ts'

interface StateSegmentsProps<R extends Row> {
  readonly list: List<R>
  /** Counts by state what the list's other filters leave. */
  readonly of: Call
  /** What they tell apart, for those who cannot see it. */
  readonly label: TextKey
  /** The states that are asked for most, in their order. */
  readonly texts: Readonly<Record<string, TextKey>>
  /** Those that `of` does not count: what has ended grows without bound. */
  readonly uncounted?: readonly string[]
}

/** How many rows of a list are in each state; a press filters by it. */
export function StateSegments<R extends Row>(props: StateSegmentsProps<R>) {
  const { list, of, label, texts, uncounted = [] } = props
  const { state: _, ...others } = list.sought
  const mayCount = useCan(of.permission)
  const { data, isError } = useQuery({
    ...query(of, { query: others }),
    placeholderData: keepPreviousData,
    enabled: mayCount,
    subscribed: usePage().active,
  })
  const isComing = mayCount && !isError
  const counted = Object.keys(texts).filter((state) => !uncounted.includes(state))
  const coming = isComing ? Object.fromEntries(counted.map((state) => [state, null])) : undefined
  // Every such call's reply is how many there are of each state (contract core/page.ts).
  const counts = data as Readonly<Record<string, number>> | undefined
  return (
    <FilterSegments
      list={list}
      name="state"
      label={label}
      texts={texts}
      counts={counts ?? coming}
    />
  )
}
