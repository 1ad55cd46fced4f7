import type { LngLat } from '@muster/contract'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../platform/texts.ts'
import { rectangleOf } from './bbox.ts'
import classes from './map.module.css'
import type { MapHandle, Shapes } from './mapHandle.ts'
import { usePlaced } from './usePlaced.ts'

/** How an area is drawn: by two opposite corners, or by all of them. */
export type Drawing = 'rectangle' | 'polygon'

interface DrawnProps {
  readonly map: MapHandle
  readonly shapes: Shapes
  readonly drawing: Drawing | null
  readonly onDrawn: ((corners: readonly LngLat[] | null) => void) | undefined
  readonly onClick: ((at: LngLat) => void) | undefined
}

/** Pixels from the first corner within which a press closes the area. */
const closing = 14

/** What is drawn, and what is being drawn. */
export function Drawn({ map, shapes, drawing, onDrawn, onClick }: DrawnProps) {
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
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onDrawn?.(null)
      if (event.key !== 'Enter' || corners.length < 3) return
      // It would press the button that began the drawing once more, or send the form around it.
      event.preventDefault()
      onDrawn?.(corners)
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
