import {
  type BusinessHours,
  type Fence,
  fenceAreaOf,
  fenceFaultOf,
  type Opening,
  type TextKey,
  weekDays,
} from '@muster/contract'
import { namedTwice } from '../attributes.rules.ts'

/** A broken rule of a member; `day` is the day of the week that it is about, by its text key. */
export interface Fault {
  readonly field: string
  readonly key: TextKey
  readonly day?: TextKey
  readonly date?: string
  readonly name?: string
}

interface Place {
  readonly latitude?: number | null | undefined
  readonly longitude?: number | null | undefined
}

/** A place has both degrees or none. */
export function placeFaultOf({ latitude = null, longitude = null }: Place): Fault | null {
  if ((latitude === null) === (longitude === null)) return null
  return { field: latitude === null ? 'latitude' : 'longitude', key: 'station.bothDegrees' }
}

const isBackwards = (open: Opening | null): boolean => open !== null && open.until <= open.from

/** Business hours end after they begin, and say of each holiday once when it is open. */
export function hoursFaultOf(hours: BusinessHours | null): Fault | null {
  if (!hours) return null
  const field = 'businessHours'
  const day = weekDays.find((one) => isBackwards(hours[one]))
  if (day) return { field, key: 'station.hoursBackwards', day: `station.day.${day}` }
  const odd = hours.holidays.find(({ open }) => isBackwards(open))
  if (odd) return { field, key: 'station.holidayBackwards', date: odd.date }
  const dates = hours.holidays.map(({ date }) => date)
  const twice = dates.find((date, at) => dates.indexOf(date) < at)
  return twice ? { field, key: 'station.holidayTwice', date: twice } : null
}

/** Each attribute is said once. */
export function attributesFaultOf(attributes: unknown): Fault | null {
  const twice = namedTwice(attributes)
  return twice === null ? null : { field: 'attributes', key: 'rule.attributeTwice', name: twice }
}

/** How long the hours of a fence are, over midnight, too. */
function minutesOf({ from, until }: NonNullable<Fence['schedule']>): number {
  const [begin, end] = [from, until].map((time) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number)
    return hours * 60 + minutes
  })
  return ((end ?? 0) - (begin ?? 0) + 1440) % 1440
}

/** What is wrong with a fence at a station; null: nothing. */
export function fenceFaultAt(
  fence: Fence | null,
  station: { readonly latitude: number | null; readonly longitude: number | null },
): Fault | null {
  if (!fence) return null
  if (fence.action !== 'ALARM' && !fence.message)
    return { field: 'message', key: 'station.fenceNeedsMessage' }
  if (fence.action === 'LOCK' && fence.lockMinutes === null)
    return { field: 'lockMinutes', key: 'rule.required' }
  if (fence.schedule && minutesOf(fence.schedule) <= fence.dwellMinutes)
    return { field: 'dwellMinutes', key: 'station.fenceHoursTooShort' }
  if (fence.kind === 'CIRCLE') {
    if (fence.radius === null) return { field: 'radius', key: 'rule.required' }
    const area = fenceAreaOf(fence, station)
    return area ? null : { field: 'kind', key: 'station.fenceNeedsPlace' }
  }
  const fault = fenceFaultOf(fence.points)
  return fault && { field: 'points', key: `station.fenceFault.${fault}` }
}

/** What the code says that a terminal reads to become active; see docs/device-protocol.md. */
export const activationText = (sn: string, tid: string, at: string | null): string =>
  JSON.stringify({ muster: 1, sn, code: tid, ...(at && { at }) })
