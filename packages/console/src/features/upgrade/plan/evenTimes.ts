import type { PlanForecast, PlanProgress } from '@muster/contract'

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

type Expected = PlanForecast['curve']

/** A forecast at even distances of time: between two of its points it goes on as they do. */
export function atEvenMinutes(curve: Expected): Expected {
  const [first, last] = [curve.at(0), curve.at(-1)]
  if (!first || !last || first.minute === last.minute) return curve
  // No two of them within a minute: both would be called the same.
  const length = Math.min(most, Math.ceil(last.minute - first.minute) + 1)
  const step = (last.minute - first.minute) / (length - 1)
  let next = 0
  return Array.from({ length }, (_, nth) => {
    const minute = nth === length - 1 ? last.minute : first.minute + nth * step
    while ((curve[next]?.minute ?? minute) < minute) next += 1
    const [before, after] = [curve[next - 1] ?? first, curve[next] ?? last]
    const span = after.minute - before.minute
    const share = span === 0 ? 1 : (minute - before.minute) / span
    return { minute, done: Math.round(before.done + share * (after.done - before.done)) }
  })
}
