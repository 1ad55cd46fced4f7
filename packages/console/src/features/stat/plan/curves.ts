import type { planStat, ReplyOf } from '@muster/contract'

export type Compared = ReplyOf<typeof planStat.compare>['plans'][number]

/** Moments of a comparison, evenly from the beginning to the end of the plan that took longest. */
const moments = 49

/**
 * How far each plan had come, in percent of its terminals, at the same moments since the beginning of
 * each; null: it was over by then.
 */
export function curvesOf(plans: readonly Compared[]) {
  const longest = Math.max(1, ...plans.map(({ curve }) => curve.at(-1)?.minute ?? 0))
  const minutes = Array.from({ length: moments }, (_, nth) => (longest * nth) / (moments - 1))
  return { minutes, values: plans.map((plan) => minutes.map((minute) => comeBy(plan, minute))) }
}

function comeBy({ curve, size, endedAt }: Compared, minute: number): number | null {
  const last = curve.at(-1)
  if (!last || size === 0) return null
  if (minute > last.minute && endedAt !== null) return null
  const done = curve.findLast((point) => point.minute <= minute)?.succeeded ?? 0
  return Math.round((done * 1000) / size) / 10
}
