import type { Bbox, LngLat } from '@muster/contract'
import type { MapService, ServiceKeys } from '../../platform/mapKeys.ts'
import type { Heat } from './heat.ts'

/** How a figure looks on a map. */
export type MapTone = 'data' | 'ok' | 'warn' | 'bad' | 'away'

/** A part of the map in the colour of a figure: a country by its code, or what lies between corners. */
export interface Tinted {
  readonly tone: MapTone
  /** 0 to 1. */
  readonly strength: number
  readonly region?: string
  readonly corners?: readonly LngLat[]
}

/** What is drawn under the marks, in the colours of the theme. */
export interface Shapes {
  readonly lines: readonly (readonly LngLat[])[]
  readonly areas: readonly (readonly LngLat[])[]
  readonly tinted?: readonly Tinted[]
  readonly heat?: readonly Heat[]
}

export const noShapes: Shapes = { lines: [], areas: [] }

export interface MapPlace {
  readonly center: LngLat
  readonly zoom: number
}

/** A provider's map, as its frame (public/providerMap.js) is told of it. */
export interface Provider {
  readonly service: MapService
  readonly keys: ServiceKeys
}

export interface MapWishes {
  /** What screen readers call it. */
  readonly label: string
  readonly at: MapPlace
  /** A MapLibre style in place of our own base. */
  readonly styleUrl: string | null
  /** A provider's map below, in place of either. */
  readonly provider: Provider | null
  /** The provider's map is not drawn, or no longer. */
  readonly refused: () => void
}

/** A name on our own base; the first ones come first. */
export interface Label {
  readonly at: LngLat
  /** A country by its code, or a city by its names. */
  readonly region?: string
  readonly city?: { readonly en: string; readonly ar: string }
  /** From which zoom on it is shown. */
  readonly zoom: number
}

/** A drawn map, without anything of the library that draws it: tests put another one in its place. */
export interface MapHandle {
  /** Names to draw; none where the operator's own style, or a provider's map, has them. */
  readonly labels: readonly Label[]
  /** Pixels from the start corner, the same in every direction of writing. */
  project(at: LngLat): readonly [x: number, y: number]
  view(): { readonly bbox: Bbox; readonly zoom: number; readonly place: MapPlace }
  /** Calls back with every picture while the map moves. */
  onMove(callback: () => void): () => void
  onMoveEnd(callback: () => void): () => void
  onClick(callback: (at: LngLat, pixels: readonly [x: number, y: number]) => void): () => void
  onPointer(callback: (at: LngLat) => void): () => void
  zoomBy(steps: number): void
  show(place: MapPlace): void
  fit(bbox: Bbox): void
  setShapes(shapes: Shapes): void
  close(): void
}
