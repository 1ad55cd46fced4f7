import type { StatGrain } from '@muster/contract'
import { knowsHours, type Span } from './span.rules.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Days that a curve shows by the hour, by the day and by the week, where nobody asked for a step. */
const fitting: readonly (readonly [number, StatGrain])[] = [
  [4, 'HOUR'],
  [100, 'DAY'],
  [Number.POSITIVE_INFINITY, 'WEEK'],
]
/** The steps of a curve: those asked for, as far as hours are kept, else those that fit its span. */
export function grainFor(span: Span, asked: StatGrain | undefined, now: Date): StatGrain {
  const isKept = knowsHours(span, now)
  if (asked && (asked !== 'HOUR' || isKept)) return asked
  const days = (span.until.getTime() - span.from.getTime()) / dayMs
  const found = fitting.find(([most, grain]) => days <= most && (grain !== 'HOUR' || isKept))
  return found?.[1] ?? 'DAY'
}

/** Where the step begins that a moment lies in (UTC; a week on its Monday). */
export function stepOf(at: Date, grain: StatGrain): Date {
  const time = at.getTime()
  if (grain === 'HOUR') return new Date(Math.floor(time / hourMs) * hourMs)
  const day = Math.floor(time / dayMs) * dayMs
  if (grain === 'DAY') return new Date(day)
  // The first of January 1970 was a Thursday.
  if (grain === 'WEEK') return new Date(day - ((Math.floor(day / dayMs) + 3) % 7) * dayMs)
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1))
}

function stepAfter(at: Date, grain: StatGrain): Date {
  if (grain === 'MONTH') return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1))
  const lengths = { HOUR: hourMs, DAY: dayMs, WEEK: 7 * dayMs }
  return new Date(at.getTime() + lengths[grain])
}

export interface Step {
  readonly at: Date
  /** Before this moment. */
  readonly until: Date
  /** Of it that lie in the span and have passed. */
  readonly hours: number
}

/** The steps of a span that have begun. */
export function stepsOf({ from, until }: Span, grain: StatGrain, now: Date): readonly Step[] {
  const last = Math.min(until.getTime(), now.getTime())
  const steps: Step[] = []
  for (let at = stepOf(from, grain); at.getTime() < last; at = stepAfter(at, grain)) {
    const next = stepAfter(at, grain)
    const begun = Math.max(at.getTime(), from.getTime())
    const hours = (Math.min(next.getTime(), last) - begun) / hourMs
    steps.push({ at, until: next, hours })
  }
  return steps
}

export interface Change {
  readonly at: Date
  readonly delta: number
}

/**
 * How many there were at the end of each step: as many as now, less what has changed since. Steps
 * that ended before `known` are not known.
 */
export function levelsOf(
  steps: readonly Step[],
  {
    now,
    changes,
    known,
  }: { readonly now: number; readonly changes: readonly Change[]; readonly known: Date },
): readonly (number | null)[] {
  const later = changes.toSorted((one, other) => other.at.getTime() - one.at.getTime())
  const levels: (number | null)[] = []
  let level = now
  let next = 0
  for (const { until } of steps.toReversed()) {
    for (let change = later[next]; change && change.at >= until; change = later[++next])
      level -= change.delta
    levels.push(until > known ? level : null)
  }
  return levels.toReversed()
}
