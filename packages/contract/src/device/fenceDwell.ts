import type { FenceState } from './fence.ts'

/** What is known of a terminal and its fence. */
export interface HeldFence {
  readonly state: FenceState
  /** Epoch milliseconds. */
  readonly since: number
  /** Since when it is seen on the other side, for less than the dwell. */
  readonly turningSince: number | null
}

export type FenceTurn = 'FENCE_LEFT' | 'FENCE_ENTERED'

export interface JudgedFence {
  readonly held: HeldFence
  /** What happened now; null: nothing that counts. */
  readonly turn: FenceTurn | null
}

interface Seen {
  readonly side: 'IN' | 'OUT'
  /** Epoch milliseconds. */
  readonly at: number
  /** From when on the dwell counts, where the fence does not hold yet. */
  readonly countsFrom?: number
  readonly dwellMs: number
}

/**
 * What a terminal's new place means. It changes sides only when it has been on the other one for as
 * long as the dwell, and is told once; a first look inside is nothing to tell.
 */
export function judgeFence(
  before: HeldFence | null,
  { side, at, countsFrom = at, dwellMs }: Seen,
): JudgedFence {
  if (before?.state === side) return still({ ...before, turningSince: null })
  const since = before?.turningSince ?? countsFrom
  const isIgnorant = !before || before.state === 'UNKNOWN'
  if (isIgnorant && side === 'IN') return still({ state: 'IN', since: at, turningSince: null })
  if (at - since < dwellMs)
    return still({
      state: before?.state ?? 'UNKNOWN',
      since: before?.since ?? at,
      turningSince: since,
    })
  return {
    held: { state: side, since, turningSince: null },
    turn: side === 'OUT' ? 'FENCE_LEFT' : 'FENCE_ENTERED',
  }
}

const still = (held: HeldFence): JudgedFence => ({ held, turn: null })
