import { type ComponentType, createContext, use } from 'react'
import { whenIdle } from '../whenIdle.ts'
import { lazyPart } from '../../platform/lazyPart.tsx'
import { chosenPart } from './chosenPart.tsx'
import type { PeekProps, SlotProps } from './slotProps.ts'

/** What stands around every list, with code of its own. */
export interface ListSlots {
  /** At the end of the filters. */
  readonly Views: ComponentType<Pick<SlotProps, 'list'>>
  /** Among what can be done to the list. */
  readonly Columns: ComponentType<SlotProps>
  /** Beside it, where rows can be chosen. */
  readonly Select: ComponentType<Pick<SlotProps, 'list'>>
  /** Below the rows. */
  readonly Foot: ComponentType<SlotProps>
  /** What the line above the rows begins with while some are chosen. */
  readonly Chosen: ComponentType<SlotProps>
  /** What it ends with. */
  readonly ChosenEnd: ComponentType<SlotProps>
  /** Beside the rows: one of them, looked at without leaving the list. */
  readonly Peek: ComponentType<PeekProps>
}

/** Their code waits until the rows are there. Tests put others in their place. */
export const ListSlots = createContext<ListSlots>({
  Views: lazyPart(async () => {
    await whenIdle()
    return (await import('./views/Views.tsx')).Views
  }),
  Foot: lazyPart(async () => {
    await whenIdle()
    return (await import('./Foot.tsx')).Foot
  }),
  Columns: lazyPart(async () => {
    await whenIdle()
    return (await import('./views/ColumnsButton.tsx')).ColumnsButton
  }),
  Select: lazyPart(async () => {
    await whenIdle()
    return (await import('./SelectButton.tsx')).SelectButton
  }),
  Peek: lazyPart(async () => {
    await whenIdle()
    return (await import('./Peek.tsx')).Peek
  }),
  Chosen: chosenPart(async () => (await import('./Chosen.tsx')).Chosen),
  ChosenEnd: chosenPart(async () => (await import('./Chosen.tsx')).ChosenEnd),
})

/** What stands around lists. */
export const useListSlots = () => use(ListSlots)
