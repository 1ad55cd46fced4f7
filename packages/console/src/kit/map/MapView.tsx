import type { Bbox, LngLat } from '@muster/contract'
import {
  type CSSProperties,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { formatNumber } from '../../platform/format.ts'
import { language, t } from '../../platform/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import classes from './map.module.css'
import type { Label, MapHandle, MapPlace, Shapes } from './mapHandle.ts'
import { withoutOverlap } from './placeLabels.ts'

/** Something on a map that can be pressed. */
export interface Mark {
  readonly key: string
  readonly at: LngLat
  /** How many it stands for; a dot says nothing, a pin is a place of its own. */
  readonly kind: 'cluster' | 'dot' | 'pin'
  readonly count?: number
  readonly tone?: 'ok' | 'away' | 'mixed'
  readonly label: string
  readonly isChosen?: boolean
  readonly onPress?: () => void
}

export type Drawing = 'rectangle' | 'polygon'

export interface View {
  readonly bbox: Bbox
  readonly zoom: number
}

interface MapViewProps {
  readonly label: string
  readonly marks: readonly Mark[]
  readonly shapes?: Shapes
  /** Where it begins; later it is the reader's. */
  readonly start?: MapPlace
  /** Brings this into view whenever it becomes another one. */
  readonly fit?: Bbox | null
  readonly styleUrl?: string | null
  /** The reader draws an area, corner by corner. */
  readonly drawing?: Drawing | null
  readonly onDrawn?: (corners: readonly LngLat[] | null) => void
  readonly onView?: (view: View) => void
  readonly onClick?: (at: LngLat) => void
  readonly className?: string | undefined
}

const load = () => import('./mapLibre.ts').then(({ openMap }) => openMap)

const noShapes: Shapes = { lines: [], areas: [] }
/** Where most of the estate is expected, before anything is known. */
const usualStart: MapPlace = { center: [44, 31], zoom: 3.4 }

/** A map with marks. Where the browser cannot draw one it says so: whatever it shows stands in a list, too. */
export function MapView(props: MapViewProps) {
  const { label, marks, shapes = noShapes, fit, drawing = null, styleUrl = null } = props
  const canvas = useRef<HTMLDivElement>(null)
  const place = useRef(props.start ?? usualStart)
  const [map, setMap] = useState<MapHandle | 'none' | null>(null)
  useEffect(() => {
    const element = canvas.current
    if (!element) return undefined
    let isGone = false
    let opened: MapHandle | null = null
    load()
      .then((openMap) => (isGone ? null : openMap(element, { label, at: place.current, styleUrl })))
      .then((handle) => {
        if (isGone) handle?.close()
        else if (handle) setMap((opened = handle))
      })
      .catch(() => !isGone && setMap('none'))
    return () => {
      isGone = true
      opened?.close()
      setMap(null)
    }
  }, [label, styleUrl])
  const drawn = map === 'none' ? null : map
  // Tells what is in view, and keeps the place for when the tab comes back.
  const noteView = useEffectEvent((handle: MapHandle) => {
    const { bbox, zoom, place: now } = handle.view()
    place.current = now
    props.onView?.({ bbox, zoom })
  })
  useEffect(() => {
    if (!drawn) return undefined
    noteView(drawn)
    return drawn.onMoveEnd(() => noteView(drawn))
  }, [drawn])
  useEffect(() => {
    if (drawn && fit) drawn.fit(fit)
  }, [drawn, fit])
  return (
    <div
      className={`${classes.map} ${props.className ?? ''}`}
      data-map={map === null ? 'loading' : map === 'none' ? 'none' : 'ready'}
      data-drawing={drawing ?? undefined}
    >
      <div ref={canvas} className={classes.canvas} dir="ltr" />
      {drawn && (
        <>
          <Labels map={drawn} />
          <Marks map={drawn} marks={marks} />
          <Drawn
            key={drawing ?? ''}
            map={drawn}
            shapes={shapes}
            drawing={drawing}
            onDrawn={props.onDrawn}
            onClick={props.onClick}
          />
          <div className={classes.buttons}>
            <ZoomButton label={t('location.zoomIn')} onClick={() => drawn.zoomBy(1)}>
              <Icon name="plus" size={16} />
            </ZoomButton>
            <ZoomButton label={t('location.zoomOut')} onClick={() => drawn.zoomBy(-1)}>
              −
            </ZoomButton>
          </div>
          {styleUrl === null && <span className={classes.credits}>{t('location.credits')}</span>}
        </>
      )}
      {map === null && <output className={classes.state}>{t('location.mapLoading')}</output>}
      {map === 'none' && <p className={classes.state}>{t('location.noMap')}</p>}
    </div>
  )
}

interface ZoomButtonProps {
  readonly label: string
  readonly onClick: () => void
  readonly children: ReactNode
}

const ZoomButton = ({ label, onClick, children }: ZoomButtonProps) => (
  <button type="button" aria-label={label} title={label} onClick={onClick}>
    {children}
  </button>
)

/** Puts the children of an element where their places are, with every picture of the map. */
function usePlaced(
  map: MapHandle,
  layer: { readonly current: HTMLElement | null },
  places: readonly LngLat[],
): void {
  useLayoutEffect(() => {
    const put = () => {
      for (const [index, child] of [...(layer.current?.children ?? [])].entries()) {
        const at = places[index]
        if (!at || !(child instanceof HTMLElement)) continue
        const [x, y] = map.project(at)
        child.style.translate = `${x}px ${y}px`
      }
    }
    put()
    return map.onMove(put)
  }, [map, layer, places])
}

function Marks({ map, marks }: { readonly map: MapHandle; readonly marks: readonly Mark[] }) {
  const layer = useRef<HTMLDivElement>(null)
  usePlaced(
    map,
    layer,
    marks.map(({ at }) => at),
  )
  return (
    <div ref={layer} className={classes.layer} dir="ltr">
      {marks.map((mark) => (
        <button
          key={mark.key}
          type="button"
          className={classes.mark}
          data-kind={mark.kind}
          data-tone={mark.tone}
          data-chosen={mark.isChosen || undefined}
          aria-label={mark.label}
          title={mark.label}
          // The list beside the map is the way of the keyboard: a stop at each mark would be none.
          tabIndex={-1}
          style={mark.kind === 'cluster' ? sizeOf(mark.count ?? 1) : undefined}
          onClick={mark.onPress}
        >
          {mark.kind === 'cluster' && formatNumber(mark.count ?? 1)}
        </button>
      ))}
    </div>
  )
}

/** A mark grows with what it stands for, tenfold by a step. */
const sizeOf = (count: number): CSSProperties =>
  // React takes custom properties; its types do not say so.
  ({ '--size': `${26 + 7 * Math.log10(count)}px` }) as CSSProperties

/** Names on a map at once. */
const mostLabels = 60

/** The names of countries and cities, in the reader's language and the console's own type. */
function Labels({ map }: { readonly map: MapHandle }) {
  const layer = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState<readonly Label[]>([])
  useEffect(() => {
    const choose = () => setNear(chosenOf(map))
    choose()
    return map.onMoveEnd(choose)
  }, [map])
  usePlaced(
    map,
    layer,
    near.map(({ at }) => at),
  )
  return (
    <div ref={layer} className={classes.layer} dir="ltr" aria-hidden="true">
      {near.map((label) => (
        <span
          key={label.region ?? label.city?.en}
          className={classes.label}
          data-kind={label.region ? 'country' : 'city'}
        >
          <bdi>{textOf(label)}</bdi>
        </span>
      ))}
    </div>
  )
}

const isArabic = language.startsWith('ar')
const regions = new Intl.DisplayNames([isArabic ? 'ar' : language], {
  type: 'region',
  fallback: 'none',
})

const textOf = ({ region, city }: Label): string =>
  region ? (regions.of(region) ?? '') : ((isArabic ? city?.ar : city?.en) ?? '')

/** Pixels that a name takes, as far as a guess can tell. */
const widthOf = (text: string) => 7 * text.length
const lineHeight = 18

function chosenOf(map: MapHandle): readonly Label[] {
  const { zoom, bbox } = map.view()
  const seen = map.labels.filter(
    ({ at: [lng, lat], zoom: from }) =>
      from <= zoom && lng > bbox.west && lng < bbox.east && lat > bbox.south && lat < bbox.north,
  )
  const placed = seen.map((label) => {
    const [x, y] = map.project(label.at)
    const width = widthOf(textOf(label))
    return { x: x + width / 2, y: y + lineHeight / 2, width, height: lineHeight }
  })
  const shown = withoutOverlap(placed, mostLabels)
  return seen.filter((_, index) => shown.has(index))
}

interface DrawnProps {
  readonly map: MapHandle
  readonly shapes: Shapes
  readonly drawing: Drawing | null
  readonly onDrawn: MapViewProps['onDrawn']
  readonly onClick: MapViewProps['onClick']
}

/** Pixels from the first corner within which a press closes the area. */
const closing = 14

/** What is drawn, and what is being drawn. */
function Drawn({ map, shapes, drawing, onDrawn, onClick }: DrawnProps) {
  const [corners, setCorners] = useState<readonly LngLat[]>([])
  const layer = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const growing = drawing ? [corners] : []
    map.setShapes({
      ...shapes,
      lines: [...shapes.lines, ...growing.filter(({ length }) => length > 1)],
    })
  }, [map, shapes, drawing, corners])
  useEffect(() => {
    if (!drawing) return onClick && map.onClick((at) => onClick(at))
    return map.onClick((at, pixels) => {
      const next = [...corners, at]
      if (drawing === 'rectangle' && next.length === 2) onDrawn?.(rectangleOf(next))
      else if (corners.length > 2 && isNear(map, corners, pixels)) onDrawn?.(corners)
      else setCorners(next)
    })
  }, [map, drawing, corners, onDrawn, onClick])
  useEffect(() => {
    if (!drawing) return undefined
    const press = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onDrawn?.(null)
      if (key === 'Enter' && corners.length > 2) onDrawn?.(corners)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [drawing, corners, onDrawn])
  usePlaced(map, layer, corners)
  if (!drawing) return null
  return (
    <>
      <div ref={layer} className={classes.layer} dir="ltr" aria-hidden="true">
        {corners.map((corner) => (
          <span key={corner.join()} className={`${classes.mark} ${classes.corner}`} />
        ))}
      </div>
      <output className={classes.hint}>
        {t(drawing === 'rectangle' ? 'location.drawRectangleHint' : 'location.drawHint')}
      </output>
    </>
  )
}

function isNear(map: MapHandle, [first]: readonly LngLat[], [x, y]: readonly [number, number]) {
  if (!first) return false
  const [left, top] = map.project(first)
  return Math.hypot(left - x, top - y) < closing
}

/** The corners of the rectangle between two opposite ones. */
function rectangleOf([one, other]: readonly LngLat[]): readonly LngLat[] {
  if (!one || !other) return []
  return [one, [other[0], one[1]], other, [one[0], other[1]]]
}

/** The corners of a view, as an area. */
export const cornersOf = ({ west, south, east, north }: Bbox): readonly LngLat[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
]

/** The smallest part of the world that has these places; none for none. */
export function bboxOf(places: readonly LngLat[]): Bbox | null {
  if (places.length === 0) return null
  const [lngs, lats] = [places.map(([lng]) => lng), places.map(([, lat]) => lat)]
  return {
    west: Math.min(...lngs),
    south: Math.min(...lats),
    east: Math.max(...lngs),
    north: Math.max(...lats),
  }
}
