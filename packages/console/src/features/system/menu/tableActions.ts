import type { MenuNode } from '@muster/contract'
import type { Side, Step } from './menuLines.ts'

/** Where a dragged line would go. */
export interface DropTarget {
  readonly on: string
  readonly side: Side
}

/** What the lines of the table can do. */
export interface TableActions {
  readonly onTurn: (id: string, isOpen: boolean) => void
  readonly edit: (item: MenuNode) => void
  readonly addBelow: (parent: MenuNode) => void
  readonly step: (item: MenuNode, way: Step) => void
  readonly maySort: boolean
  readonly target: DropTarget | null
}
