import { type DragEvent, useRef, useState } from 'react'

type Side = 'before' | 'inside' | 'after'

/** Where a dragged row would go. */
export interface DropTarget {
  readonly on: string
  readonly side: Side
}

/** Dragging a row by its handle over others of its table: before, into or after the one below the pointer. */
export function useRowDrag(drop: (id: string, target: DropTarget) => void, mayLieInside: boolean) {
  const dragged = useRef<string | null>(null)
  const [target, setTarget] = useState<DropTarget | null>(null)
  const end = () => {
    dragged.current = null
    setTarget(null)
  }
  const handlers = {
    onDragStart: (event: DragEvent<HTMLElement>) => {
      const { target: from } = event
      dragged.current = from instanceof HTMLElement ? (from.dataset['handle'] ?? null) : null
      if (dragged.current) event.dataTransfer.setData('text/plain', '')
    },
    onDragOver: (event: DragEvent<HTMLElement>) => {
      const over = dragged.current && targetOf(event, mayLieInside)
      if (!over) return
      event.preventDefault()
      if (over.on !== target?.on || over.side !== target.side) setTarget(over)
    },
    onDrop: (event: DragEvent<HTMLElement>) => {
      event.preventDefault()
      const over = targetOf(event, mayLieInside)
      if (dragged.current && over) drop(dragged.current, over)
      end()
    },
    onDragEnd: end,
  }
  return { target, handlers }
}

/** The middle half of a row is inside of it, where it takes others in; else it has two halves. */
function targetOf(
  { target, clientY }: DragEvent<HTMLElement>,
  mayLieInside: boolean,
): DropTarget | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
  const on = row?.dataset['row']
  if (!row || on === undefined) return null
  const { top, height } = row.getBoundingClientRect()
  const part = (clientY - top) / height
  if (mayLieInside && part >= 0.25 && part <= 0.75) return { on, side: 'inside' }
  return { on, side: part < 0.5 ? 'before' : 'after' }
}
