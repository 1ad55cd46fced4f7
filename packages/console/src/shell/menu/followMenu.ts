import { session } from '@muster/contract'
import { QueryObserver } from '@tanstack/react-query'
import { ask } from '../../kit/call.ts'
import { queries } from '../../kit/queries.ts'
import { useSession } from '../../kit/session.ts'

/**
 * Menu and rights follow what administrators change, without a reload: the live stream marks the
 * query of the own menu as stale, and both are read again. Answers how to stop.
 */
export function followMenu(userName: string): () => void {
  const observer = new QueryObserver(queries, {
    queryKey: [session.menu.path, userName],
    // `ask`: a refresh that nobody asked for says nothing when it fails.
    queryFn: async ({ signal }) => {
      const [user, menu] = await Promise.all([
        ask(session.info, {}, { signal }),
        ask(session.menu, {}, { signal }),
      ])
      return { user, menu }
    },
    // What sign-in has read is fresh until something changes.
    initialData: null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return observer.subscribe(({ data }) => {
    if (data && useSession.getState().user?.id === data.user.id) useSession.setState(data)
  })
}
