import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './paramForm.module.css'

interface VirtualListProps {
  readonly count: number
  readonly keyOf: (at: number) => string
  /** Pixels, before it is measured. */
  readonly heightOf: (at: number) => number
  readonly row: (at: number) => ReactNode
  /** The key of the row that is to be brought into sight, with the focus on what it holds. */
  readonly goal: string | null
}

/** The rows in sight, in a frame as high as all of them; each row has the height that it needs. */
export function VirtualList(props: VirtualListProps) {
  'use no memo' // The virtualizer keeps its identity while what it answers changes.
  const { count, keyOf, heightOf, row, goal } = props
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: heightOf,
    getItemKey: keyOf,
    overscan: 6,
    initialRect: { width: 800, height: 600 },
  })
  useEffect(() => {
    const place = Array.from({ length: count }, (_, at) => keyOf(at)).indexOf(goal ?? '')
    if (place < 0) return undefined
    virtual.scrollToIndex(place, { align: 'center' })
    const focus = requestAnimationFrame(() =>
      scroller.current
        ?.querySelector<HTMLElement>(`[data-index="${place}"] :is(input, select, textarea, button)`)
        ?.focus({ preventScroll: true }),
    )
    return () => cancelAnimationFrame(focus)
    // Once for each goal, not whenever rows come and go.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [goal])
  return (
    <div ref={scroller} className={classes.rows}>
      <div style={{ blockSize: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => (
          <div
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            className={classes.placed}
            // No transform: what a row opens over the page, a table's dialog say, would be held within the row.
            style={{ insetBlockStart: start }}
          >
            {row(index)}
          </div>
        ))}
      </div>
    </div>
  )
}
