import * as z from 'zod/mini'

/** A place in degrees, as maps write it: east first. */
export type LngLat = readonly [longitude: number, latitude: number]

/** Corners that an area has at most. */
export const mostCorners = 100

/** An area as text: `44.1,33.2;44.5,33.2;44.3,33.6`. A rectangle has four corners like any other. */
export const areaText = () =>
  z.string().check(
    z.maxLength(4096),
    z.refine((text) => readArea(text) !== null, 'area'),
  )

/** The corners of an area; null: the text is none. */
export function readArea(text: string): readonly LngLat[] | null {
  const corners = text.split(';').map(readPlace)
  const isArea = corners.length >= 3 && corners.length <= mostCorners
  return isArea && corners.every((corner) => corner !== null) ? corners : null
}

export const writeArea = (corners: readonly LngLat[]): string =>
  corners.map((corner) => corner.map((degrees) => Number(degrees.toFixed(6))).join()).join(';')

function readPlace(text: string): LngLat | null {
  const [longitude, latitude, ...more] = text.split(',').map(readNumber)
  const isPlace =
    more.length === 0 &&
    longitude !== undefined &&
    latitude !== undefined &&
    Math.abs(longitude) <= 180 &&
    Math.abs(latitude) <= 90
  return isPlace ? [longitude, latitude] : null
}

const readNumber = (text: string): number =>
  /^-?\d{1,3}(?:\.\d{1,12})?$/.test(text) ? Number(text) : Number.NaN

/** A part of the world that a map shows; its west lies east of its east where it spans the date line. */
export interface Bbox {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** West, south, east and north, with commas between. */
export const bboxText = () =>
  z.pipe(
    z.string().check(z.maxLength(80)),
    z.transform((text: string, ctx): Bbox => {
      const [west, south, east, north, ...more] = text.split(',').map(readNumber)
      const known = {
        west: west ?? NaN,
        south: south ?? NaN,
        east: east ?? NaN,
        north: north ?? NaN,
      }
      const { south: low, north: high } = known
      const isBbox =
        more.length === 0 &&
        Math.abs(known.west) <= 180 &&
        Math.abs(known.east) <= 180 &&
        low >= -90 &&
        high <= 90 &&
        low <= high
      if (isBbox) return known
      ctx.issues.push({ code: 'custom', message: 'bbox', input: text })
      return z.NEVER
    }),
  )

export const writeBbox = ({ west, south, east, north }: Bbox): string =>
  [west, south, east, north].map((degrees) => Number(degrees.toFixed(6))).join()
