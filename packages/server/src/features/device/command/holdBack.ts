import type pg from 'pg'
import { blackoutAt } from './blackouts.ts'
import {
  calendarsOf,
  haltsOf,
  restingOf,
  saveHolds,
  takeAllowances,
  takeTurns,
  type WantedTurns,
  zonesOf,
} from './hold.queries.ts'
import {
  chainHoldOf,
  type Hold,
  isResting,
  type Leaving,
  needsTurn,
  obeysBlackouts,
  pacesOf,
  pushHoldOf,
  turnsOf,
} from './hold.rules.ts'
import { hoursOf, windowHold } from './window.ts'

/** Locked commands, parted into those that leave now and those that wait. */
interface Parted<I> {
  readonly leaving: readonly I[]
  readonly waiting: readonly I[]
}

/**
 * Keeps back what may not leave yet: while somebody has halted all sending, or its push rests or may
 * still be taken back; outside of its hours; on a blackout day of the terminal's organisation; or
 * faster than its push, or the commands of its sender's organisation, may go. Why, and until when, is on record.
 * Items of a push that is just becoming another are in neither part: they stay due.
 */
export async function holdBack<I extends Leaving & { readonly id: string }>(
  client: pg.ClientBase,
  locked: readonly I[],
  now: Date,
): Promise<Parted<I>> {
  const items = await withoutTurning(client, locked)
  const halts = await haltsOf(client, [...new Set(items.map(({ orgId }) => orgId))])
  const windows = await windowsOf(client, items, now)
  const blackouts = await blackoutsOf(client, items, now)
  const barred = items.map((item, nth): Hold | null =>
    // Nothing keeps back what keeps a terminal from doing something.
    item.state === 'CANCELLING'
      ? null
      : (chainHoldOf(item) ??
        (item.lifecycle === 'LOST' ? null : halts.get(item.orgId)) ??
        pushHoldOf(item, now) ??
        windows[nth] ??
        (obeysBlackouts(item) ? (blackouts.get(item.orgId) ?? null) : null)),
  )
  const open = items.filter((_, nth) => !barred[nth])
  const turns = turnsOf(open, await takeTurns(client, turnsWanted(open)), now)
  const free = open.filter((_, nth) => !turns[nth])
  const fresh = free.filter(({ state }) => state === 'QUEUED')
  const wanted = Map.groupBy(fresh, ({ senderId }) => senderId)
  const counts = new Map([...wanted].map(([orgId, { length }]) => [orgId, length]))
  const paces = pacesOf(free, await takeAllowances(client, counts), now)
  const late = [
    ...open.flatMap((item, nth) => holdOf(item, turns[nth])),
    ...free.flatMap((item, nth) => holdOf(item, paces[nth])),
  ]
  const holds = [...items.flatMap((item, nth) => holdOf(item, barred[nth])), ...late]
  await saveHolds(
    client,
    holds.map(({ item, hold }) => ({ id: item.id, ...hold })),
  )
  return {
    leaving: free.filter((_, nth) => !paces[nth]),
    waiting: holds.map(({ item }) => item),
  }
}

async function withoutTurning<I extends Leaving>(
  client: pg.ClientBase,
  items: readonly I[],
): Promise<readonly I[]> {
  const isKept = (item: Leaving) => isResting(item) && item.state !== 'CANCELLING'
  const pushIds = new Set(items.filter(isKept).map(({ pushId }) => pushId))
  const resting = await restingOf(client, [...pushIds])
  return items.filter((item) => !isKept(item) || resting.has(item.pushId))
}

const holdOf = <I>(item: I, hold: Hold | null | undefined): { item: I; hold: Hold }[] =>
  hold ? [{ item, hold }] : []

/** More of a push than these take turns at the pace of their sender: few of them soon find room. */
const crowd = 30

function turnsWanted(items: readonly Leaving[]): readonly WantedTurns[] {
  const wanted = Map.groupBy(items.filter(needsTurn), ({ pushId }) => pushId)
  return [...wanted].flatMap(([pushId, { length: count, 0: first }]) => {
    const ratePerMinute = first?.ratePerMinute ?? null
    return ratePerMinute !== null || count > crowd ? [{ pushId, count, ratePerMinute }] : []
  })
}

async function blackoutsOf(
  client: pg.ClientBase,
  items: readonly Leaving[],
  now: Date,
): Promise<ReadonlyMap<string, Hold | null>> {
  const orgIds = new Set(items.filter(obeysBlackouts).map(({ orgId }) => orgId))
  if (orgIds.size === 0) return new Map()
  const calendars = await calendarsOf(client, [...orgIds])
  return new Map([...calendars].map(([orgId, calendar]) => [orgId, blackoutAt(calendar, now)]))
}

/** Of each item that may leave in some hours only, the wait for them. */
async function windowsOf(
  client: pg.ClientBase,
  items: readonly Leaving[],
  now: Date,
): Promise<readonly (Hold | null)[]> {
  const hours = items.map(({ window }) => hoursOf(window))
  const orgIds = items.filter((_, nth) => hours[nth]).map(({ orgId }) => orgId)
  const zones = orgIds.length > 0 ? await zonesOf(client, [...new Set(orgIds)]) : null
  return items.map(({ orgId }, nth) => {
    const window = hours[nth]
    return window ? windowHold(window, zones?.get(orgId) ?? 'UTC', now) : null
  })
}
