import { readerZone } from '../../platform/format.ts'

/** A moment as a field holds it: the minute in the reader's zone, `YYYY-MM-DD HH:mm`. */
export function localMinute(moment: string): string {
  const time = Date.parse(moment)
  return Number.isNaN(time) ? '' : minuteOf(wallTimeAt(time))
}

/** What a person chose in a field, in UTC; empty while it is not whole. */
export function momentOf(local: string): string {
  const wall = Date.parse(`${local.replace(' ', 'T')}Z`)
  if (Number.isNaN(wall)) return ''
  const offset = wallTimeAt(wall) - wall
  // The offset of UTC's own hour is the wrong one while the clocks are being changed.
  const near = wallTimeAt(wall - offset) - (wall - offset)
  return new Date(wall - near).toISOString()
}

const minuteOf = (wall: number) => new Date(wall).toISOString().slice(0, 16).replace('T', ' ')

/** What the reader's clocks show at a moment, as if it were UTC. */
function wallTimeAt(time: number): number {
  const parts = clockOf(readerZone()).formatToParts(time)
  const of = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value)
  const rest = time - Math.floor(time / 1000) * 1000
  const [year, month, day] = [of('year'), of('month') - 1, of('day')]
  return Date.UTC(year, month, day, of('hour'), of('minute'), of('second')) + rest
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Made once for a zone: they are slow to make. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-US-u-ca-iso8601-nu-latn', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  clocks.set(timeZone, clock)
  return clock
}
