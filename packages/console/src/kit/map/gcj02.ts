import type { LngLat } from '@muster/contract'

/** The ellipsoid of Krasovsky 1940, which the transformation is defined on. */
const axis = 6_378_245
const eccentricity = 0.006_693_421_622_965_943

/** China's mainland as roughly as the transformation itself knows it. */
const isShifted = ([longitude, latitude]: LngLat): boolean =>
  longitude > 72.004 && longitude < 137.8347 && latitude > 0.8293 && latitude < 55.8271

/** A place as maps of China show it (GCJ-02); places elsewhere stay as they are. */
export function toGcj02(place: LngLat): LngLat {
  if (!isShifted(place)) return place
  const [longitude, latitude] = place
  const [east, north] = offsetAt(longitude - 105, latitude - 35)
  const angle = (latitude * Math.PI) / 180
  const magic = 1 - eccentricity * Math.sin(angle) ** 2
  const meridian = ((axis * (1 - eccentricity)) / (magic * Math.sqrt(magic))) * Math.PI
  const parallel = (axis / Math.sqrt(magic)) * Math.cos(angle) * Math.PI
  return [longitude + (east * 180) / parallel, latitude + (north * 180) / meridian]
}

/** The place that a map of China shows there: the transformation has no inverse but by trying. */
export function fromGcj02(shown: LngLat): LngLat {
  let place = shown
  for (let round = 0; round < 6; round++) {
    const [longitude, latitude] = toGcj02(place)
    place = [place[0] + shown[0] - longitude, place[1] + shown[1] - latitude]
  }
  return place
}

/** Metres by which a place is shifted. */
function offsetAt(x: number, y: number): readonly [east: number, north: number] {
  const wave = (factor: number, value: number) => factor * Math.sin(value * Math.PI)
  const ripple = 20 * Math.sin(6 * x * Math.PI) + 20 * Math.sin(2 * x * Math.PI)
  const root = Math.sqrt(Math.abs(x))
  const north = -100 + 2 * x + 3 * y + 0.2 * y * y + 0.1 * x * y + 0.2 * root
  const east = 300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * root
  const northWaves = ripple + wave(20, y) + wave(40, y / 3) + wave(160, y / 12) + wave(320, y / 30)
  const eastWaves = ripple + wave(20, x) + wave(40, x / 3) + wave(150, x / 12) + wave(300, x / 30)
  return [east + (eastWaves * 2) / 3, north + (northWaves * 2) / 3]
}
