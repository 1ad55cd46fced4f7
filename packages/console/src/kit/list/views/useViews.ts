import type { ListView } from '@muster/contract'
import { useEffect, useEffectEvent } from 'react'
import { usePage } from '../../page/page.ts'
import type { SlotProps } from '../slotProps.ts'
import { membersOf } from '../../../ui/form/schema.ts'
import {
  firstState,
  type ListState,
  usualPageSize,
  writeState,
} from '../../../ui/table/listState.ts'
import { lendTableLayout, useTableLayout } from '../tableLayout.ts'
import { isSame, viewStateOf } from './lookOf.ts'
import { useListViews, useLookChange } from './useListViews.ts'

export type Views = ReturnType<typeof useViews>

/** The views of a list, the one that is shown, and how to show another. */
export function useViews(list: SlotProps['list']) {
  const { query, setQuery } = usePage()
  const look = useTableLayout(list.place)
  const changeLook = useLookChange(list.place)
  const { data } = useListViews(list.place)
  const all = data?.views ?? []
  const current = all.find(({ id }) => id === query['view']) ?? null
  const now = viewStateOf(list.state, look)
  // A page size of 0 is nobody's usual one: the address then names it.
  const at = { names: Object.keys(membersOf(list.call.schemas.query)), pageSize: 0 }
  const write = (state: ListState, view?: string) => {
    const { view: _, ...others } = writeState(state, query, at)
    setQuery(view === undefined ? others : { ...others, view })
  }
  const { key } = list.place
  const adopt = (view: ListView) => {
    if (key !== null) lendTableLayout(key, null)
    changeLook(view.state.look)
  }
  const apply = (view: ListView | null) => {
    if (!view) return write(firstState(usualPageSize))
    if (view.isOwn) adopt(view)
    else if (key !== null) lendTableLayout(key, view.state.look)
    write({ ...firstState(usualPageSize), ...view.state }, view.id)
  }
  useLent(key, current)
  useLinked({ current, isBare: !at.names.some((name) => name in query), apply })
  return {
    place: list.place,
    all,
    current,
    defaultId: data?.defaultId ?? null,
    now,
    isChanged: current !== null && !isSame(current.state, now),
    apply,
    /** Names what is shown as a view, or as none. */
    name: (view: ListView | null) => {
      if (view?.isOwn) adopt(view)
      write(list.state, view?.id)
    },
  }
}

/** While a view of somebody else is shown, the list is arranged as it says; after it, as before. */
function useLent(key: string | null, current: ListView | null): void {
  const view = current?.isOwn === false ? current : null
  const lend = useEffectEvent(() => {
    if (key !== null && view) lendTableLayout(key, view.state.look)
  })
  const id = view?.id
  useEffect(() => {
    if (key === null || id === undefined) return undefined
    lend()
    return () => lendTableLayout(key, null)
  }, [key, id])
}

interface Linked {
  readonly current: ListView | null
  /** The address says nothing but the view. */
  readonly isBare: boolean
  readonly apply: (view: ListView) => void
}

/** A link that names a view and nothing else shows what the view shows. */
function useLinked({ current, isBare, apply }: Linked): void {
  const show = useEffectEvent(() => {
    if (current && isBare) apply(current)
  })
  const id = current?.id
  useEffect(() => {
    if (id !== undefined) show()
  }, [id])
}
