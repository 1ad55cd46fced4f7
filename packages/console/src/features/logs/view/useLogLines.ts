import { type InputOf, type logViewCalls } from '@muster/contract'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { query } from '../../../kit/queries.ts'

export type ViewCalls = ReturnType<typeof logViewCalls>

/** Lines that are fetched at once. */
const pageLines = 500
/** How long lines that are out of sight are kept: a log is larger than a browser's memory may be. */
const keptMs = 60_000

interface Sight {
  readonly first: number
  readonly last: number
}

/** The lines of a log around those in sight; the server has all of it, the browser some pages. */
export function useLogLines(of: ViewCalls, id: string, { first, last }: Sight) {
  const input = (from: number): InputOf<ViewCalls['view']> => ({
    params: { id },
    query: { from, count: pageLines },
  })
  const options = (from: number) => ({
    ...query(of.view, input(from)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: keptMs,
  })
  const head = useQuery({ ...options(0), placeholderData: keepPreviousData })
  const places = placesOf({ first, last })
  const pages = useQueries({ queries: places.map((from) => options(from)) })
  const lineAt = (index: number): string | null => {
    const at = places.indexOf(index - (index % pageLines))
    return pages[at]?.data?.lines[index % pageLines] ?? null
  }
  return { head, lineAt }
}

function placesOf({ first, last }: Sight): number[] {
  const places: number[] = []
  for (let from = first - (first % pageLines); from <= last; from += pageLines) places.push(from)
  return places
}
