import { type Call, fillPath, type InputOf, type ReplyOf } from '@muster/contract'
import { QueryClient, queryOptions } from '@tanstack/react-query'
import { answerAhead } from '../platform/answersAhead.ts'
import { call, requestOf } from './call.ts'

/** The console's cache of what the server answered; the live stream says what is stale. */
export const queries = new QueryClient({
  defaultOptions: {
    // `always`: the browser's guess at being offline is not the server's answer.
    queries: {
      retry: false,
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      networkMode: 'always',
    },
    mutations: { retry: false },
  },
})

/**
 * A read as options of `useQuery`. The key begins with the path that is asked, which is how the
 * live stream finds it: `useQuery(query(devices.page, { query: { pageNum: 1 } }))`.
 */
export function query<C extends Call>(c: C, input: InputOf<C>) {
  return queryOptions({
    queryKey: [pathOf(c, input), input],
    queryFn: ({ signal }) => call(c, input, { signal }),
    // As `call` takes it: the server checks its answers against the call's schema.
    initialData: () => answerAhead(requestOf(c, input).target) as ReplyOf<C> | undefined,
  })
}

/** A call's path as the server is asked, with the placeholders filled: the first part of a key. */
export function pathOf(c: Call, input: { readonly params?: unknown }): string {
  // Which values a path needs is what the call's own type says; any call passes here.
  return fillPath(c.path, { ...(input.params as object | undefined) })
}
