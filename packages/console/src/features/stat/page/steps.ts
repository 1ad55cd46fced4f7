import type { StatGrain } from '@muster/contract'
import { formatDateTime, formatDay, formatTimeOfDay } from '../../../platform/format.ts'

/** What the steps of a curve are named by: an hour by its time, with its day where there are several. */
export function stepLabel(at: string, grain: StatGrain, count: number): string {
  if (grain !== 'HOUR') return formatDay(at.slice(0, 10))
  return count > 24 ? formatDateTime(at) : formatTimeOfDay(at)
}

interface Stepped {
  readonly from: string
  readonly to: string
  readonly points: readonly { readonly at: string }[]
}

/** What of a step lies within what its curve is about. */
export function spanOfStep({ from, to, points }: Stepped, place: number) {
  const [begins = from, ends = to] = [points[place]?.at, points[place + 1]?.at]
  return { from: begins < from ? from : begins, to: ends < to ? ends : to }
}
