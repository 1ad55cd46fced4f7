import { fillPath, type LogTrace, logTraces } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../kit/call.ts'
import { queries } from '../../../kit/queries.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import type { ShownLine } from '../view/LineRows.tsx'

/** Lines that a browser keeps of a trace; all of them are in its file. */
export const mostTailed = 5000
/** Asked for this often, too, where the stream says nothing. */
const askAgainMs = 5_000
/** Answers that are fetched one after the other, at the most. */
const mostAnswers = 50

export interface Tail {
  readonly trace: LogTrace
  /** The latest piece. */
  readonly last: number
  readonly lines: readonly ShownLine[]
}

/** What has come of a trace; more comes by itself, and only what is new is fetched. */
export function useTail(id: string, isActive: boolean) {
  // The live stream finds it by its path, as any query.
  const queryKey = [fillPath(logTraces.tail.path, { id }), 'lines']
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => goOn(id, queries.getQueryData<Tail>(queryKey), signal),
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.trace.isFiled ? false : askAgainMs,
    subscribed: isActive,
    staleTime: 0,
    gcTime: 0,
  })
}

async function goOn(id: string, before: Tail | undefined, signal: AbortSignal): Promise<Tail> {
  let last = before?.last ?? -1
  let lines: readonly ShownLine[] = before?.lines ?? []
  for (let answers = 1; ; answers += 1) {
    const asked = { params: { id }, query: { after: last } }
    const { trace, pieces } = await call(logTraces.tail, asked, { signal })
    const more = pieces.flatMap((piece) => [
      ...gapOf(piece),
      ...piece.lines.map((text): ShownLine => ({ text })),
    ])
    lines = [...lines, ...more].slice(-mostTailed)
    last = pieces.at(-1)?.seq ?? last
    if (pieces.length === 0 || answers === mostAnswers) return { trace, last, lines }
  }
}

function gapOf({ missing, lost }: { missing: number; lost: number }): ShownLine[] {
  const gap = (text: string): ShownLine => ({ text, isGap: true })
  return [
    ...(missing > 0 ? [gap(t('logTrace.gapHere', { count: formatNumber(missing) }))] : []),
    ...(lost > 0 ? [gap(t('logTrace.lostHere', { count: formatNumber(lost) }))] : []),
  ]
}
