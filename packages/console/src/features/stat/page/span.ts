import { maxTrendDays, type TextKey } from '@muster/contract'
import type { Query } from '../../../platform/address.ts'

const dayMs = 86_400_000

/** What the curves can be asked for. */
export const spanTexts = {
  today: 'workbench.span.today',
  '7': 'workbench.span.week',
  '30': 'workbench.span.month',
  '90': 'workbench.span.quarter',
  '365': 'workbench.span.year',
  custom: 'workbench.span.custom',
} as const satisfies Readonly<Record<string, TextKey>>

/** What a curve is asked for: so many days up to today, or a first and a last day (UTC). */
interface Days {
  readonly days?: number
  readonly from?: string
  readonly to?: string
}

/** The days that an address asks for; none where it asks for nothing, or for nothing whole. */
export function daysOf({ span, from = '', to = '' }: Query): Days {
  if (span === 'today') return { days: 1 }
  if (span && /^\d+$/.test(span) && span in spanTexts) return { days: Number(span) }
  if (span !== 'custom' || !from || !to || spanProblem({ from, to })) return {}
  return { from, to }
}

/** What is wrong with two chosen days. */
export function spanProblem({ from = '', to = '' }: Query): TextKey | null {
  if (!from || !to) return null
  if (to < from) return 'workbench.endsBeforeStart'
  return (Date.parse(to) - Date.parse(from)) / dayMs >= maxTrendDays
    ? 'workbench.spanTooLong'
    : null
}
