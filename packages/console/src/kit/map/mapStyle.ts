import type { LngLat } from '@muster/contract'
import type { Feature, FeatureCollection, Geometry } from 'geojson'
import type { ExpressionSpecification, Map as LibreMap, StyleSpecification } from 'maplibre-gl'
import { feature, mesh } from 'topojson-client'
import { heatLayer, warm } from './heat.ts'
import { type Base, outlineOf } from './mapBase.ts'
import { type MapTone, noShapes, type Shapes, type Tinted } from './mapHandle.ts'

interface Colours {
  readonly water: string
  readonly land: string
  readonly border: string
  readonly accent: string
  readonly tones: Readonly<Record<MapTone, string>>
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
    tones: {
      data: colour('data'),
      ok: colour('ok'),
      warn: colour('warn'),
      bad: colour('bad'),
      away: colour('away'),
    },
  }
}

/** Nothing but what is drawn: a provider's map lies below. */
export const clearStyle = (colours: Colours, shapes = noShapes): StyleSpecification => ({
  version: 8,
  sources: {
    heat: { type: 'geojson', data: warm(shapes.heat) },
    shapes: { type: 'geojson', data: drawn(shapes) },
  },
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
      heat: { type: 'geojson', data: warm(shapes.heat) },
      shapes: { type: 'geojson', data: drawn(shapes, own) },
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

const byTone = ({ ok, warn, bad, away, data }: Colours['tones']): ExpressionSpecification => [
  'match',
  ['get', 'tone'],
  'ok',
  ok,
  'warn',
  warn,
  'bad',
  bad,
  'away',
  away,
  data,
]

const shapeLayers = ({ accent, tones }: Colours) =>
  [
    heatLayer(tones),
    {
      id: 'tinted',
      type: 'fill',
      source: 'shapes',
      filter: ['has', 'tone'],
      paint: {
        'fill-color': byTone(tones),
        'fill-opacity': ['get', 'strength'],
      },
    },
    {
      id: 'areas',
      type: 'fill',
      source: 'shapes',
      filter: ['all', ['==', ['geometry-type'], 'Polygon'], ['!', ['has', 'tone']]],
      paint: { 'fill-color': accent, 'fill-opacity': 0.14 },
    },
    {
      id: 'lines',
      type: 'line',
      source: 'shapes',
      filter: ['!', ['has', 'tone']],
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': accent, 'line-width': 2.5 },
    },
  ] as const satisfies StyleSpecification['layers']

/** What is drawn, above an operator's own style. */
export function addShapeLayers(map: LibreMap, colours: Colours): void {
  map.addSource('heat', { type: 'geojson', data: warm([]) })
  map.addSource('shapes', { type: 'geojson', data: drawn(noShapes) })
  for (const layer of shapeLayers(colours)) map.addLayer(layer)
}

/** Shapes as the library reads them; countries are drawn where our own base lies below. */
export function drawn(shapes: Shapes, own?: Base): FeatureCollection {
  const { lines, areas, tinted = [] } = shapes
  const plain = (geometry: Geometry): Feature => ({ type: 'Feature', properties: {}, geometry })
  return {
    type: 'FeatureCollection',
    features: [
      ...tinted.flatMap((one) => tintedOf(one, own)),
      ...areas.map((corners) => plain(polygonOf(corners))),
      ...lines.map((places) => plain({ type: 'LineString', coordinates: copied(places) })),
    ],
  }
}

const copied = (places: readonly LngLat[]) => places.map(([lng, lat]) => [lng, lat])

const polygonOf = (corners: readonly LngLat[]): Geometry => ({
  type: 'Polygon',
  coordinates: [copied(corners.concat(corners.slice(0, 1)))],
})

function tintedOf({ region, corners, ...properties }: Tinted, own: Base | undefined): Feature[] {
  const outline = region && own ? outlineOf(own, region) : corners ? polygonOf(corners) : null
  return outline ? [{ type: 'Feature', properties, geometry: outline }] : []
}
