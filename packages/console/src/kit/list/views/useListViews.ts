import { listViews, type ListLook } from '@muster/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ask } from '../../call.ts'
import { usePage } from '../../page/page.ts'
import {
  isLent,
  keepOpening,
  keepTableLayout,
  lendTableLayout,
  type ListPlace,
} from '../tableLayout.ts'
import { shippedLook } from './lookOf.ts'

const keyOf = (key: string | null) => [listViews.list.path, { list: key }]

/** The views of a list and how its user has arranged it, as the server keeps them. */
export function useListViews({ key }: ListPlace) {
  return useQuery({
    queryKey: keyOf(key),
    // Nothing is lost while this cannot be read: no message says so.
    queryFn: ({ signal }) => ask(listViews.list, { query: { list: key ?? '' } }, { signal }),
    enabled: key !== null,
    subscribed: usePage().active,
    staleTime: 60_000,
  })
}

/** Looks that are still on their way to the server. */
const waiting = new Map<string, ReturnType<typeof setTimeout>>()
/** Milliseconds after the last change until it is sent. */
const saveDelay = 600

/** Takes over what another computer has changed of a list's look and of what it opens with. */
export function useFollowedLook(place: ListPlace): void {
  const { data } = useListViews(place)
  const { user, key } = place
  useEffect(() => {
    if (!data || key === null || waiting.has(key)) return
    keepTableLayout({ user, key }, data.look)
    const first = data.views.find(({ id }) => id === data.defaultId)
    keepOpening({ user, key }, first ? { id: first.id, state: first.state } : null)
  }, [data, user, key])
}

/** Changes a list's look at once, here and on the server. */
export function useLookChange(place: ListPlace) {
  const queries = useQueryClient()
  return (look: ListLook | null): void => {
    const { key } = place
    if (key === null) return
    // Of another one's view nothing stays but what is saved as a view of one's own.
    if (isLent(key)) return lendTableLayout(key, look ?? shippedLook)
    keepTableLayout(place, look)
    queries.setQueryData(keyOf(key), (read: object | undefined) => read && { ...read, look })
    clearTimeout(waiting.get(key))
    const send = () => {
      waiting.delete(key)
      // It lasts in this browser; the next change tries again.
      ask(listViews.setLook, { body: { list: key, look } }).catch(() => undefined)
    }
    waiting.set(key, setTimeout(send, saveDelay))
  }
}
