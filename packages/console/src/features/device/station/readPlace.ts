import type { GeoPoint } from '@muster/contract'
import { asciiDigits } from '../../../ui/form/digits.ts'

/** A place from a line such as `33.3152, 44.3661`; null: it is none. */
export function readPlace(line: string): GeoPoint | null {
  const [, north, east] = /^(-?\d{1,2}(?:\.\d+)?)[\s,;]+(-?\d{1,3}(?:\.\d+)?)$/.exec(
    asciiDigits(line).replaceAll('،', ',').replaceAll('٫', '.').trim(),
  ) ?? [null, null, null]
  if (!north || !east) return null
  const [latitude, longitude] = [Number(north), Number(east)]
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null
}

/** Six decimals of a degree are ten centimetres. */
export const rounded = (degrees: number) => Number(degrees.toFixed(6))
