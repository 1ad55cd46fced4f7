import { codes, listViews, type ListLook } from '@muster/contract'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ask } from '../../call.ts'
import { usePage } from '../../page/page.ts'
import { outcomeOf } from '../../useAction.ts'
import {
  isLent,
  isUnsent,
  keepOpening,
  keepTableLayout,
  keepUnsent,
  keptLayout,
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

/**
 * Takes over what another computer has changed of a list's look and of what it opens with. A look that
 * the server has not heard of, for the page was left or the line was down, stays and is sent again.
 */
export function useFollowedLook(place: ListPlace): void {
  const { data } = useListViews(place)
  const queries = useQueryClient()
  const { user, key } = place
  useEffect(() => {
    if (!data || key === null || waiting.has(key)) return
    if (isUnsent({ user, key })) sendLook(queries, { user, key }, 0)
    else keepTableLayout({ user, key }, data.look)
    const first = data.views.find(({ id }) => id === data.defaultId)
    keepOpening({ user, key }, first ? { id: first.id, state: first.state } : null)
  }, [data, queries, user, key])
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
    keepUnsent(place, true)
    sendLook(queries, place, saveDelay)
  }
}

/** Tells the server how a list is arranged here; what does not arrive stays marked as unsent. */
function sendLook(queries: QueryClient, place: ListPlace, delay: number): void {
  const key = place.key ?? ''
  const look = keptLayout(place)
  clearTimeout(waiting.get(key))
  const send = async () => {
    const sent = await outcomeOf(ask(listViews.setLook, { body: { list: key, look } }))
    // It was changed once more meanwhile.
    if (waiting.get(key) !== timer) return
    waiting.delete(key)
    // What the server would refuse the next time as well is given up.
    if ('reply' in sent || sent.error.code === codes.badRequest) keepUnsent(place, false)
    // What was read since says how it was before.
    if ('reply' in sent)
      queries.setQueryData(keyOf(key), (read: object | undefined) => read && { ...read, look })
  }
  const timer = setTimeout(() => void send(), delay)
  waiting.set(key, timer)
}
