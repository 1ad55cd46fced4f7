interface Ends {
  readonly from: string
  readonly to: string
}

interface Grid extends Ends {
  readonly grain: 'HOUR' | 'DAY'
  /** Where each step begins; epoch milliseconds. */
  readonly steps: readonly number[]
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** More days than this are shown day by day. */
const maxHourlyDays = 8

/** The whole hours, or days of a long span, that a span touches: what is counted by them has no halves. */
export function gridOf({ from, to }: Ends): Grid {
  const [begin, end] = [Date.parse(from), Date.parse(to)]
  const isLong = end - begin > maxHourlyDays * dayMs
  const step = isLong ? dayMs : hourMs
  const first = Math.floor(begin / step) * step
  const last = Math.ceil(end / step) * step
  const steps = Array.from({ length: (last - first) / step }, (_, place) => first + place * step)
  return {
    from: new Date(first).toISOString(),
    to: new Date(last).toISOString(),
    grain: isLong ? 'DAY' : 'HOUR',
    steps,
  }
}
