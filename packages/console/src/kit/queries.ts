import type { Call, InputOf } from '@muster/contract'
import { QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** The console's cache of what the server answered; the live stream says what is stale. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
})

/**
 * A read as options of `useQuery`. The key begins with the call's path, which is how the live
 * stream finds it: `useQuery(query(devices.page, { query: { pageNum: 1 } }))`.
 */
export function query<C extends Call>(c: C, input: InputOf<C>) {
  return queryOptions({
    queryKey: [c.path, input],
    queryFn: ({ signal }) => call(c, input, { signal }),
  })
}
