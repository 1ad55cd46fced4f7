import {
  isCommandName,
  type ItemState,
  type PushKind,
  type PushState,
  type TaskItem,
  waitsInBlackout,
} from '@muster/contract'

/** Why a command does not leave although its terminal is there. */
export type WaitsFor = Exclude<NonNullable<TaskItem['waitsFor']>, 'DISABLED' | 'RETRY'>

export interface Hold {
  readonly waitsFor: WaitsFor
  readonly reason: string | null
  /** Null: until somebody lets it go on. */
  readonly until: Date | null
}

/** What a command is judged by before it leaves. */
export interface Leaving {
  readonly orgId: string
  /** Organisation of whoever gave it. */
  readonly senderId: string
  readonly lifecycle: string
  readonly cmd: PushKind
  readonly state: ItemState
  /** State of its push; null: it is given by itself. */
  readonly pushState: string | null
  /** Until when its push can be taken back, ISO 8601. */
  readonly graceUntil: string | null
  /** The hours of its push, as they are kept. */
  readonly window: unknown
  readonly pushId: string
  /** How many of its push may leave a minute; null: as many as its sender may send. */
  readonly ratePerMinute: number | null
  /** When the turn comes that it was given in its push, ISO 8601; null: it has none yet. */
  readonly turnAt: string | null
  /** What comes before it on its terminal is not done. */
  readonly isBehind: boolean
  /** Whoever gave it wants it sent on blackout days, too. */
  readonly isInBlackout: boolean
}

/** What waits for something else on its terminal waits until that ends, whatever else there is. */
export const chainHoldOf = ({ isBehind }: Leaving): Hold | null =>
  isBehind ? { waitsFor: 'BEFORE', reason: null, until: null } : null

/** A push that is in one of these keeps its items back until somebody, or a worker, decides about it. */
export const restingStates: readonly PushState[] = ['PAUSED', 'APPROVAL', 'STOPPED']

export const isResting = ({ pushState }: Pick<Leaving, 'pushState'>): boolean =>
  restingStates.some((state) => state === pushState)

/** Why a push as a whole keeps an item back: it rests, was stopped, or may still be taken back. */
export function pushHoldOf({ pushState, graceUntil }: Leaving, now: Date): Hold | null {
  if (isResting({ pushState })) {
    // What was stopped a worker is about to call off.
    const waitsFor = pushState === 'STOPPED' ? 'STOPPED' : 'PAUSED'
    return { waitsFor, reason: null, until: null }
  }
  if (graceUntil === null) return null
  const until = new Date(graceUntil)
  return until > now ? { waitsFor: 'GRACE', reason: null, until } : null
}

/** A hold that ends by itself. */
export type TimedHold = Hold & { readonly until: Date }

const minute = 60_000

/** What finds a lost terminal again is a matter of security: it never waits. */
export const obeysBlackouts = ({ cmd, lifecycle, isInBlackout }: Leaving): boolean =>
  !isInBlackout && (!isCommandName(cmd) || waitsInBlackout[cmd]) && lifecycle !== 'LOST'

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
): readonly (TimedHold | null)[] {
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

/** Whether a command has yet to be given a turn among those of its push, where that gives turns. */
export const needsTurn = ({ state, turnAt }: Leaving): boolean =>
  state === 'QUEUED' && turnAt === null

/** Turns of a push: in how many milliseconds the next free one is, and how many there are a minute. */
export interface Turns {
  readonly firstIn: number
  readonly perMinute: number
}

/**
 * Until when each command waits for its turn in its push; null: it has come, or needs none. Each is
 * given a turn once, also by the pace of its sender where many of its push wait: nobody looks at it before.
 */
export function turnsOf(
  items: readonly Leaving[],
  turns: ReadonlyMap<string, Turns>,
  now: Date,
): readonly (TimedHold | null)[] {
  const given = new Map<string, number>()
  return items.map((item) => {
    const { pushId, turnAt, state } = item
    if (state !== 'QUEUED') return null
    if (turnAt !== null) return turnHold(item, new Date(turnAt), now)
    const next = turns.get(pushId)
    if (!next) return null
    const before = given.get(pushId) ?? 0
    given.set(pushId, before + 1)
    const wait = next.firstIn + (before * minute) / next.perMinute
    return turnHold(item, new Date(now.getTime() + wait), now)
  })
}

function turnHold({ ratePerMinute }: Leaving, until: Date, now: Date): TimedHold | null {
  const waitsFor = ratePerMinute === null ? 'PACE' : 'RATE'
  return until > now ? { waitsFor, reason: null, until } : null
}
