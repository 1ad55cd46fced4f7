import { type ComponentType, createContext, Suspense, use } from 'react'
import { whenIdle } from '../whenIdle.ts'
import { lazyPart } from '../lazyPart.tsx'
import type { PeekProps, SlotProps } from './slotProps.ts'

/** What stands around every list, with code of its own. */
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
}

/** A part that the page does not wait for, in a place of its own. */
function apart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Part = lazyPart(async () => {
    const Loaded = await load()
    return (props: P) => <Loaded {...props} />
  })
  return function Apart(props: P) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    )
  }
}

/** Their code waits until the rows are there. Tests put others in their place. */
export const ListSlots = createContext<ListSlots>({
  Views: apart(async () => {
    await whenIdle()
    return (await import('./views/Views.tsx')).Views
  }),
  Foot: apart(async () => {
    await whenIdle()
    return (await import('./Foot.tsx')).Foot
  }),
  Columns: apart(async () => {
    await whenIdle()
    return (await import('./views/ColumnsButton.tsx')).ColumnsButton
  }),
  Peek: apart(async () => {
    await whenIdle()
    return (await import('./Peek.tsx')).Peek
  }),
  Chosen: apart(async () => (await import('./Chosen.tsx')).Chosen),
  ChosenEnd: apart(async () => (await import('./Chosen.tsx')).ChosenEnd),
})

/** What stands around lists. */
export const useListSlots = () => use(ListSlots)
