import { type CommandName, type ItemState, waitsInBlackout } from '@muster/contract'

/** Why a command does not leave although its terminal is there. */
export type WaitsFor = 'PACE' | 'BLACKOUT'

export interface Hold {
  readonly waitsFor: WaitsFor
  readonly reason: string | null
  readonly until: Date
}

/** What a command is judged by before it leaves. */
export interface Leaving {
  readonly orgId: string
  /** Organisation of whoever gave it. */
  readonly senderId: string
  readonly lifecycle: string
  readonly cmd: CommandName
  readonly state: ItemState
}

const minute = 60_000

/** What finds a lost terminal again is a matter of security: it never waits. */
export const obeysBlackouts = ({ cmd, lifecycle }: Leaving): boolean =>
  waitsInBlackout[cmd] && lifecycle !== 'LOST'

/** How many commands of an organisation may leave now, and how many a minute. */
export interface Allowance {
  readonly granted: number
  readonly perMinute: number
}

/**
 * Until when each command waits for the pace of its sender; null: it leaves now. What has been
 * sent before does not count again.
 */
export function pacesOf(
  items: readonly Leaving[],
  allowances: ReadonlyMap<string, Allowance>,
  now: Date,
): readonly (Hold | null)[] {
  const taken = new Map<string, number>()
  return items.map(({ state, senderId }) => {
    const allowance = allowances.get(senderId)
    if (state !== 'QUEUED' || !allowance) return null
    const place = (taken.get(senderId) ?? 0) + 1
    taken.set(senderId, place)
    const behind = place - allowance.granted
    if (behind <= 0) return null
    const until = new Date(now.getTime() + (behind * minute) / allowance.perMinute)
    return { waitsFor: 'PACE', reason: null, until }
  })
}
