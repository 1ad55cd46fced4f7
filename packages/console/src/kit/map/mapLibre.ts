import 'maplibre-gl/dist/maplibre-gl.css'
import type { Bbox, LngLat } from '@muster/contract'
import {
  type GeoJSONSource,
  type LngLatBounds,
  Map as LibreMap,
  type MapEventType,
  setWorkerUrl,
  type StyleSpecification,
} from 'maplibre-gl'
import worker from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import base from 'virtual:map-base'
import { allowScript } from '../../platform/workerUrl.ts'
import { cities } from './cities.ts'
import type { Label, MapHandle, MapPlace, MapWishes, Shapes } from './mapHandle.ts'

interface Base {
  readonly world: Topology<{ countries: GeometryCollection }>
  readonly names: readonly { readonly region: string; readonly at: LngLat; readonly size: number }[]
}

let known: Promise<Base> | undefined

/** Fetched with the first map, and once. */
function loadBase(): Promise<Base> {
  known ??= fetch(base).then(async (response) => {
    if (!response.ok) throw new Error(`the base of the map: ${response.status}`)
    // Our own build has written it.
    return (await response.json()) as Base
  })
  known.catch(() => (known = undefined))
  return known
}

/** Draws a map into an element; rejects where the browser cannot. */
export async function openMap(element: HTMLElement, wishes: MapWishes): Promise<MapHandle> {
  if (!document.createElement('canvas').getContext('webgl2')) throw new Error('no WebGL')
  setWorkerUrl(allowScript(worker))
  const { label, at, styleUrl } = wishes
  const own = styleUrl === null ? await loadBase() : null
  const map = new LibreMap({
    container: element,
    style: styleUrl ?? styleOf(own, coloursOf(element)),
    center: [...at.center],
    zoom: at.zoom,
    maxZoom: 19,
    renderWorldCopies: false,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    fadeDuration: 0,
    locale: { 'Map.Title': label },
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  await new Promise<void>((resolve, reject) => {
    void map.once('load', () => resolve())
    void map.once('error', ({ error }) => reject(error))
  })
  return handleOf(map, element, own)
}

const nothing: Shapes = { lines: [], areas: [] }

function handleOf(map: LibreMap, element: HTMLElement, own: Base | null): MapHandle {
  let shapes = nothing
  if (!own) addShapeLayers(map, coloursOf(element))
  const recolour = new MutationObserver(() => {
    if (own) map.setStyle(styleOf(own, coloursOf(element), shapes))
  })
  recolour.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] })
  const follow = <K extends keyof MapEventType>(
    type: K,
    callback: (event: MapEventType[K]) => void,
  ) => {
    map.on(type, callback)
    return () => void map.off(type, callback)
  }
  return {
    labels: own ? labelsOf(own) : [],
    project: ([lng, lat]) => {
      const { x, y } = map.project([lng, lat])
      return [x, y]
    },
    view: () => viewOf(map),
    onMove: (callback) => follow('move', callback),
    onMoveEnd: (callback) => follow('moveend', callback),
    onClick: (callback) =>
      follow('click', ({ lngLat, point }) => callback(withinWorld(lngLat), [point.x, point.y])),
    onPointer: (callback) => follow('mousemove', ({ lngLat }) => callback(withinWorld(lngLat))),
    zoomBy: (steps) => void map.zoomTo(map.getZoom() + steps),
    show: ({ center, zoom }) => void map.easeTo({ center: [...center], zoom, essential: false }),
    fit: ({ west, south, east, north }) =>
      void map.fitBounds([west, south, east, north], { padding: 48, maxZoom: 15 }),
    setShapes: (next) => {
      shapes = next
      void map.getSource<GeoJSONSource>('shapes')?.setData(drawn(shapes))
    },
    close: () => {
      recolour.disconnect()
      map.remove()
    },
  }
}

function viewOf(map: LibreMap): { bbox: Bbox; zoom: number; place: MapPlace } {
  const bounds: LngLatBounds = map.getBounds()
  const { lng, lat } = map.getCenter()
  const bbox = {
    west: Math.max(-180, bounds.getWest()),
    south: Math.max(-90, bounds.getSouth()),
    east: Math.min(180, bounds.getEast()),
    north: Math.min(90, bounds.getNorth()),
  }
  return { bbox, zoom: map.getZoom(), place: { center: [lng, lat], zoom: map.getZoom() } }
}

const withinWorld = ({ lng, lat }: { lng: number; lat: number }): LngLat => [
  Math.max(-180, Math.min(180, lng)),
  Math.max(-90, Math.min(90, lat)),
]

interface Colours {
  readonly water: string
  readonly land: string
  readonly border: string
  readonly accent: string
}

/** The colours of the theme, as the map's style sheet names them. */
function coloursOf(element: HTMLElement): Colours {
  const style = getComputedStyle(element)
  const colour = (name: string) => style.getPropertyValue(`--map-${name}`).trim() || '#888'
  return {
    water: colour('water'),
    land: colour('land'),
    border: colour('border'),
    accent: colour('accent'),
  }
}

function styleOf(own: Base | null, colours: Colours, shapes = nothing): StyleSpecification {
  if (!own) throw new Error('the map has no base')
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

function addShapeLayers(map: LibreMap, colours: Colours): void {
  map.addSource('shapes', { type: 'geojson', data: drawn(nothing) })
  for (const layer of shapeLayers(colours)) map.addLayer(layer)
}

function drawn({ lines, areas }: Shapes): GeoJSON.GeometryCollection {
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

/** From which zoom on a city of a rank is named. */
const zoomOfRank = [2.5, 4, 5.5]

function labelsOf({ names }: Base): readonly Label[] {
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
