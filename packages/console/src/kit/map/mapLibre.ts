import 'maplibre-gl/dist/maplibre-gl.css'
import {
  type GeoJSONSource,
  Map as LibreMap,
  type MapEventType,
  setWorkerUrl,
  type StyleSpecification,
} from 'maplibre-gl'
import worker from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { t } from '../../platform/texts.ts'
import { allowScript } from '../../platform/workerUrl.ts'
import { colourKey, followColours } from './followColours.ts'
import { type Base, labelsOf, loadBase } from './mapBase.ts'
import { type Label, type MapHandle, type MapWishes, noShapes, type Shapes } from './mapHandle.ts'
import { warm } from './heat.ts'
import { addShapeLayers, clearStyle, coloursOf, drawn, styleOf } from './mapStyle.ts'
import { viewOf, withinWorld } from './mapView.ts'
import { openProviderMap, type ProviderMap } from './providerMap.ts'

/** Draws a map into an element; rejects where the browser cannot. */
export async function openMap(element: HTMLElement, wishes: MapWishes): Promise<MapHandle> {
  if (!document.createElement('canvas').getContext('webgl2')) throw new Error('no WebGL')
  setWorkerUrl(allowScript(worker))
  const lower = await openLower(element, wishes)
  const drawnIn = colourKey(element)
  const { label, at, styleUrl } = wishes
  const map = new LibreMap({
    container: element,
    style: lower.style() ?? styleUrl ?? '',
    center: [...at.center],
    zoom: at.zoom,
    maxZoom: 19,
    renderWorldCopies: false,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    fadeDuration: 0,
    // A page is scrolled across its map; whoever means the map is told how.
    cooperativeGestures: true,
    locale: {
      'Map.Title': label,
      'CooperativeGesturesHandler.WindowsHelpText': t('location.zoomByCtrl'),
      'CooperativeGesturesHandler.MacHelpText': t('location.zoomByCommand'),
      'CooperativeGesturesHandler.MobileHelpText': t('location.moveByTwo'),
    },
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  await new Promise<void>((resolve, reject) => {
    void map.once('load', () => resolve())
    void map.once('error', ({ error }) => reject(error))
  })
  return handleOf(map, { element, drawnIn }, lower)
}

/** What lies below of what is drawn: our own base, a provider's map, or an operator's style. */
interface Lower {
  readonly labels: readonly Label[]
  readonly provided: ProviderMap | null
  readonly own?: Base
  /** In the colours of now; null: the style is an operator's. */
  readonly style: (shapes?: Shapes) => StyleSpecification | null
}

async function openLower(
  element: HTMLElement,
  { provider, refused, at, styleUrl }: MapWishes,
): Promise<Lower> {
  if (provider) {
    const provided = await openProviderMap(element, { provider, refused, at })
    return { provided, labels: [], style: (shapes) => clearStyle(coloursOf(element), shapes) }
  }
  if (styleUrl !== null) return { provided: null, labels: [], style: () => null }
  const own = await loadBase()
  return {
    provided: null,
    own,
    labels: labelsOf(own),
    style: (shapes) => styleOf(own, coloursOf(element), shapes),
  }
}

/** Where a map is, and the colours that it was made in. */
interface Place {
  readonly element: HTMLElement
  readonly drawnIn: string
}

/** In the colours of now. */
function redraw(map: LibreMap, { style, provided }: Lower, shapes: Shapes): void {
  const coloured = style(shapes)
  if (coloured) map.setStyle(coloured)
  provided?.redraw()
}

function drawShapes(map: LibreMap, { own }: Lower, shapes: Shapes): void {
  void map.getSource<GeoJSONSource>('heat')?.setData(warm(shapes.heat))
  void map.getSource<GeoJSONSource>('shapes')?.setData(drawn(shapes, own))
}

function handleOf(map: LibreMap, { element, drawnIn }: Place, lower: Lower): MapHandle {
  let shapes = noShapes
  const { provided } = lower
  if (!lower.style()) addShapeLayers(map, coloursOf(element))
  const stop = followColours(element, drawnIn, () => redraw(map, lower, shapes))
  const follow = <K extends keyof MapEventType>(
    type: K,
    callback: (event: MapEventType[K]) => void,
  ) => {
    map.on(type, callback)
    return () => void map.off(type, callback)
  }
  if (provided) follow('move', () => provided.follow(viewOf(map).place))
  return {
    labels: lower.labels,
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
      drawShapes(map, lower, next)
    },
    close: () => {
      stop()
      provided?.close()
      map.remove()
    },
  }
}
