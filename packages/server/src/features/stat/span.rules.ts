import { maxTrendDays } from '@muster/contract'

const dayMs = 86_400_000
const hourMs = 3_600_000

/** What a page of figures is about, in hours, where nobody names days. */
export const month = 30 * 24

/** More days than this are shown day by day. */
const maxHourlyDays = 8

/** The time that a curve covers: from its first moment to before its last. */
export interface Span {
  readonly from: Date
  readonly until: Date
}

export interface Days {
  /** So many days up to today. */
  readonly days?: number | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** What is wrong with two days, as a text key; null: nothing. */
export function problemOf({
  from,
  to,
}: Days): 'workbench.bothDays' | 'workbench.endsBeforeStart' | 'workbench.spanTooLong' | null {
  if (from === undefined && to === undefined) return null
  if (from === undefined || to === undefined) return 'workbench.bothDays'
  if (to < from) return 'workbench.endsBeforeStart'
  return daysOf(from, to) > maxTrendDays ? 'workbench.spanTooLong' : null
}

/**
 * Whole days, the last included; without them the last `hours`, the one that is not over included, or as
 * many days: what is shown day by day is kept by whole days, and begins with one.
 */
export function spanOf({ days, from, to }: Days, now: Date, hours: number): Span {
  if (from !== undefined && to !== undefined)
    return { from: startOf(from), until: new Date(startOf(to).getTime() + dayMs) }
  if (days !== undefined) {
    const until = Math.floor(now.getTime() / dayMs) * dayMs + dayMs
    return { from: new Date(until - days * dayMs), until: new Date(until) }
  }
  if (hours > maxHourlyDays * 24) return spanOf({ days: hours / 24 }, now, hours)
  const until = Math.floor(now.getTime() / hourMs) * hourMs + hourMs
  return { from: new Date(until - hours * hourMs), until: new Date(until) }
}

/** Hours are kept for so many days; older ones are added up to one row a day. */
export const keptDays = 32

/** Whether what happened is known by the hour from the first moment of a span on. */
export const knowsHours = ({ from }: Span, now: Date): boolean =>
  now.getTime() - from.getTime() < keptDays * dayMs

/** The steps of a curve over a span. */
export const grainOf = (span: Span, now: Date): 'HOUR' | 'DAY' =>
  span.until.getTime() - span.from.getTime() > maxHourlyDays * dayMs || !knowsHours(span, now)
    ? 'DAY'
    : 'HOUR'

const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`)
const daysOf = (from: string, to: string): number =>
  (startOf(to).getTime() - startOf(from).getTime()) / dayMs + 1
