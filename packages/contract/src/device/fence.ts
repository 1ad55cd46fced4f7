import * as z from 'zod/mini'
import * as f from '../core/fields.ts'
import { once } from '../core/once.ts'
import { pushWindow } from './window.ts'

/** A place on the earth in degrees, WGS-84. */
export const geoPoint = once(() =>
  z.strictObject({
    latitude: z.number().check(z.minimum(-90), z.maximum(90)),
    longitude: z.number().check(z.minimum(-180), z.maximum(180)),
  }),
)
export type GeoPoint = z.output<ReturnType<typeof geoPoint>>

export const fenceKinds = ['CIRCLE', 'POLYGON'] as const

/**
 * `ALARM`: the platform notes it; `MESSAGE`: the terminal shows a text as well; `LOCK`: it also locks
 * itself after a while, until it is back.
 */
export const fenceActions = ['ALARM', 'MESSAGE', 'LOCK'] as const

export const mostFencePoints = 100

/** Where the terminals of a station belong: a circle around the station, or an area. */
export const fence = once(() =>
  z.strictObject({
    kind: z.enum(fenceKinds),
    /** Metres; of a circle. */
    radius: f.optional(z.int().check(z.minimum(10), z.maximum(50_000))),
    /** Corners of an area in their order; the last one is joined with the first. */
    points: z._default(z.array(geoPoint()).check(z.maxLength(mostFencePoints)), []),
    /** How long a terminal must be on the other side before it counts. */
    dwellMinutes: z._default(z.int().check(z.minimum(0), z.maximum(1440)), 5),
    action: z._default(z.enum(fenceActions), 'ALARM'),
    /** What the terminal shows; of `MESSAGE` and `LOCK`. */
    message: f.optional(f.text(200)),
    /** Of `LOCK`: how long it has counted as outside before it locks itself. */
    lockMinutes: f.optional(z.int().check(z.minimum(0), z.maximum(1440))),
    /** Outside it takes no payments. */
    blocksPayments: z._default(z.boolean(), false),
    /** When it holds, by the clock of the station; null: always. */
    schedule: f.optional(pushWindow()),
  }),
)
export type Fence = z.output<ReturnType<typeof fence>>

/** What a fence is made of where it is judged: a terminal knows no station. */
export const fenceArea = once(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('CIRCLE'), center: geoPoint(), radius: z.number() }),
    z.object({ kind: z.literal('POLYGON'), points: z.array(geoPoint()) }),
  ]),
)
export type FenceArea =
  | { readonly kind: 'CIRCLE'; readonly center: GeoPoint; readonly radius: number }
  | { readonly kind: 'POLYGON'; readonly points: readonly GeoPoint[] }

export const fenceStates = ['IN', 'OUT', 'UNKNOWN'] as const
export type FenceState = (typeof fenceStates)[number]

/** The area of a station's fence; null: it has no place for its circle. */
export function fenceAreaOf(
  { kind, radius, points }: Pick<Fence, 'kind' | 'radius' | 'points'>,
  station: { readonly latitude: number | null; readonly longitude: number | null },
): FenceArea | null {
  if (kind === 'POLYGON') return { kind, points }
  const { latitude, longitude } = station
  if (radius === null || latitude === null || longitude === null) return null
  return { kind, center: { latitude, longitude }, radius }
}

const earthRadius = 6_371_000
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Degrees between two meridians, the short way: the date line is a meridian as any other. */
const eastward = (from: number, to: number) => ((((to - from) % 360) + 540) % 360) - 180

/** Metres between two places, on a ball as large as the earth. */
export function metresBetween(one: GeoPoint, other: GeoPoint): number {
  const north = radians(other.latitude - one.latitude)
  const east = radians(other.longitude - one.longitude)
  const chord =
    Math.sin(north / 2) ** 2 +
    Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * Math.sin(east / 2) ** 2
  return 2 * earthRadius * Math.asin(Math.sqrt(Math.min(1, chord)))
}

/** Metres from a place to the border of an area: below zero inside. */
export function metresOutside(area: FenceArea, place: GeoPoint): number {
  if (area.kind === 'CIRCLE') return metresBetween(area.center, place) - area.radius
  const away = metresBetween(area.points[0] ?? place, place)
  // On the other side of the earth the plane would be torn.
  if (away > 2 * farthest) return away - farthest
  const flat = planeOf(area.points)
  const corners = area.points.map((corner) => flat(corner, place))
  const edges = edgesOf(corners)
  const distance = Math.min(...edges.map(distanceFromOrigin))
  return edges.filter(passesRightOfOrigin).length % 2 === 1 ? -distance : distance
}

/**
 * On which side of the border a terminal is; null: its position may be wrong by more than it is
 * away from the border.
 */
export function sideOf(
  area: FenceArea,
  place: GeoPoint,
  accuracy: number,
): Exclude<FenceState, 'UNKNOWN'> | null {
  const metres = metresOutside(area, place)
  if (Math.abs(metres) < accuracy) return null
  return metres > 0 ? 'OUT' : 'IN'
}

type Flat = readonly [x: number, y: number]
type Edge = readonly [Flat, Flat]

/** Degrees of latitude from which on meridians lie so near to one another that their plane is torn. */
const polar = 85

/** How corners are laid on the plane around a place, in metres: fences are small. */
const planeOf = (points: readonly GeoPoint[]): ((corner: GeoPoint, around: GeoPoint) => Flat) =>
  points.some(({ latitude }) => Math.abs(latitude) > polar) ? byDirection : byDegrees

/** Parallels and meridians are straight, as on the map. */
const byDegrees = ({ latitude, longitude }: GeoPoint, around: GeoPoint): Flat => [
  radians(eastward(around.longitude, longitude)) * Math.cos(radians(around.latitude)) * earthRadius,
  radians(latitude - around.latitude) * earthRadius,
]

/** Each as far away, and in that direction, as it is seen from the place: a pole is a place as any other. */
function byDirection(corner: GeoPoint, around: GeoPoint): Flat {
  const [from, to] = [radians(around.latitude), radians(corner.latitude)]
  const turned = radians(eastward(around.longitude, corner.longitude))
  const east = Math.cos(to) * Math.sin(turned)
  const north = Math.cos(from) * Math.sin(to) - Math.sin(from) * Math.cos(to) * Math.cos(turned)
  const length = Math.hypot(east, north)
  const scale = length === 0 ? 0 : metresBetween(around, corner) / length
  return [east * scale, north * scale]
}

const edgesOf = (corners: readonly Flat[]): Edge[] =>
  corners.map((corner, at) => [corner, corners[(at + 1) % corners.length] ?? corner])

function distanceFromOrigin([[x1, y1], [x2, y2]]: Edge): number {
  const [dx, dy] = [x2 - x1, y2 - y1]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, -(x1 * dx + y1 * dy) / length))
  return Math.hypot(x1 + along * dx, y1 + along * dy)
}

/** Whether a ray from the origin to the right meets the edge. */
function passesRightOfOrigin([[x1, y1], [x2, y2]]: Edge): boolean {
  if (y1 > 0 === y2 > 0) return false
  return x1 + ((x2 - x1) * -y1) / (y2 - y1) > 0
}

/** What is wrong with the corners of an area. */
export type FenceFault = 'tooFew' | 'tooFar' | 'twice' | 'crossing' | 'flat'

/** So many metres from its first corner an area may reach. */
const farthest = 500_000

/** Why corners make no area; null: they do. */
export function fenceFaultOf(points: readonly GeoPoint[]): FenceFault | null {
  const [first] = points
  if (!first || points.length < 3) return 'tooFew'
  if (points.some((corner) => metresBetween(first, corner) > farthest)) return 'tooFar'
  const flat = planeOf(points)
  const corners = points.map((corner) => flat(corner, first))
  if (new Set(corners.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`)).size < corners.length)
    return 'twice'
  const edges = edgesOf(corners)
  const isCrossing = edges.some((edge, at) =>
    edges.some(
      (other, index) => index > at && areApart(at, index, edges.length) && meet(edge, other),
    ),
  )
  if (isCrossing) return 'crossing'
  return Math.abs(twiceTheArea(edges)) < 2 ? 'flat' : null
}

/** Whether two edges share no corner. */
const areApart = (one: number, other: number, count: number): boolean =>
  other - one > 1 && !(one === 0 && other === count - 1)

const turn = ([ax, ay]: Flat, [bx, by]: Flat, [cx, cy]: Flat): number =>
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

/** Whether two edges cross or touch. */
function meet([a, b]: Edge, [c, d]: Edge): boolean {
  const [one, two, three, four] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)]
  if (one * two < 0 && three * four < 0) return true
  return (
    (one === 0 && lies(c, [a, b])) ||
    (two === 0 && lies(d, [a, b])) ||
    (three === 0 && lies(a, [c, d])) ||
    (four === 0 && lies(b, [c, d]))
  )
}

/** Whether a place in line with an edge lies on it. */
const lies = ([x, y]: Flat, [[x1, y1], [x2, y2]]: Edge): boolean =>
  x >= Math.min(x1, x2) && x <= Math.max(x1, x2) && y >= Math.min(y1, y2) && y <= Math.max(y1, y2)

const twiceTheArea = (edges: readonly Edge[]): number =>
  edges.reduce((sum, [[x1, y1], [x2, y2]]) => sum + x1 * y2 - x2 * y1, 0)
