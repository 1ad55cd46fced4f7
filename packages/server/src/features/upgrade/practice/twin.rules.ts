import type { PushWindow } from '@muster/contract'

/** What a copied terminal has of the real one. */
export interface Habits {
  readonly deviceId: string
  readonly sn: string
  readonly firmware: string | null
  readonly agentVersion: string | null
  readonly zone: string
  readonly network: string | null
  /** Percent; null: it has none, or nobody knows. */
  readonly battery: number | null
  readonly isCharging: boolean | null
  /** Kilobytes a second that it was seen to download with; null: nobody saw it. */
  readonly kbps: number | null
  /** Of each hour of the day, UTC, the share in which it is on line. */
  readonly hours: readonly number[]
  readonly installMinutes: number
  /** How often an install fails on its model, and with what. */
  readonly failures: readonly { readonly code: string; readonly share: number }[]
  /** How often one is not heard of, or is not well, after it has installed. */
  readonly badShare: number
}

/** What is brought to it, as far as that decides how it goes. */
export interface Load {
  readonly bytes: number
  readonly windows: readonly PushWindow[]
  readonly wifiOnly: boolean
  readonly minBattery: number
  readonly charger: boolean
  readonly attempt: number
}

const minute = 60_000
const hour = 60 * minute
/** Where nothing was measured: megabits a second by the kind of network. */
const usualMbits: Readonly<Record<string, number>> = { '2G': 0.1, '3G': 1.5, '4G': 6, '5G': 12 }
const otherMbits = 8

export const mbitsOf = ({ kbps, network }: Pick<Habits, 'kbps' | 'network'>): number =>
  kbps !== null ? Math.max(0.01, (kbps * 8) / 1000) : (usualMbits[network ?? ''] ?? otherMbits)

/** A number from 0 to 1 that is the same for the same words: a practice that is repeated goes the same way. */
export function chanceOf(...words: readonly (string | number)[]): number {
  let hash = 2_166_136_261
  for (const char of words.join('/'))
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619)
  hash = Math.imul(hash ^ (hash >>> 16), 2_246_822_507)
  hash = Math.imul(hash ^ (hash >>> 13), 3_266_489_909)
  return ((hash ^ (hash >>> 16)) >>> 0) / 4_294_967_296
}

/** Whether it is on line in the hour of a moment. */
export function isOnlineAt(
  { deviceId, hours }: Pick<Habits, 'deviceId' | 'hours'>,
  at: number,
): boolean {
  const nth = Math.floor(at / hour)
  const share = hours[nth % 24] ?? 0
  return share >= 0.98 || (share > 0.02 && chanceOf(deviceId, nth) < share)
}

/** Nothing is foretold beyond so many hours. */
const longestHours = 24 * 7 * 8

/** The first moment from `at` on at which it is on line; null: none that anybody would wait for. */
export function nextOnline(habits: Pick<Habits, 'deviceId' | 'hours'>, at: number): number | null {
  if (habits.hours.every((share) => share <= 0.02)) return null
  for (
    let nth = 0, from = at;
    nth < longestHours;
    nth++, from = (Math.floor(from / hour) + 1) * hour
  )
    if (isOnlineAt(habits, from)) return from
  return null
}

/** When it has been on line for so long, from `at` on; null: never. */
export function onlineFor(
  habits: Pick<Habits, 'deviceId' | 'hours'>,
  at: number,
  ms: number,
): number | null {
  let left = ms
  for (let from = nextOnline(habits, at); from !== null; ) {
    const end = (Math.floor(from / hour) + 1) * hour
    if (left <= end - from) return from + left
    left -= end - from
    from = nextOnline(habits, end)
  }
  return null
}

/** How it goes on one terminal. */
export interface Fate {
  /** It downloads from then until then. */
  readonly from: number
  readonly until: number
  readonly endsAt: number
  readonly end:
    | { readonly state: 'SUCCESS'; readonly isWell: boolean; readonly isHeard: boolean }
    | { readonly state: 'FAILED'; readonly code: string }
}

/** When some hours of a terminal's own clock are next; null: they are now. */
export type NextOpening = (window: PushWindow, zone: string, at: number) => number | null

/** What it is told, and when. */
interface Told {
  readonly load: Load
  readonly at: number
  readonly next: NextOpening
}

/** A charger is where it stands at night, mostly. */
const chargedWithin = 8 * hour

/**
 * How an upgrade goes on a copied terminal that is told of it at a moment: it downloads while it is on line,
 * waits for its hours and its battery, installs, and ends as often well as its model does. Null: it never ends.
 */
export function fateOf(habits: Habits, { load, at, next }: Told): Fate | null {
  const { deviceId, network } = habits
  const mbits = mbitsOf(habits)
  if (load.wifiOnly && network !== null && /^[2-5]G$/.test(network)) return null
  const until = onlineFor(habits, at, ((load.bytes * 8) / (mbits * 1e6)) * 1000)
  if (until === null) return null
  const powered = until + powerWait(habits, load)
  const opened = load.windows.map((window) => next(window, habits.zone, powered) ?? powered)
  const begins = opened.length === 0 ? powered : Math.min(...opened)
  // Half as long to half as long again.
  const spread = 0.5 + chanceOf(deviceId, 'install', load.attempt)
  const told = nextOnline(habits, begins + habits.installMinutes * spread * minute)
  if (told === null) return null
  return { from: at, until, endsAt: told, end: endOf(habits, load.attempt) }
}

function powerWait({ deviceId, battery, isCharging }: Habits, load: Load): number {
  const isLow = battery !== null && battery < load.minBattery && isCharging !== true
  const isOff = load.charger && isCharging === false
  return isLow || isOff ? chanceOf(deviceId, 'charger') * chargedWithin : 0
}

function endOf({ deviceId, failures, badShare }: Habits, attempt: number): Fate['end'] {
  let chance = chanceOf(deviceId, 'end', attempt)
  for (const { code, share } of failures) {
    if (chance < share) return { state: 'FAILED', code }
    chance -= share
  }
  const well = chanceOf(deviceId, 'well')
  // Of those that are not well, half are not heard of at all.
  return { state: 'SUCCESS', isWell: well >= badShare, isHeard: well >= badShare / 2 }
}
