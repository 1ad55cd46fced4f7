import { type MenuNode, menus } from '@muster/contract'
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { Table } from '../../../ui/table/Table.tsx'
import classes from './menu.module.css'
import { menuColumns } from './menuColumns.tsx'
import { allOf, dropped, linesOf, type Step, stepped } from './menuLines.ts'
import { shownName } from './menuTexts.ts'
import type { DropTarget } from './tableActions.ts'
import { useMenuMoves } from './useMenuMoves.ts'

interface MenuTableProps {
  readonly nodes: readonly MenuNode[]
  /** What is searched for. */
  readonly word: string
  readonly turned: ReadonlyMap<string, boolean>
  readonly onTurn: (id: string, isOpen: boolean) => void
  readonly reread: () => Promise<unknown>
  readonly edit: (item: MenuNode) => void
  readonly addBelow: (parent: MenuNode) => void
}

/** The menu as a table of its tree: lines are dragged, or moved by the arrow keys on their handle. */
export function MenuTable(props: MenuTableProps) {
  const { nodes, word, turned } = props
  const frame = useRef<HTMLDivElement>(null)
  const { move, moved } = useMenuMoves(props.reread)
  const maySort = useCan(menus.sort.permission)
  const drag = useDrag((id, target) => {
    const item = allOf(nodes).find((one) => one.id === id)
    if (item) void move(item, dropped(nodes, item, target))
  })
  useEffect(() => {
    // A line that came to stand elsewhere was taken out of the page and lost the focus.
    if (moved) handleOf(frame.current, moved.id)?.focus()
  }, [moved])
  const lines = linesOf(nodes, { turned, matches: word.trim() ? matching(word) : null })
  const step = (item: MenuNode, way: Step) => void move(item, stepped(nodes, item, way))
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const id = event.target instanceof HTMLElement ? event.target.dataset['handle'] : undefined
    const way = stepOf(event)
    const item = id && way ? allOf(nodes).find((one) => one.id === id) : undefined
    if (!item || !way) return
    event.preventDefault()
    step(item, way)
  }
  return (
    <div
      ref={frame}
      className={classes.frame}
      role="presentation"
      onKeyDown={press}
      {...(maySort && drag.handlers)}
    >
      <Table
        label={t('menus.tree')}
        columns={menuColumns({ ...props, step, maySort, target: drag.target })}
        rows={lines}
        sort={null}
        onSort={() => undefined}
        instead={<p className={classes.none}>{t('menus.empty')}</p>}
      />
      <output className={classes.said}>{moved?.text}</output>
    </div>
  )
}

function matching(word: string) {
  const sought = word.trim().toLowerCase()
  return (item: MenuNode) =>
    [shownName(item), item.frontPath, item.frontName, item.btnCode, item.frontComponent].some(
      (text) => text?.toLowerCase().includes(sought),
    )
}

const handleOf = (frame: HTMLElement | null, id: string) =>
  frame?.querySelector<HTMLElement>(`[data-handle="${CSS.escape(id)}"]`)

/** Sideways is inwards and outwards, whichever way the language runs. */
function stepOf({ key, currentTarget }: KeyboardEvent<HTMLElement>): Step | null {
  const isRtl = getComputedStyle(currentTarget).direction === 'rtl'
  if (key === 'ArrowUp') return 'up'
  if (key === 'ArrowDown') return 'down'
  if (key === (isRtl ? 'ArrowLeft' : 'ArrowRight')) return 'in'
  return key === (isRtl ? 'ArrowRight' : 'ArrowLeft') ? 'out' : null
}

/** Dragging a line by its handle over others: before, into or after the one below the pointer. */
function useDrag(drop: (id: string, target: DropTarget) => void) {
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
      const over = dragged.current && targetOf(event)
      if (!over) return
      event.preventDefault()
      if (over.on !== target?.on || over.side !== target.side) setTarget(over)
    },
    onDrop: (event: DragEvent<HTMLElement>) => {
      event.preventDefault()
      const over = targetOf(event)
      if (dragged.current && over) drop(dragged.current, over)
      end()
    },
    onDragEnd: end,
  }
  return { target, handlers }
}

/** The middle half of a line is inside of it, the quarters above and below are beside it. */
function targetOf({ target, clientY }: DragEvent<HTMLElement>): DropTarget | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
  const on = row?.dataset['row']
  if (!row || on === undefined) return null
  const { top, height } = row.getBoundingClientRect()
  const part = (clientY - top) / height
  return { on, side: part < 0.25 ? 'before' : part > 0.75 ? 'after' : 'inside' }
}
