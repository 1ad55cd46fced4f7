import { useState } from 'react'
import { localState, useRows } from '../../../kit/list/useList.ts'
import { changed } from '../../../ui/table/listState.ts'
import type { PushCalls } from '../pushCalls.ts'

/** The terminals of a push as a list, with a state of its own: the address is that of the list behind. */
export function useItemList(of: PushCalls, pushId: string) {
  const [state, setState] = useState(localState)
  return useRows(
    { ...of.items },
    { fixed: { pushId } },
    { state, change: (change) => setState(changed(state, change)) },
  )
}

export type ItemList = ReturnType<typeof useItemList>
