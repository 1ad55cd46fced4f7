import { session } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ask } from '../kit/call.ts'
import { type User, useSession } from '../kit/session.ts'

/**
 * Menu and rights follow what administrators change, without a reload: the live stream marks the
 * query of the own menu as stale, and both are read again.
 */
export function useFollowedMenu(user: User): void {
  const { data } = useQuery({
    queryKey: [session.menu.path, user.userName],
    // `ask`: a refresh that nobody asked for says nothing when it fails.
    queryFn: async ({ signal }) => {
      const [info, menu] = await Promise.all([
        ask(session.info, {}, { signal }),
        ask(session.menu, {}, { signal }),
      ])
      return { user: info, menu }
    },
    initialData: null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => {
    if (data && useSession.getState().user?.id === data.user.id) useSession.setState(data)
  }, [data])
}
