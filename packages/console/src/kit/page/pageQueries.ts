import { QueryClient } from '@tanstack/react-query'
import { queries } from '../queries.ts'

/**
 * The console's cache for a page that was mounted anew at a moment (epoch milliseconds): every
 * answer from before it counts as stale, however long the query itself would keep it, so that the
 * page reads each again when it first needs it. What it reads serves other pages too.
 */
export function queriesReadSince(since: number): QueryClient {
  const client = new QueryClient({
    queryCache: queries.getQueryCache(),
    mutationCache: queries.getMutationCache(),
    defaultOptions: queries.getDefaultOptions(),
  })
  const plain = client.defaultQueryOptions.bind(client)
  client.defaultQueryOptions = (options) => {
    const all = plain(options)
    if (options._defaulted) return all
    const { staleTime } = all
    return {
      ...all,
      staleTime: (query) => {
        if (query.state.dataUpdatedAt < since) return 0
        return typeof staleTime === 'function' ? staleTime(query) : (staleTime ?? 0)
      },
    }
  }
  return client
}
