import type { LogLevel, ReplyOf } from '@muster/contract'
import { useRef, useState } from 'react'
import { call } from '../../../kit/call.ts'
import { CallError } from '../../../kit/callError.ts'
import type { ViewCalls } from './useLogLines.ts'

export interface Sought {
  readonly text: string
  readonly isPattern: boolean
  readonly level: LogLevel | ''
  /** The number of a process. */
  readonly process: string
}

type Hit = ReplyOf<ViewCalls['search']>['hits'][number]

export interface Found {
  /** The text that every hit holds; empty: a pattern found them, their level or their process. */
  readonly sought: string
  readonly hits: readonly Hit[]
  /** Lines that were looked through. */
  readonly seen: number
  readonly total: number
  readonly isGoingOn: boolean
  /** There are more hits than are shown. */
  readonly isCapped: boolean
}

/** Hits that are listed: whoever has more seeks more closely. */
const mostListed = 1000

/** Looks through a log, answer by answer, until its end is reached or somebody seeks something else. */
export function useSearch(of: ViewCalls, id: string) {
  const [found, setFound] = useState<Found | null>(null)
  const running = useRef<AbortController | null>(null)
  const stop = () => {
    running.current?.abort()
    running.current = null
  }
  const seek = async (sought: Sought): Promise<void> => {
    stop()
    if (sought.text === '' && sought.level === '' && sought.process === '') return setFound(null)
    const own = new AbortController()
    running.current = own
    try {
      await walk({ of, id, sought, signal: own.signal }, setFound)
    } catch (error) {
      // The call has told the user; an earlier search was broken off.
      if (!own.signal.aborted && !(error instanceof CallError)) throw error
      if (!own.signal.aborted) setFound(null)
    }
  }
  return { found, seek, stop }
}

interface Walk {
  readonly of: ViewCalls
  readonly id: string
  readonly sought: Sought
  readonly signal: AbortSignal
}

async function walk(
  { of, id, sought: { text, isPattern, level, process }, signal }: Walk,
  tell: (found: Found) => void,
): Promise<void> {
  let hits: readonly Hit[] = []
  for (let from: number | null = 0; from !== null; ) {
    const asked: { text: string; from: number; pattern?: '1'; level?: LogLevel; process?: string } =
      {
        text,
        from,
        ...(isPattern && { pattern: '1' }),
        ...(level !== '' && { level }),
        ...(process !== '' && { process }),
      }
    const reply: ReplyOf<ViewCalls['search']> = await call(
      of.search,
      { params: { id }, query: asked },
      { signal },
    )
    signal.throwIfAborted()
    hits = [...hits, ...reply.hits].slice(0, mostListed)
    const isCapped = hits.length === mostListed
    from = isCapped ? null : reply.next
    const seen = reply.next ?? reply.total
    tell({
      sought: isPattern ? '' : text,
      hits,
      seen,
      total: reply.total,
      isGoingOn: from !== null,
      isCapped,
    })
  }
}
