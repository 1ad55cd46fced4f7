import { atRest } from '../../kit/atRest.ts'
import { lazyPart } from '../../kit/parts/lazyPart.tsx'
import type { ListSlots } from '../../kit/parts/listSlots.ts'
import { loadChunk } from '../../platform/chunk.ts'

/** What stands around every list. Its code waits until the rows are there. */
export const listSlots: ListSlots = {
  Views: lazyPart(async () => {
    await atRest()
    return (await import('./Views.tsx')).Views
  }),
  Foot: lazyPart(async () => {
    await atRest()
    return (await import('./Foot.tsx')).Foot
  }),
  Chosen: lazyPart(async () => (await import('./Chosen.tsx')).Chosen),
  runBatch: async (batch, send) =>
    (await loadChunk(() => import('./runBatch.ts'))).runBatch(batch, send),
}
