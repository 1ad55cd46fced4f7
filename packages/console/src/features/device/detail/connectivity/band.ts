import type { Connection } from '@muster/contract'

/** A stretch of time in which a terminal was connected throughout, or not at all; epoch ms. */
export interface Segment {
  readonly state: 'ONLINE' | 'OFFLINE'
  readonly from: number
  readonly until: number
}

export interface Band {
  readonly from: number
  readonly until: number
  /** Without gaps, oldest first; from the beginning, or from when there was a terminal. */
  readonly segments: readonly Segment[]
  /** Connections after the first one. */
  readonly reconnects: number
  /** Share of that time connected, 0 to 1. */
  readonly onlineShare: number
  /** The longest absence, in milliseconds. */
  readonly longestGap: number
}

interface Span {
  readonly from: number
  readonly until: number
}

/**
 * What a terminal's connections say about a stretch of time; they may overlap and reach beyond it.
 * Nothing is said of the time before `since`, when there was no terminal yet.
 */
export function bandOf(connections: readonly Connection[], whole: Span, since = 0): Band {
  const known = { from: Math.min(whole.until, Math.max(whole.from, since)), until: whole.until }
  const spans = merged(connections.flatMap((connection) => clipped(connection, known)))
  const segments = withGaps(spans, known)
  const lengths = (state: Segment['state']) =>
    segments.filter((segment) => segment.state === state).map(({ from, until }) => until - from)
  const length = known.until - known.from
  return {
    ...whole,
    segments,
    reconnects: Math.max(0, connections.length - 1),
    onlineShare: length > 0 ? sum(lengths('ONLINE')) / length : 0,
    longestGap: Math.max(0, ...lengths('OFFLINE')),
  }
}

function clipped({ connectedAt, disconnectedAt }: Connection, whole: Span): Span[] {
  const from = Math.max(whole.from, Date.parse(connectedAt))
  const end = disconnectedAt === null ? whole.until : Date.parse(disconnectedAt)
  const until = Math.min(whole.until, end)
  return from < until ? [{ from, until }] : []
}

/** Spans in order, those that touch or overlap made one. */
function merged(spans: readonly Span[]): readonly Span[] {
  const done: Span[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = done.at(-1)
    if (last && span.from <= last.until) {
      done[done.length - 1] = { from: last.from, until: Math.max(last.until, span.until) }
    } else done.push(span)
  }
  return done
}

function withGaps(spans: readonly Span[], whole: Span): readonly Segment[] {
  const segments: Segment[] = []
  let at = whole.from
  for (const { from, until } of spans) {
    if (from > at) segments.push({ state: 'OFFLINE', from: at, until: from })
    segments.push({ state: 'ONLINE', from, until })
    at = until
  }
  if (at < whole.until) segments.push({ state: 'OFFLINE', from: at, until: whole.until })
  return segments
}

const sum = (lengths: readonly number[]) => lengths.reduce((total, length) => total + length, 0)

/** The reason why connections ended most often; the latest one of several as frequent. */
export function commonReason(connections: readonly Connection[]): string | null {
  const counts = new Map<string, number>()
  for (const { reason } of connections) {
    if (reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  const most = Math.max(...counts.values())
  return [...counts].findLast(([, count]) => count === most)?.[0] ?? null
}
