const minute = 60_000
const day = 24 * 60 * minute
/** How far ahead a change of the clock is looked for. */
const horizon = 2 * 365 * day
/** Shorter than any time between two changes of a real zone. */
const step = 7 * day

/** The clock of a time zone at a moment. */
export interface ZoneClock {
  /** Minutes east of UTC without daylight saving. */
  readonly standardOffsetMinutes: number
  /** Minutes east of UTC. */
  readonly offsetMinutes: number
  readonly isDaylightSaving: boolean
  /** When the offset changes next, ISO 8601; null when it does not within two years. */
  readonly nextChangeAt: string | null
}

const known = new Set(Intl.supportedValuesOf('timeZone'))

/** Whether a name is one of IANA's, spelled as IANA spells it (old names such as `Asia/Calcutta` too). */
export function isTimezone(zoneId: string): boolean {
  if (known.has(zoneId) || zoneId === 'UTC') return true
  // Links that Intl follows but does not list, e.g. `Asia/Kolkata` or `US/Eastern`.
  if (!/^[A-Z][\w+-]*(\/[A-Z][\w+-]*)+$/.test(zoneId)) return false
  try {
    return formatterOf(zoneId).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The clock of a zone; pure, though Intl's formatters are kept because they are slow to make. */
export function clockOf(zoneId: string, now: Date): ZoneClock {
  const at = now.getTime()
  const offsetMinutes = offsetMinutesAt(zoneId, at)
  const change = nextChange(zoneId, at)
  const smaller = standardOffset(zoneId, now)
  return {
    // A zone that has given up its seasons for good stays at what it has now.
    standardOffsetMinutes: change === null ? offsetMinutes : smaller,
    offsetMinutes,
    isDaylightSaving: change !== null && offsetMinutes > smaller,
    nextChangeAt: change === null ? null : new Date(change).toISOString(),
  }
}

/** The smaller offset of midwinter and midsummer; a zone without seasons has but one. */
function standardOffset(zoneId: string, now: Date): number {
  const year = now.getUTCFullYear()
  return Math.min(
    offsetMinutesAt(zoneId, Date.UTC(year, 0, 1)),
    offsetMinutesAt(zoneId, Date.UTC(year, 6, 1)),
  )
}

function nextChange(zoneId: string, from: number): number | null {
  const before = offsetMinutesAt(zoneId, from)
  for (let at = from + step; at <= from + horizon; at += step)
    if (offsetMinutesAt(zoneId, at) !== before) return bisect(zoneId, at - step, at)
  return null
}

/** The first minute of the later offset. Zones change on full minutes. */
function bisect(zoneId: string, from: number, until: number): number {
  const before = offsetMinutesAt(zoneId, from)
  let [low, high] = [Math.floor(from / minute), Math.ceil(until / minute)]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetMinutesAt(zoneId, middle * minute) === before) low = middle
    else high = middle
  }
  return high * minute
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(zoneId: string): Intl.DateTimeFormat {
  const made =
    formatters.get(zoneId) ??
    new Intl.DateTimeFormat('en-US', { timeZone: zoneId, timeZoneName: 'longOffset' })
  formatters.set(zoneId, made)
  return made
}

/** Minutes that a zone is east of UTC at a moment: `GMT`, `GMT+03:00` or `GMT-09:30` as Intl says it. */
export function offsetMinutesAt(zoneId: string, at: number): number {
  const text = formatterOf(zoneId).format(at)
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d+)(?::(\d+))?/.exec(text) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}
