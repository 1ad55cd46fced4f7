import 'maplibre-gl/dist/maplibre-gl.css'
import type { Bbox, LngLat } from '@muster/contract'
import {
  type GeoJSONSource,
  type LngLatBounds,
  Map as LibreMap,
  type MapEventType,
  setWorkerUrl,
} from 'maplibre-gl'
import worker from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { allowScript } from '../../platform/workerUrl.ts'
import { type Base, labelsOf, loadBase } from './mapBase.ts'
import { type MapHandle, type MapPlace, type MapWishes, noShapes } from './mapHandle.ts'
import { addShapeLayers, coloursOf, drawn, styleOf } from './mapStyle.ts'

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

function handleOf(map: LibreMap, element: HTMLElement, own: Base | null): MapHandle {
  let shapes = noShapes
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
