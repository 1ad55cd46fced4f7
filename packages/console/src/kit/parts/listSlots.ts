import { type ComponentType, createContext, type ReactNode, use } from 'react'
import type { Row } from '../list/listed.ts'
import type { Batch } from '../list/recordCalls.ts'
import type { Send } from '../list/useAction.ts'
import type { List } from '../list/useList.ts'
import type { Column } from './columns.tsx'

/** A row as one looks at it: its columns, also those that the list does not show, and its buttons. */
export interface Peeked {
  readonly name: string
  readonly facts: readonly {
    readonly id: string
    readonly title: string
    readonly value: ReactNode
  }[]
  readonly acts: ReactNode
}

export interface PeekProps {
  /** Null: no such row on this page. */
  readonly peek: (id: string) => Peeked | null
}

export interface SlotProps {
  readonly list: List<Row>
  readonly columns: readonly Pick<
    Column<Record<string, unknown>>,
    'key' | 'title' | 'width' | 'sortable'
  >[]
}

/** What stands around every list: the shell brings it once the rows are there. */
export interface ListSlots {
  /** At the end of the filters. */
  readonly Views: ComponentType<Pick<SlotProps, 'list'>>
  /** Among what can be done to the list. */
  readonly Columns: ComponentType<SlotProps>
  /** Below the rows. */
  readonly Foot: ComponentType<SlotProps>
  /** What the line above the rows begins with while some are chosen. */
  readonly Chosen: ComponentType<SlotProps>
  /** What it ends with. */
  readonly ChosenEnd: ComponentType<SlotProps>
  /** Beside the rows: one of them, looked at without leaving the list. */
  readonly Peek: ComponentType<PeekProps>
  readonly runBatch: (batch: Batch, send: Send) => Promise<boolean>
}

const empty = () => null

export const ListSlots = createContext<ListSlots>({
  Views: empty,
  Columns: empty,
  Foot: empty,
  Chosen: empty,
  ChosenEnd: empty,
  Peek: empty,
  runBatch: () => Promise.resolve(false),
})

/** What stands around lists. */
export const useListSlots = () => use(ListSlots)
