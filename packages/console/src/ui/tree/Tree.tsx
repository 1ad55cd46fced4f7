import { type KeyboardEvent, useState } from 'react'
import { linesOf, type TreeNode, type TreeStep, treeStep } from './lines.ts'
import classes from './tree.module.css'

interface TreeProps {
  readonly label: string
  readonly nodes: readonly TreeNode[]
  readonly selected: string | null
  readonly onSelect: (id: string) => void
}

const steps: Readonly<Record<string, TreeStep>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
}

/** A tree to choose from: arrows move, open and close; Enter chooses. */
export function Tree({ label, nodes, selected, onSelect }: TreeProps) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const lines = linesOf(nodes, closed)
  const [reached, setReached] = useState<string | null>(null)
  const inReach = [reached, selected].find((id) => lines.some((line) => line.id === id))
  const fold = (id: string, isOpen: boolean) => {
    const next = new Set(closed)
    if (isOpen) next.delete(id)
    else next.add(id)
    setClosed(next)
  }
  const press = (event: KeyboardEvent<HTMLElement>, id: string) => {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const step = steps[event.key]
    if (event.key === 'Enter' || event.key === ' ') onSelect(id)
    else if (event.key === (isRtl ? 'ArrowLeft' : 'ArrowRight')) fold(id, true)
    else if (event.key === (isRtl ? 'ArrowRight' : 'ArrowLeft')) fold(id, false)
    else if (step) focusLine(event.currentTarget, treeStep(lines, id, step), setReached)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div role="tree" aria-label={label} className={classes.tree}>
      {lines.map((line, index) => (
        <div
          key={line.id}
          role="treeitem"
          data-line={line.id}
          aria-level={line.depth + 1}
          aria-expanded={line.isLeaf ? undefined : line.isOpen}
          aria-selected={line.id === selected}
          tabIndex={(inReach ? line.id === inReach : index === 0) ? 0 : -1}
          className={classes.line}
          style={{ paddingInlineStart: 8 + line.depth * 16 }}
          onClick={() => onSelect(line.id)}
          onKeyDown={(event) => press(event, line.id)}
        >
          <Fold
            isLeaf={line.isLeaf}
            isOpen={line.isOpen}
            onFold={(isOpen) => fold(line.id, isOpen)}
          />
          <span className={classes.name}>{line.name}</span>
        </div>
      ))}
    </div>
  )
}

/** The mark that opens and closes a node by mouse; the keyboard has its arrows. */
function Fold(props: {
  readonly isLeaf: boolean
  readonly isOpen: boolean
  readonly onFold: (isOpen: boolean) => void
}) {
  return (
    <svg
      viewBox="0 0 10 10"
      aria-hidden="true"
      className={classes.fold}
      data-leaf={props.isLeaf || undefined}
      data-open={props.isOpen || undefined}
      onClick={(event) => {
        if (props.isLeaf) return
        event.stopPropagation()
        props.onFold(!props.isOpen)
      }}
    >
      <path d="m3 1 4 4-4 4" />
    </svg>
  )
}

function focusLine(from: HTMLElement, id: string | null, reach: (id: string) => void): void {
  if (id === null) return
  reach(id)
  from.parentElement?.querySelector<HTMLElement>(`[data-line="${CSS.escape(id)}"]`)?.focus()
}
