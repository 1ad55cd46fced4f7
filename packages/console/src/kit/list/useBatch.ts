import { useListSlots } from '../parts/listSlots.ts'
import type { Row } from './listed.ts'
import type { Batch, LifeCalls } from './recordCalls.ts'
import { useSend } from './useAction.ts'
import type { List } from './useList.ts'

/** Changes records, says what became of it and offers a way back; answers whether it was done. */
export function useBatch(of: LifeCalls) {
  const send = useSend(of)
  const slots = useListSlots()
  return (kind: Batch['kind'], what: Batch['what']): Promise<boolean> =>
    slots.runBatch({ of, kind, what }, send)
}

/** The chosen rows of a list, as a batch call names them. */
export const chosenOf = <R extends Row>({ isAll, selected, sought, total }: List<R>) =>
  isAll ? { matching: sought, count: total } : { ids: [...selected] }

/** How many rows are chosen. */
export const countOf = <R extends Row>({ isAll, selected, total }: List<R>): number =>
  isAll ? total : selected.size
