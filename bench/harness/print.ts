import { median, percentile, ratioOf, type Series } from './rounds.ts'

export const say = (text = ''): void => void process.stdout.write(`${text}\n`)

/** Prints ours and its baselines: the median rate of each, latencies, and the ratio to each. */
export function printComparison(title: string, unit: string, series: readonly Series[]): void {
  const [ours, ...baselines] = series
  if (!ours) return
  say(`\n${title}`)
  for (const one of series) say(`  ${one.name.padEnd(34)} ${rateOf(one, unit)}${latencyOf(one)}`)
  for (const baseline of baselines) {
    const { median: middle, min, max } = ratioOf(ours.rates, baseline.rates)
    const spread = `${times(middle)} (${times(min)} to ${times(max)}, ${ours.rates.length} rounds)`
    say(
      `  ratio to ${baseline.name.padEnd(25)} ${spread}${tailOf(ours, baseline)}${workOf(ours, baseline)}`,
    )
  }
}

const times = (value: number) => `${value.toFixed(2)}x`

const rateOf = ({ rates }: Series, unit: string) => `${grouped(median(rates))} ${unit}`.padStart(20)

function latencyOf({ latencies, ...series }: Series): string {
  const cost = costOf(series)
  if (latencies.length === 0) return cost
  const [middle, tail] = [0.5, 0.99].map((share) => percentile(latencies, share).toFixed(2))
  return `${cost}   p50 ${middle} ms   p99 ${tail} ms`
}

/** Processor time of a piece, and how busy it kept a core: well below 1, something else was the limit. */
function costOf({ rates, costs, kernelCosts }: Omit<Series, 'latencies'>): string {
  if (costs.length === 0) return ''
  const busy = median(rates.map((rate, round) => (rate * (costs[round] ?? 0)) / 1e6))
  const kernel = `${grouped(median(kernelCosts))} of them in the system`
  return `   ${grouped(median(costs))} µs CPU each, ${kernel}   ${busy.toFixed(2)} cores`
}

/** How the tails compare: above 1 ours is slower. */
function tailOf(ours: Series, baseline: Series): string {
  if (ours.latencies.length === 0 || baseline.latencies.length === 0) return ''
  return `   p99 ${times(percentile(ours.latencies, 0.99) / percentile(baseline.latencies, 0.99))}`
}

/** Pieces of work per CPU second, as a ratio like the first one: it does not mind busy neighbours. */
function workOf(ours: Series, baseline: Series): string {
  if (ours.costs.length === 0) return ''
  const { median: middle, min, max } = ratioOf(baseline.costs, ours.costs)
  return `   by CPU ${times(middle)} (${times(min)} to ${times(max)})`
}

/** A number a person can read: 12,345 or 3.4. */
export const grouped = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 })
