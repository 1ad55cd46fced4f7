import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Geometry } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { Plugin } from 'vite'

const wished = 'virtual:map-base'

/**
 * Makes the base of the console's maps of Natural Earth's data (public domain): the outlines of
 * countries, each with the code that browsers know its name by and the middle of its largest part.
 * `virtual:map-base` is the address of the file.
 */
export function mapBase(): Plugin {
  let file = ''
  return {
    name: 'muster:map-base',
    configResolved: ({ root }) => {
      file = join(root, 'node_modules/.map/mapBase.json')
    },
    resolveId: (id) => (id === wished ? writeBase(file) : null),
  }
}

function writeBase(file: string): string {
  const source = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json')
  mkdirSync(dirname(file), { recursive: true })
  // The package is pinned, and its own tests hold its shape.
  const world = JSON.parse(readFileSync(source, 'utf8')) as World
  writeFileSync(file, JSON.stringify(baseOf(world)))
  return `${file}?url`
}

type World = Topology<{ countries: GeometryCollection<{ name: string }>; land: GeometryCollection }>

/** The same topology without what a map does not draw, and with what it names. */
function baseOf({ arcs, transform, objects }: World) {
  const { countries } = objects
  const names = countries.geometries.flatMap((country) => {
    if (country.id === undefined) return []
    const { region } = new Intl.Locale(`und-${country.id}`)
    const shape = feature(
      { type: 'Topology', arcs, objects, ...(transform && { transform }) },
      country,
    )
    const isNamed = region && /^[A-Z]{2}$/.test(region) && shape.type === 'Feature'
    return isNamed ? [{ region, ...middleOf(shape.geometry) }] : []
  })
  // A country is known by the code that browsers know it by; some have none.
  const bare = countries.geometries.map(({ properties: _, id, ...shape }) => {
    const region = id === undefined ? undefined : new Intl.Locale(`und-${id}`).region
    return { ...shape, ...(region && { id: region }) }
  })
  return {
    world: {
      type: 'Topology',
      ...(transform && { transform }),
      arcs,
      objects: { countries: { type: 'GeometryCollection', geometries: bare } },
    },
    names,
  }
}

type Ring = readonly (readonly number[])[]

/** The middle of the largest part, and how large it is in square degrees. */
function middleOf(geometry: Geometry): { at: [number, number]; size: number } {
  const rings: readonly Ring[] =
    geometry.type === 'MultiPolygon'
      ? geometry.coordinates.flatMap(([outer]) => (outer ? [outer] : []))
      : geometry.type === 'Polygon' && geometry.coordinates[0]
        ? [geometry.coordinates[0]]
        : []
  const middles = rings.map(centroid).toSorted((one, other) => other.size - one.size)
  const { at, size } = middles[0] ?? { at: [0, 0], size: 0 }
  return {
    at: [Number(at[0]?.toFixed(2)), Number(at[1]?.toFixed(2))],
    size: Number(size.toFixed(2)),
  }
}

function centroid(ring: Ring) {
  let [area, x, y] = [0, 0, 0]
  for (const [index, [x1 = 0, y1 = 0]] of ring.entries()) {
    const [x2 = 0, y2 = 0] = ring[(index + 1) % ring.length] ?? []
    const cross = x1 * y2 - x2 * y1
    area += cross / 2
    x += (x1 + x2) * cross
    y += (y1 + y2) * cross
  }
  return {
    size: Math.abs(area),
    at: area === 0 ? [...(ring[0] ?? [])] : [x / (6 * area), y / (6 * area)],
  }
}
