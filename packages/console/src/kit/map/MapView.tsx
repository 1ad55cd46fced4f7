import type { Bbox, LngLat } from '@muster/contract'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { MapService } from '../../platform/mapKeys.ts'
import { t } from '../../platform/texts.ts'
import { Drawn, type Drawing } from './Drawn.tsx'
import { Labels } from './Labels.tsx'
import classes from './map.module.css'
import { type MapHandle, type MapPlace, noShapes, type Shapes } from './mapHandle.ts'
import { type Mark, Marks } from './Marks.tsx'
import { useServiceKeys } from './providerMap.ts'
import { useMap } from './useMap.ts'
import { ZoomButtons } from './ZoomButtons.tsx'

/** What of the world a map shows. */
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
  /** Whose map stands in place of our own where the site has a key for it; `own`: nobody's. */
  readonly service?: MapService | 'own'
  /** The reader draws an area, corner by corner. */
  readonly drawing?: Drawing | null
  readonly onDrawn?: (corners: readonly LngLat[] | null) => void
  readonly onView?: (view: View) => void
  readonly onClick?: (at: LngLat) => void
  readonly className?: string | undefined
}

/** Where most of the estate is expected, before anything is known. */
const usualStart: MapPlace = { center: [44, 31], zoom: 3.4 }

/** A map with marks. Where the browser cannot draw one it says so: whatever it shows stands in a list, too. */
export function MapView(props: MapViewProps) {
  const { label, marks, shapes = noShapes, fit, drawing = null, styleUrl = null } = props
  const canvas = useRef<HTMLDivElement>(null)
  const place = useRef(props.start ?? usualStart)
  const service = props.service ?? 'global'
  const keys = useServiceKeys(service)
  const { map, provided } = useMap(canvas, { label, styleUrl, service, keys, place })
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
          <Marks map={drawn} marks={marks} label={label} />
          <Drawn
            key={drawing ?? ''}
            map={drawn}
            shapes={shapes}
            drawing={drawing}
            onDrawn={props.onDrawn}
            onClick={props.onClick}
          />
          <ZoomButtons map={drawn} />
          {provided === 'refused' ? (
            <output className={classes.credits}>{t('location.providerRefused')}</output>
          ) : (
            !provided &&
            styleUrl === null && <span className={classes.credits}>{t('location.credits')}</span>
          )}
        </>
      )}
      {map === null && <output className={classes.state}>{t('location.mapLoading')}</output>}
      {map === 'none' && <p className={classes.state}>{t('location.noMap')}</p>}
    </div>
  )
}
