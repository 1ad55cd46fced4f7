import { Cron } from 'croner'
import type { ItemState, PushState } from '@muster/contract'

/** What comes round, and by whose clock. */
export interface Round {
  readonly cron: string
  readonly zone: string
}

/** When a cron line of five fields comes round next; null: never; undefined: it is none. */
export function nextRun({ cron: line, zone }: Round, after: Date): Date | null | undefined {
  if (line.trim().split(/\s+/).length !== 5) return undefined
  try {
    return new Cron(line, { timezone: zone, mode: '5-part' }).nextRun(after)
  } catch {
    return undefined
  }
}

/** How many items of a push are in each state. */
export type Tally = Readonly<Partial<Record<ItemState, number>>>

const failures = ['FAILED', 'REFUSED', 'EXPIRED', 'TIMEOUT', 'CANCELLED'] as const
const sum = (tally: Tally, states: readonly ItemState[]): number =>
  states.reduce((total, state) => total + (tally[state] ?? 0), 0)

/** What a push is when the last of its items has ended. */
export function endOf(tally: Tally): PushState {
  const failed = sum(tally, failures)
  if (failed === 0) return 'FINISHED'
  const isUnheard = (tally.SUCCESS ?? 0) === 0 && failed === (tally.EXPIRED ?? 0)
  return isUnheard ? 'EXPIRED' : 'PARTIAL'
}

export interface Counted {
  readonly state: ItemState
  readonly count: number
}

/** A push in the six figures that its list shows. */
export function figuresOf(counts: readonly Counted[]) {
  const tally: Partial<Record<ItemState, number>> = {}
  for (const { state, count } of counts) tally[state] = (tally[state] ?? 0) + count
  return {
    waiting: sum(tally, ['CREATED', 'QUEUED', 'PUBLISHED', 'DELIVERED']),
    active: sum(tally, ['ACKED', 'RUNNING', 'DEFERRED', 'CANCELLING']),
    succeeded: sum(tally, ['SUCCESS']),
    failed: sum(tally, failures) - sum(tally, ['CANCELLED']),
    cancelled: sum(tally, ['CANCELLED']),
    leftOut: sum(tally, ['FILTERED', 'DUPLICATE', 'OFFLINE_SKIPPED']),
  }
}
