import { type deviceMessages, type Fence, fenceAreaOf, type GeoPoint } from '@muster/contract'
import type * as z from 'zod/mini'
import { acts } from '../station/fenceHours.ts'

type Told = NonNullable<z.output<typeof deviceMessages.configuration.body>['fence']>

interface FencedPlace {
  readonly fence: Fence | null
  readonly latitude: number | null
  readonly longitude: number | null
  /** The clock that the station goes by; null: nobody has said. */
  readonly zone: string | null
  /** The platform finds the terminal outside. */
  readonly isOutside: boolean
}

/** The fence of a terminal's station as the terminal is told it; null: there is none. */
export function fenceTold(place: FencedPlace): Told | null {
  const { fence, latitude, longitude, zone, isOutside } = place
  const area = fence && fenceAreaOf(fence, { latitude, longitude })
  if (!area) return null
  const { dwellMinutes, action, message, lockMinutes, blocksPayments, schedule } = fence
  return {
    ...(area.kind === 'CIRCLE'
      ? { center: told(area.center), radius: area.radius }
      : { points: area.points.map(told) }),
    dwellSeconds: dwellMinutes * 60,
    ...(action !== 'ALARM' && message && { message }),
    ...(action === 'LOCK' && { lockSeconds: (lockMinutes ?? 0) * 60 }),
    ...(blocksPayments && { noPayments: true }),
    ...(schedule && {
      hours: { d: schedule.days, f: schedule.from, t: schedule.until, tz: zone ?? 'UTC' },
    }),
    ...(isOutside && acts(fence) && { outside: true }),
  }
}

const told = ({ latitude, longitude }: GeoPoint) => ({ lat: latitude, lng: longitude })
