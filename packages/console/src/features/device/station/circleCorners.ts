import type { GeoPoint, LngLat } from '@muster/contract'

/** Metres in a degree of latitude. */
const degree = 111_195
const corners = 64

/** A circle as an area, near enough to look round. */
export function circleCorners(
  { latitude, longitude }: GeoPoint,
  metres: number,
): readonly LngLat[] {
  // At the poles meridians meet: no circle there is wider than the map.
  const shrink = Math.max(0.01, Math.cos((latitude * Math.PI) / 180))
  return Array.from({ length: corners }, (_, at) => {
    const angle = (at / corners) * 2 * Math.PI
    const north = (metres * Math.sin(angle)) / degree
    const east = (metres * Math.cos(angle)) / degree / shrink
    return [longitude + east, Math.max(-90, Math.min(90, latitude + north))]
  })
}
