import { useEffect, useRef, useState } from 'react'
import classes from './chart.module.css'
import type { Drawing } from './engine.ts'
import type { Drawn } from './option.ts'

const loadEngine = () => import('./engine.ts')

interface ChartProps {
  readonly drawn: Drawn
  readonly height: number
  /** Its height is the least of what its place may give it. */
  readonly fills?: boolean
  /** The point that the keys have come to; null: none. */
  readonly chosen?: number | null
}

/**
 * A picture of figures, for the eye alone: whoever draws one says its figures in words beside it.
 * The library comes with the first chart that is shown; until then its place is kept.
 */
export function Chart({ drawn, height, fills = false, chosen = null }: ChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  const [fault, setFault] = useState<Error | null>(null)
  useEffect(() => {
    let made: Drawing | null = null
    let isGone = false
    loadEngine().then(({ drawIn }) => {
      if (isGone || !place.current) return
      made = drawIn(place.current)
      setDrawing(made)
    }, setFault)
    return () => {
      isGone = true
      made?.end()
    }
  }, [])
  useEffect(() => drawing?.draw(drawn), [drawing, drawn])
  useEffect(() => drawing?.point(chosen), [drawing, chosen])
  // Code that does not come is told as everywhere: by the page around.
  if (fault) throw fault
  return (
    <div
      ref={place}
      className={classes.chart}
      style={fills ? { minHeight: height } : { height }}
      data-chart=""
      aria-hidden
    />
  )
}
