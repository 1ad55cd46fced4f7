import type { Bbox, LngLat } from '@muster/contract'

/** The corners of the rectangle between two opposite ones. */
export function rectangleOf([one, other]: readonly LngLat[]): readonly LngLat[] {
  if (!one || !other) return []
  return [one, [other[0], one[1]], other, [one[0], other[1]]]
}

/** The corners of a view, as an area. */
export const cornersOf = ({ west, south, east, north }: Bbox): readonly LngLat[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
]

/** The smallest part of the world that has these places; none for none. */
export function bboxOf(places: readonly LngLat[]): Bbox | null {
  if (places.length === 0) return null
  const [lngs, lats] = [places.map(([lng]) => lng), places.map(([, lat]) => lat)]
  return {
    west: Math.min(...lngs),
    south: Math.min(...lats),
    east: Math.max(...lngs),
    north: Math.max(...lats),
  }
}

/** All of it, before anybody has moved the map. */
export const wholeWorld = {
  bbox: { west: -180, south: -85, east: 180, north: 85 },
  zoom: 2,
}
