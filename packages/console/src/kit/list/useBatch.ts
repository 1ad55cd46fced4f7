import { useListSlots } from '../parts/listSlots.ts'
import type { Batch, LifeCalls } from './recordCalls.ts'
import { useSend } from './useAction.ts'

/** Changes records, says what became of it and offers a way back; answers whether it was done. */
export function useBatch(of: LifeCalls) {
  const send = useSend(of)
  const slots = useListSlots()
  return (kind: Batch['kind'], what: Batch['what']): Promise<boolean> =>
    slots.runBatch({ of, kind, what }, send)
}
