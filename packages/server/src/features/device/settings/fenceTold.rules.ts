import { type deviceMessages, type Fence, fenceAreaOf, type GeoPoint } from '@muster/contract'
import type * as z from 'zod/mini'

type Told = NonNullable<z.output<typeof deviceMessages.configuration.body>['fence']>

interface FencedPlace {
  readonly fence: Fence | null
  readonly latitude: number | null
  readonly longitude: number | null
}

/** The fence of a terminal's station as the terminal is told it; null: there is none. */
export function fenceTold({ fence, latitude, longitude }: FencedPlace): Told | null {
  const area = fence && fenceAreaOf(fence, { latitude, longitude })
  if (!area) return null
  const { dwellMinutes, action, message } = fence
  return {
    ...(area.kind === 'CIRCLE'
      ? { center: told(area.center), radius: area.radius }
      : { points: area.points.map(told) }),
    dwellSeconds: dwellMinutes * 60,
    ...(action === 'MESSAGE' && message && { message }),
  }
}

const told = ({ latitude, longitude }: GeoPoint) => ({ lat: latitude, lng: longitude })
