import { type MenuNode, menus } from '@muster/contract'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { Table } from '../../../ui/table/Table.tsx'
import { useRowDrag } from '../../../kit/sorting/useRowDrag.ts'
import classes from './menu.module.css'
import { menuColumns } from './menuColumns.tsx'
import { allOf, dropped, linesOf, type Step, stepped } from './menuLines.ts'
import { shownName } from './menuTexts.ts'
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
  const drag = useRowDrag((id, target) => {
    const item = allOf(nodes).find((one) => one.id === id)
    if (item) void move(item, dropped(nodes, item, target))
  }, true)
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
