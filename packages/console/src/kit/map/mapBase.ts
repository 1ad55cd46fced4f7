import { cities, type LngLat } from '@muster/contract'
import type { Geometry } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import base from 'virtual:map-base'
import type { Label } from './mapHandle.ts'

/** Our own base: the outlines of the countries, and where their names stand. */
export interface Base {
  readonly world: Topology<{ countries: GeometryCollection }>
  readonly names: readonly { readonly region: string; readonly at: LngLat; readonly size: number }[]
}

let known: Promise<Base> | undefined

/** Fetched with the first map, and once. */
export function loadBase(): Promise<Base> {
  known ??= fetch(base).then(async (response) => {
    if (!response.ok) throw new Error(`the base of the map: ${response.status}`)
    // Our own build has written it.
    return (await response.json()) as Base
  })
  known.catch(() => (known = undefined))
  return known
}

/** From which zoom on a city of a rank is named. */
const zoomOfRank = [2.5, 4, 5.5]

/** What a country looks like; null: the base does not know it. */
export function outlineOf({ world }: Base, region: string): Geometry | null {
  const found = world.objects.countries.geometries.find(({ id }) => id === region)
  const outline = found && feature(world, found)
  return outline?.type === 'Feature' ? outline.geometry : null
}

/** The names of countries and cities, the first ones first. */
export function labelsOf({ names }: Base): readonly Label[] {
  const countries = names
    .toSorted((one, other) => other.size - one.size)
    // A country as large as the hand at this zoom is named.
    .map(({ region, at, size }) => ({ region, at, zoom: Math.max(0, 6 - Math.log2(size + 1)) }))
  const named = cities.map(({ at, rank, name }) => ({
    at,
    city: name,
    zoom: zoomOfRank[rank] ?? 6,
  }))
  return [...countries, ...named]
}
