import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { GeoPoint } from '@muster/contract'
import type { Feature, MultiPolygon, Polygon, Position } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

type Ring = readonly Position[]

/** One part of a country, with the box around it: most places lie in few boxes. */
interface Shape {
  readonly rings: readonly Ring[]
  readonly box: readonly [west: number, south: number, east: number, north: number]
}

/** A country of the map's base: Natural Earth's, as the console draws it. */
export interface Country {
  /** ISO 3166, two letters. */
  readonly code: string
  readonly polygons: readonly Shape[]
  /** The middle of the box around its largest part. */
  readonly middle: GeoPoint
}

type World = Topology<{ countries: GeometryCollection }>

let known: readonly Country[] | undefined

/** Read once, when somebody asks first. */
export function countries(): readonly Country[] {
  known ??= read()
  return known
}

function read(): readonly Country[] {
  const file = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json')
  const world: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (!isWorld(world)) throw new Error(`${file} holds no countries`)
  const { features } = feature(world, world.objects.countries)
  // Some islands stand for themselves, under the code of the country that they are of.
  return [...Map.groupBy(features, codeOf)].flatMap(([code, parts]) => {
    const polygons = parts.flatMap(polygonsOf).map((rings) => shapeOf(rings.map(unrolled)))
    const middle = middleOf(polygons)
    return code && middle ? [{ code, polygons, middle }] : []
  })
}

/** The package is pinned, and tests of the console's map hold the rest of its shape. */
const isWorld = (read: unknown): read is World =>
  typeof read === 'object' && read !== null && 'objects' in read

function codeOf({ id }: Feature): string | null {
  const region = id === undefined ? undefined : new Intl.Locale(`und-${id}`).region
  return region && /^[A-Z]{2}$/.test(region) ? region : null
}

function polygonsOf({ geometry }: Feature): readonly Position[][][] {
  if (isPolygon(geometry)) return [geometry.coordinates]
  return isMultiPolygon(geometry) ? geometry.coordinates : []
}

const isPolygon = (shape: Feature['geometry']): shape is Polygon => shape.type === 'Polygon'
const isMultiPolygon = (shape: Feature['geometry']): shape is MultiPolygon =>
  shape.type === 'MultiPolygon'

function shapeOf(rings: readonly Ring[]): Shape {
  const all = rings.flat()
  const [lngs, lats] = [all.map(([lng = 0]) => lng), all.map(([, lat = 0]) => lat)]
  const box = [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)] as const
  return { rings, box }
}

function middleOf(polygons: Country['polygons']): GeoPoint | null {
  const sized = polygons.map(({ box: [west, south, east, north] }) => {
    const middle = { latitude: (south + north) / 2, longitude: (west + east) / 2 }
    return { size: (east - west) * (north - south), middle }
  })
  const [largest] = sized.toSorted((one, other) => other.size - one.size)
  return largest ? { ...largest.middle, longitude: within(largest.middle.longitude) } : null
}

/** Degrees as everybody counts them. */
const within = (longitude: number): number => ((((longitude + 180) % 360) + 360) % 360) - 180

/** The pole itself is the edge of the map. */
const farthest = 89.99

/** The country that a place lies in; null: it lies at sea. */
export function countryAt({ latitude, longitude }: GeoPoint): Country | null {
  const north = Math.max(-farthest, Math.min(farthest, latitude))
  // Rings go on beyond the date line, on either side.
  const places = [-360, 0, 360].map((turn) => ({ latitude: north, longitude: longitude + turn }))
  return (
    countries().find(({ polygons }) =>
      polygons.some((shape) => places.some((place) => isInside(place, shape))),
    ) ?? null
  )
}

/** Inside of an odd number of rings: an enclave is a hole. */
const isInside = (place: GeoPoint, { rings, box: [west, south, east, north] }: Shape): boolean =>
  place.longitude >= west &&
  place.longitude <= east &&
  place.latitude >= south &&
  place.latitude <= north &&
  rings.filter((ring) => isWithin(place, ring)).length % 2 === 1

/** Whether a ray to the east crosses a ring an odd number of times. */
function isWithin({ latitude, longitude }: GeoPoint, ring: Ring): boolean {
  let isIn = false
  for (const [index, [x1 = 0, y1 = 0]] of ring.entries()) {
    const [x2 = 0, y2 = 0] = ring[(index + 1) % ring.length] ?? []
    if (y1 > latitude === y2 > latitude) continue
    if (longitude < x1 + ((x2 - x1) * (latitude - y1)) / (y2 - y1)) isIn = !isIn
  }
  return isIn
}

/** A ring without the leap at the date line; one that goes around a pole ends there. */
function unrolled(ring: Ring): Ring {
  let turn = 0
  const points = ring.map(([lng = 0, lat = 0], index) => {
    const [before = lng] = ring[index - 1] ?? []
    if (lng - before > 180) turn -= 360
    else if (before - lng > 180) turn += 360
    return [lng + turn, lat]
  })
  if (turn === 0) return points
  const [[first = 0, lat = 0] = [], [last = 0] = []] = [points[0], points.at(-1)]
  const pole = lat < 0 ? -90 : 90
  return [...points, [last, pole], [first, pole]]
}
