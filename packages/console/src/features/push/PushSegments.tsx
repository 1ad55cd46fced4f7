import type { Push } from '@muster/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FilterSegments } from '../../kit/list/FilterSegments.tsx'
import type { List } from '../../kit/list/useList.ts'
import { usePage } from '../../kit/page/page.ts'
import { query } from '../../kit/queries.ts'
import { useCan } from '../../kit/session.ts'
import type { PushCalls } from './pushCalls.ts'
import { stateTexts } from './pushTexts.ts'

interface SegmentsProps {
  readonly of: PushCalls
  readonly list: List<Push>
}

const { APPROVAL, SCHEDULED, RUNNING, PAUSED } = stateTexts
const texts = { OPEN: 'push.state.OPEN', APPROVAL, SCHEDULED, RUNNING, PAUSED } as const

/** How many pushes are in each state that asks for something; a press filters by it. */
export function PushSegments({ of, list }: SegmentsProps) {
  const { state: _, ...others } = list.sought
  const { data } = useQuery({
    ...query(of.count, { query: others }),
    placeholderData: keepPreviousData,
    enabled: useCan(of.count.permission),
    subscribed: usePage().active,
  })
  return <FilterSegments list={list} name="state" label="push.title" texts={texts} counts={data} />
}
