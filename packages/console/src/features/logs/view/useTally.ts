import type { LogLevel, ReplyOf } from '@muster/contract'
import { useRef, useState } from 'react'
import { call } from '../../../kit/call.ts'
import { CallError } from '../../../kit/callError.ts'
import type { ViewCalls } from './useLogLines.ts'
import type { Sought } from './useSearch.ts'

type Answer = ReplyOf<ViewCalls['tally']>

export interface Tally {
  /** What was asked. */
  readonly sought: Sought
  /** What the pattern finds, the most frequent first. */
  readonly counts: Answer['counts']
  /** Different values that are counted beside those that are listed. */
  readonly unlisted: number
  /** Lines that were looked through. */
  readonly seen: number
  readonly total: number
  readonly isGoingOn: boolean
}

/** Values that are listed; who has more seeks more closely. */
const mostListed = 200

/** Counts the lines of a log by what a pattern finds, answer by answer, until its end or another count. */
export function useTally(of: ViewCalls, id: string) {
  const [tally, setTally] = useState<Tally | null>(null)
  const running = useRef<AbortController | null>(null)
  const stop = () => {
    running.current?.abort()
    running.current = null
  }
  const count = async (sought: Sought): Promise<void> => {
    stop()
    const own = new AbortController()
    running.current = own
    try {
      await walk({ of, id, sought, signal: own.signal }, setTally)
    } catch (error) {
      // The call has told the user; an earlier count was broken off.
      if (!own.signal.aborted && !(error instanceof CallError)) throw error
      if (!own.signal.aborted) setTally(null)
    }
  }
  return { tally, count, stop }
}

interface Walk {
  readonly of: ViewCalls
  readonly id: string
  readonly sought: Sought
  readonly signal: AbortSignal
}

async function walk({ of, id, sought, signal }: Walk, tell: (tally: Tally) => void): Promise<void> {
  const { text, level, process } = sought
  const sums = new Map<string, number>()
  for (let from: number | null = 0; from !== null; ) {
    const asked: { text: string; from: number; level?: LogLevel; process?: string } = {
      text,
      from,
      ...(level !== '' && { level }),
      ...(process !== '' && { process }),
    }
    const reply: Answer = await call(of.tally, { params: { id }, query: asked }, { signal })
    signal.throwIfAborted()
    for (const { value, count } of reply.counts) sums.set(value, (sums.get(value) ?? 0) + count)
    from = reply.next
    tell({
      sought,
      ...listed(sums),
      seen: from ?? reply.total,
      total: reply.total,
      isGoingOn: from !== null,
    })
  }
}

function listed(sums: ReadonlyMap<string, number>): Pick<Tally, 'counts' | 'unlisted'> {
  const counts = [...sums]
    .map(([value, count]) => ({ value, count }))
    .toSorted((one, other) => other.count - one.count)
    .slice(0, mostListed)
  return { counts, unlisted: sums.size - counts.length }
}
