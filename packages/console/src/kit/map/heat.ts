import type { LngLat } from '@muster/contract'
import type { FeatureCollection } from 'geojson'
import type { ExpressionSpecification, HeatmapLayerSpecification } from 'maplibre-gl'

/** How much there is at a place, 0 to 1. */
export interface Heat {
  readonly at: LngLat
  readonly weight: number
}

/** Weights of counts: a place with a thousandth of the most still glows, since estates are far from even. */
export function heatOf(places: readonly { readonly at: LngLat; readonly count: number }[]): Heat[] {
  const most = Math.max(1, ...places.map(({ count }) => count))
  return places.map(({ at, count }) => ({
    at,
    weight: Math.max(0.08, Math.log1p(count) / Math.log1p(most)),
  }))
}

/** Places as the library reads them. */
export const warm = (heat: readonly Heat[] = []): FeatureCollection => ({
  type: 'FeatureCollection',
  features: heat.map(({ at: [lng, lat], weight }) => ({
    type: 'Feature',
    properties: { weight },
    geometry: { type: 'Point', coordinates: [lng, lat] },
  })),
})

/** From where there is little to where there is most. */
interface HeatColours {
  readonly data: string
  readonly warn: string
  readonly bad: string
}

/** The layer of what is warm, in the colours of the theme. */
export const heatLayer = ({ data, warn, bad }: HeatColours): HeatmapLayerSpecification => ({
  id: 'heat',
  type: 'heatmap',
  source: 'heat',
  paint: {
    'heatmap-weight': ['get', 'weight'],
    'heatmap-radius': byZoom([2, 22], [6, 34], [12, 48]),
    'heatmap-intensity': byZoom([2, 0.9], [12, 1.6]),
    'heatmap-opacity': 0.72,
    // Around the wheel of hues: straight from one to the other is grey.
    'heatmap-color': [
      'interpolate-hcl',
      ['linear'],
      ['heatmap-density'],
      0,
      clear(data),
      0.2,
      data,
      0.6,
      warn,
      1,
      bad,
    ],
  },
})

/** The same colour where nothing is: a glow that fades through black has a dark rim. */
const clear = (colour: string): string =>
  /^#[0-9a-f]{6}$/i.test(colour) ? `${colour}00` : 'rgba(0, 0, 0, 0)'

const byZoom = (...steps: readonly (readonly [zoom: number, value: number])[]) =>
  // The type wants the first step told apart from the others.
  ['interpolate', ['linear'], ['zoom'], ...steps.flat()] as ExpressionSpecification
