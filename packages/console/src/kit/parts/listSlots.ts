import { type ComponentType, createContext, use } from 'react'
import type { Row } from '../list/listed.ts'
import type { Batch } from '../list/recordCalls.ts'
import type { Send } from '../list/useAction.ts'
import type { List } from '../list/useList.ts'
import type { Column } from './columns.tsx'

export interface SlotProps {
  readonly list: List<Row>
  readonly columns: readonly Pick<
    Column<Record<string, unknown>>,
    'key' | 'title' | 'width' | 'sortable'
  >[]
}

/** What stands around every list: the shell brings it once the rows are there. */
export interface ListSlots {
  /** Beside the filters. */
  readonly Views: ComponentType<Pick<SlotProps, 'list'>>
  /** Below the rows. */
  readonly Foot: ComponentType<SlotProps>
  /** Over the rows, while some are chosen. */
  readonly Chosen: ComponentType<SlotProps>
  readonly runBatch: (batch: Batch, send: Send) => Promise<boolean>
}

const empty = () => null

export const ListSlots = createContext<ListSlots>({
  Views: empty,
  Foot: empty,
  Chosen: empty,
  runBatch: () => Promise.resolve(false),
})

/** What stands around lists. */
export const useListSlots = () => use(ListSlots)
