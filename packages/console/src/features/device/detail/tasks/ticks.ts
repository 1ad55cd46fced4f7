import { appKinds, finalItemStates, type TaskItem, upgradeKinds } from '@muster/contract'

export const tickNames = ['handed', 'accepted', 'done', 'proved'] as const
export type TickName = (typeof tickNames)[number]

/** `never`: it cannot come any more, or nothing could show it. */
export interface Tick {
  readonly state: 'yes' | 'no' | 'open' | 'never'
  readonly at: string | null
}

export type Ticks = Readonly<Record<TickName, Tick>>

type Item = Pick<TaskItem, 'cmd' | 'state' | 'publishedAt' | 'ackedAt' | 'endedAt' | 'provedAt'>

const finals: readonly string[] = finalItemStates
const never: Tick = { state: 'never', at: null }
const open: Tick = { state: 'open', at: null }

/**
 * What is certain of a command or a task on a terminal: it was handed to the broker, the terminal took it
 * on, the terminal says it is done, and something else shows it. Every list tells it by this.
 */
export const ticksOf = (item: Item, now = Date.now()): Ticks => ({
  handed: reached(item, item.publishedAt ?? item.ackedAt),
  accepted: acceptedOf(item),
  done: doneOf(item),
  proved: proofOf(item, now),
})

const isOver = ({ state }: Item): boolean => finals.includes(state)

const reached = (item: Item, at: string | null): Tick =>
  at === null ? (isOver(item) ? never : open) : { state: 'yes', at }

/** The terminal answered, but did not take it on. */
const isTurnedDown = ({ state, ackedAt }: Item): boolean =>
  state === 'REFUSED' || (state === 'EXPIRED' && ackedAt !== null)

const acceptedOf = (item: Item): Tick =>
  isTurnedDown(item)
    ? { state: 'no', at: item.ackedAt ?? item.endedAt }
    : reached(item, item.ackedAt)

/** By the terminal's own word: what ended without ever reaching it says nothing. */
function doneOf(item: Item): Tick {
  const { state, ackedAt, endedAt } = item
  if (state === 'SUCCESS') return { state: 'yes', at: endedAt }
  if (!isOver(item)) return open
  return state === 'FAILED' || state === 'REFUSED' || ackedAt !== null
    ? { state: 'no', at: endedAt }
    : never
}

/** What leaves a trace that the terminal does not write for its sake. */
const told: readonly string[] = [...appKinds, ...upgradeKinds]
const provable: readonly string[] = ['REBOOT', 'SYNC', 'LOCATE', ...told]

/** After so long nothing proves a command any more; an inventory may come late. */
const awaitedMs = 86_400_000

function proofOf(item: Item, now: number): Tick {
  const { cmd, state, endedAt, provedAt } = item
  if (provedAt !== null) return { state: 'yes', at: provedAt }
  if (!provable.includes(cmd) || (isOver(item) && state !== 'SUCCESS')) return never
  return told.includes(cmd) || endedAt === null || now - Date.parse(endedAt) < awaitedMs
    ? open
    : never
}
