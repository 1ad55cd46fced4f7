/** A moment as a log writes it: in the clock of its terminal, mostly without a year. */
export interface LogTime {
  /** Null: whoever asks for a time of the day has not said the day. */
  readonly month: number | null
  readonly day: number | null
  /** Milliseconds of the day. */
  readonly time: number
}

const months = 'JanFebMarAprMayJunJulAugSepOctNovDec'
const clock = String.raw`(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?`
/** `11-26 10:02:46.123` and `2026-11-26T10:02:46`, of Android, of the agent and of most programs. */
const numbered = new RegExp(String.raw`(?:^|[^\d])(?:\d{4}-)?(\d\d)-(\d\d)[T ]${clock}`)
/** `Nov 26 10:02:46`, of syslog. */
const named = new RegExp(String.raw`\b([A-Z][a-z]{2}) {1,2}(\d{1,2}) ${clock}`)
/** A time stands within so many characters of the beginning of a line. */
const head = 64

type Parts = readonly (string | undefined)[]

function timeOf([hour, minute, second = '0', fraction = '0']: Parts): number | null {
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second)]
  if (hours > 23 || minutes > 59 || seconds > 60) return null
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + Math.floor(Number(`0.${fraction}`) * 1000)
}

function momentOf(month: number, day: number, clockParts: Parts): LogTime | null {
  const time = timeOf(clockParts)
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= 31
  return time === null || !isDay ? null : { month, day, time }
}

/** When a line was written, as it says itself; null: it does not say. */
export function timeOfLine(line: string): LogTime | null {
  const begin = line.slice(0, head)
  const [, month, day, ...rest] = numbered.exec(begin) ?? []
  if (month !== undefined) return momentOf(Number(month), Number(day), rest)
  const [, name, date, ...others] = named.exec(begin) ?? []
  const place = name === undefined ? -1 : months.indexOf(name)
  return place < 0 ? null : momentOf(place / 3 + 1, Number(date), others)
}

const asked = new RegExp(String.raw`^(?:(?:\d{4}-)?(\d\d)-(\d\d)[T ])?${clock}$`)

/** What somebody asks for: `10:02`, `11-26 10:02` or a whole moment; null: neither of these. */
export function readLogTime(text: string): LogTime | null {
  const found = asked.exec(text.trim())
  if (!found) return null
  const [, month, day, ...rest] = found
  if (month !== undefined) return momentOf(Number(month), Number(day), rest)
  const time = timeOf(rest)
  return time === null ? null : { month: null, day: null, time }
}
