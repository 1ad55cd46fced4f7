import type { ReactNode } from 'react'
import type { Row } from './listed.ts'
import type { List } from './useList.ts'
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
    'key' | 'title' | 'width' | 'sortable' | 'holds' | 'isExtra'
  >[]
}
