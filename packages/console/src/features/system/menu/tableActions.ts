import type { MenuNode } from '@muster/contract'
import type { DropTarget } from '../../../kit/sorting/useRowDrag.ts'
import type { Step } from './menuLines.ts'

/** What the lines of the table can do. */
export interface TableActions {
  readonly onTurn: (id: string, isOpen: boolean) => void
  readonly edit: (item: MenuNode) => void
  readonly addBelow: (parent: MenuNode) => void
  readonly step: (item: MenuNode, way: Step) => void
  readonly maySort: boolean
  readonly target: DropTarget | null
}
