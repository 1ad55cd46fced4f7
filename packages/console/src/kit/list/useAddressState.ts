import { useEffect, useEffectEvent, useState } from 'react'
import { type ListPlace, openingOf } from './tableLayout.ts'
import { changed, type ListState, readState, writeState } from '../../ui/table/listState.ts'
import { usePage } from '../page/page.ts'
import { useSession } from '../session.ts'

/** A list's state in the page's address; an address that says nothing opens the user's own view. */
export function useAddressState(key: string, at: { names: readonly string[]; pageSize: number }) {
  const { query, setQuery } = usePage()
  const place: ListPlace = { user: useSession(({ user }) => user?.userName ?? ''), key }
  const isBare = !at.names.some((name) => name in query)
  const [opening, setOpening] = useState(() => (isBare ? openingOf(place, query['view']) : null))
  const asked = readState(query, at.names, at.pageSize)
  const state = opening && isBare ? { ...asked, ...opening.state } : asked
  const open = useEffectEvent(() => {
    // With its page size, so that the address is bare no more.
    if (opening && isBare)
      setQuery({ ...writeState(state, query, { ...at, pageSize: 0 }), view: opening.id })
  })
  useEffect(() => open(), [])
  const change = (change: Partial<ListState>) => {
    setOpening(null)
    // As above: an address that says nothing but its view would be shown as the view was saved.
    const pageSize = query['view'] ? 0 : at.pageSize
    setQuery(writeState(changed(state, change), query, { ...at, pageSize }))
  }
  return { state, change, place }
}
