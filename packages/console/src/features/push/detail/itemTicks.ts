import { appKinds, finalItemStates, type PushItem, type PushKind } from '@muster/contract'

export type ItemTick = 'handed' | 'accepted' | 'done' | 'proved'

/** `never`: it cannot come any more, or nothing could show it. */
export interface TickState {
  readonly state: 'yes' | 'no' | 'open' | 'never'
  readonly at: string | null
}

type Item = Pick<PushItem, 'state' | 'publishedAt' | 'acceptedAt' | 'endedAt' | 'provedAt'>

const finals: readonly string[] = finalItemStates
const apps: readonly string[] = appKinds

/** How certain a terminal's part of a push is: each step has its moment. */
export function ticksOf(item: Item, kind: PushKind): Readonly<Record<ItemTick, TickState>> {
  const isOver = finals.includes(item.state)
  const isDone = item.state === 'SUCCESS'
  const missing = isOver ? 'never' : 'open'
  const reached = (at: string | null): TickState =>
    at === null ? { state: missing, at } : { state: 'yes', at }
  return {
    handed: reached(item.publishedAt),
    accepted:
      item.state === 'REFUSED'
        ? { state: 'no', at: item.acceptedAt ?? item.endedAt }
        : reached(item.acceptedAt),
    done: doneOf(item, isDone),
    proved: proofOf(item, apps.includes(kind) && (isDone || !isOver)),
  }
}

/** Nothing but an inventory proves anything. */
function proofOf({ provedAt }: Item, isProvable: boolean): TickState {
  if (provedAt !== null) return { state: 'yes', at: provedAt }
  return { state: isProvable ? 'open' : 'never', at: null }
}

/** By the terminal's own word: what ended without ever reaching it says nothing. */
function doneOf({ state, acceptedAt, endedAt }: Item, isDone: boolean): TickState {
  if (isDone) return { state: 'yes', at: endedAt }
  if (endedAt === null) return { state: 'open', at: null }
  const isItsWord = state === 'FAILED' || state === 'REFUSED' || acceptedAt !== null
  return isItsWord ? { state: 'no', at: endedAt } : { state: 'never', at: null }
}
