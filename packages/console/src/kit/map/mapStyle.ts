import type { LngLat } from '@muster/contract'
import type { GeometryCollection } from 'geojson'
import type { Map as LibreMap, StyleSpecification } from 'maplibre-gl'
import { feature, mesh } from 'topojson-client'
import type { Base } from './mapBase.ts'
import { noShapes, type Shapes } from './mapHandle.ts'

interface Colours {
  readonly water: string
  readonly land: string
  readonly border: string
  readonly accent: string
}

/** The colours of the theme, as the map's style sheet names them. */
export function coloursOf(element: HTMLElement): Colours {
  const style = getComputedStyle(element)
  const colour = (name: string) => style.getPropertyValue(`--map-${name}`).trim() || '#888'
  return {
    water: colour('water'),
    land: colour('land'),
    border: colour('border'),
    accent: colour('accent'),
  }
}

/** Nothing but what is drawn: a provider's map lies below. */
export const clearStyle = (colours: Colours, shapes = noShapes): StyleSpecification => ({
  version: 8,
  sources: { shapes: { type: 'geojson', data: drawn(shapes) } },
  layers: shapeLayers(colours),
})

/** Our own base, with what is drawn on it. */
export function styleOf(own: Base, colours: Colours, shapes = noShapes): StyleSpecification {
  const { countries } = own.world.objects
  const borders = mesh(own.world, countries, (one, other) => one !== other)
  return {
    version: 8,
    sources: {
      land: { type: 'geojson', data: feature(own.world, countries), tolerance: 0.2 },
      borders: { type: 'geojson', data: borders, tolerance: 0.2 },
      shapes: { type: 'geojson', data: drawn(shapes) },
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': colours.water } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colours.land } },
      {
        id: 'borders',
        type: 'line',
        source: 'borders',
        paint: { 'line-color': colours.border, 'line-width': 0.8, 'line-opacity': 0.7 },
      },
      ...shapeLayers(colours),
    ],
  }
}

const shapeLayers = ({ accent }: Colours) =>
  [
    {
      id: 'areas',
      type: 'fill',
      source: 'shapes',
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': accent, 'fill-opacity': 0.14 },
    },
    {
      id: 'lines',
      type: 'line',
      source: 'shapes',
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': accent, 'line-width': 2.5 },
    },
  ] as const satisfies StyleSpecification['layers']

/** What is drawn, above an operator's own style. */
export function addShapeLayers(map: LibreMap, colours: Colours): void {
  map.addSource('shapes', { type: 'geojson', data: drawn(noShapes) })
  for (const layer of shapeLayers(colours)) map.addLayer(layer)
}

/** Shapes as the library reads them. */
export function drawn({ lines, areas }: Shapes): GeometryCollection {
  const copied = (places: readonly LngLat[]) => places.map(([lng, lat]) => [lng, lat])
  return {
    type: 'GeometryCollection',
    geometries: [
      ...areas.map((corners) => ({
        type: 'Polygon' as const,
        coordinates: [copied(corners.concat(corners.slice(0, 1)))],
      })),
      ...lines.map((places) => ({ type: 'LineString' as const, coordinates: copied(places) })),
    ],
  }
}
