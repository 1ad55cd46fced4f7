import type { PlanProgress } from '@muster/contract'

type Curve = PlanProgress['curve']

/** Points that a chart of this width tells apart. */
const most = 60

/**
 * A curve at even distances of time, at each what was last known: written down when something
 * happened, its own points would stretch what was quick and hide what took long.
 */
export function atEvenTimes(curve: Curve): Curve {
  const [first, last] = [curve.at(0), curve.at(-1)]
  if (!first || !last) return []
  const from = Date.parse(first.at)
  const step = (Date.parse(last.at) - from) / (most - 1)
  if (step === 0) return [last]
  let next = 0
  let known = first
  return Array.from({ length: most }, (_, nth) => {
    const moment = nth === most - 1 ? Date.parse(last.at) : from + nth * step
    for (let one = curve[next]; one && Date.parse(one.at) <= moment; one = curve[next]) {
      known = one
      next += 1
    }
    return { ...known, at: new Date(moment).toISOString() }
  })
}
