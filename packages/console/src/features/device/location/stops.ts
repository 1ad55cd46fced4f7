import { kilometresBetween, type LngLat, type Place, type Track } from '@muster/contract'

/** Minutes that make a stay a stop. */
const stopMinutes = 10

/** A stay at one place. */
export interface Stop {
  readonly place: Place
  /** Epoch milliseconds. */
  readonly from: number
  readonly until: number
  /** Nothing is known of an end. */
  readonly isOpen: boolean
}

export interface Span {
  readonly from: number
  readonly until: number
}

export const placesOf = ({ before, places }: Track): readonly Place[] =>
  before ? [before, ...places] : places

export const atOf = ({ longitude, latitude }: Place): LngLat => [longitude, latitude]

/** Where it stayed: a place is reported when it is come to, and held until the next one. */
export function stopsOf(track: Track, span: Span, now: number): readonly Stop[] {
  const places = placesOf(track)
  const end = Math.min(span.until, now)
  return places
    .map((place, index): Stop => {
      const next = places[index + 1]
      return {
        place,
        from: Math.max(span.from, Date.parse(place.at)),
        until: next ? Date.parse(next.at) : end,
        isOpen: !next && end === now,
      }
    })
    .filter(({ from, until }) => until - from >= stopMinutes * 60_000)
}

/** Where it was at a moment; null: nothing is known of before. */
export const placeAt = (track: Track, moment: number): Place | null =>
  placesOf(track).findLast(({ at }) => Date.parse(at) <= moment) ?? null

/** Kilometres from place to place. */
export function lengthOf(track: Track): number {
  const places = placesOf(track).map(atOf)
  return places.reduce((sum, place, index) => {
    const before = places[index - 1]
    return before ? sum + kilometresBetween(before, place) : sum
  }, 0)
}
