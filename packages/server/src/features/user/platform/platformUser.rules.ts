import type { PlatformUserState as State } from '@muster/contract'

/** What staff may do to somebody who asked for an account. */
export type Move = 'approve' | 'reject' | 'freeze' | 'unfreeze' | 'close' | 'link' | 'impersonate'

/** Where a move leads from each state; what is not here is refused. */
const moves: Readonly<Record<State, Readonly<Partial<Record<Move, State>>>>> = {
  // Nobody is let in before the address is known to be his.
  REGISTERED: { reject: 'REJECTED', close: 'CLOSED' },
  PENDING_REVIEW: { approve: 'ACTIVE', reject: 'REJECTED', close: 'CLOSED' },
  ACTIVE: { freeze: 'FROZEN', close: 'CLOSED', link: 'ACTIVE', impersonate: 'ACTIVE' },
  FROZEN: { unfreeze: 'ACTIVE', close: 'CLOSED', link: 'FROZEN' },
  REJECTED: {},
  CLOSED: {},
}

/** The state after a move; null where it is not to be made. */
export const stateAfter = (state: State, move: Move): State | null => moves[state][move] ?? null

interface Merged {
  readonly id: string
  readonly state: State
  readonly userId: string | null
}

/** What becomes of the one that stays when another is merged into it; null where they may not be merged. */
export function mergedState(gone: Merged, stays: Merged): State | null {
  const isOver = ({ state }: Merged) => state === 'CLOSED' || state === 'REJECTED'
  if (gone.id === stays.id || isOver(gone) || isOver(stays)) return null
  // Who had an account keeps one, in the state that it was in.
  return stays.userId === null && gone.userId !== null ? gone.state : stays.state
}
