import { useEffect } from 'react'
import { chosenOf } from '../../ui/table/useSelection.ts'
import { runBatch } from './lazyBatch.ts'
import type { Row } from '../list/listed.ts'
import type { Act, Batch, BatchCalls, LifeCalls } from './recordCalls.ts'
import { useSend } from '../useAction.ts'
import type { List } from '../list/useList.ts'

/** Changes records, says what became of it and offers a way back; answers whether it was done. */
export function useBatch(of: LifeCalls) {
  const send = useSend(of)
  return (kind: Batch['kind'], what: Batch['what']): Promise<boolean> =>
    runBatch({ of, kind, what }, send)
}

/** {@link useBatch} for the chosen rows of a list, which then may be all that match. */
export function useChosenBatch<R extends Row>(list: List<R>, of: BatchCalls) {
  const send = useSend(of)
  useEffect(() => {
    if (list.batch !== of) list.offerBatch(of)
  })
  return async (act: Act): Promise<void> => {
    if (await runBatch({ ...act, what: chosenOf(list) }, send)) list.clearSelection()
  }
}
