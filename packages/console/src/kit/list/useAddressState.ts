import { useEffect, useEffectEvent, useState } from 'react'
import { type ListPlace, openingOf } from './tableLayout.ts'
import { changed, type ListState, readState, writeState } from '../../ui/table/listState.ts'
import { usePage } from '../page/page.ts'
import { useSession } from '../session.ts'

interface At {
  readonly names: readonly string[]
  readonly pageSize: number
  /** Filters that a list begins with where neither the address nor the user's own view says any. */
  readonly opensOn?: ListState['filter'] | undefined
}

/** A list's state in the page's address; an address that says nothing opens the user's own view. */
export function useAddressState(key: string, at: At) {
  const { query, setQuery } = usePage()
  const place: ListPlace = { user: useSession(({ user }) => user?.userName ?? ''), key }
  const isBare = !at.names.some((name) => name in query)
  const [opening, setOpening] = useState(() =>
    isBare ? (openingOf(place, query['view']) ?? usual(at, query['view'])) : null,
  )
  const asked = readState(query, at.names, at.pageSize)
  const state = opening && isBare ? { ...asked, ...opening.state } : asked
  const open = useEffectEvent(() => {
    // With its page size, so that the address is bare no more.
    if (opening && isBare)
      setQuery({
        ...writeState(state, query, { ...at, pageSize: 0 }),
        ...('id' in opening && { view: opening.id }),
      })
  })
  useEffect(() => open(), [])
  const change = (change: Partial<ListState>) => {
    setOpening(null)
    // As above: an address that says nothing but its view would be shown as the view was saved, a bare one as it opens.
    const pageSize = query['view'] || at.opensOn ? 0 : at.pageSize
    setQuery(writeState(changed(state, change), query, { ...at, pageSize }))
  }
  return { state, change, place }
}

/** What a list opens on by itself; a view that is named says all of it. */
const usual = ({ opensOn }: At, view: string | undefined) =>
  opensOn && view === undefined ? { state: { filter: opensOn } } : null
