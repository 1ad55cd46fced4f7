import type { Push } from '@muster/contract'
import { StateSegments } from '../../kit/list/StateSegments.tsx'
import type { List } from '../../kit/list/useList.ts'
import type { PushCalls } from './pushCalls.ts'
import { stateTexts } from './pushTexts.ts'

interface SegmentsProps {
  readonly of: PushCalls
  readonly list: List<Push>
}

const { APPROVAL, SCHEDULED, RUNNING, PAUSED } = stateTexts
const texts = { OPEN: 'push.state.OPEN', APPROVAL, SCHEDULED, RUNNING, PAUSED } as const

/** How many pushes are in each state that asks for something; a press filters by it. */
export const PushSegments = ({ of, list }: SegmentsProps) => (
  <StateSegments list={list} of={of.count} label="push.title" texts={texts} />
)
