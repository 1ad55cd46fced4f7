import { type ComponentType, Suspense } from 'react'
import { whenIdle } from '../../kit/whenIdle.ts'
import { lazyPart } from '../../kit/parts/lazyPart.tsx'
import type { ListSlots } from '../../kit/parts/listSlots.ts'
import { loadChunk } from '../../platform/chunk.ts'

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

/** What stands around every list. Its code waits until the rows are there. */
export const listSlots: ListSlots = {
  Views: apart(async () => {
    await whenIdle()
    return (await import('./Views.tsx')).Views
  }),
  Foot: apart(async () => {
    await whenIdle()
    return (await import('./Foot.tsx')).Foot
  }),
  Columns: apart(async () => {
    await whenIdle()
    return (await import('./ColumnsButton.tsx')).ColumnsButton
  }),
  Peek: apart(async () => {
    await whenIdle()
    return (await import('./Peek.tsx')).Peek
  }),
  Chosen: apart(async () => (await import('./Chosen.tsx')).Chosen),
  ChosenEnd: apart(async () => (await import('./Chosen.tsx')).ChosenEnd),
  runBatch: async (batch, send) =>
    (await loadChunk(() => import('./runBatch.ts'))).runBatch(batch, send),
}
