import { type Cpu, cpuOf } from './cpu.ts'

/** One of the things that are compared: does one round's work and answers its figure, per second. */
export interface Side {
  readonly name: string
  /** What is made ready for a round, and not measured. */
  readonly prepare?: () => Promise<void>
  readonly run: () => Promise<Figure>
  /** Whose processor time the work takes, with their children. */
  readonly processes: readonly number[]
}

export interface Figure {
  readonly perSecond: number
  /** How many pieces of work the round did. */
  readonly count: number
  /** Milliseconds, where each piece of work has a latency. */
  readonly latencies?: readonly number[]
}

/** Figures of one side over all rounds. */
export interface Series {
  readonly name: string
  readonly rates: readonly number[]
  /** CPU microseconds that a piece of work took, round by round; empty where nobody knows. */
  readonly costs: readonly number[]
  /** The part of each that the system took. */
  readonly kernelCosts: readonly number[]
  readonly latencies: readonly number[]
}

/**
 * Runs the sides in turn, each round the other way round (A B, B A, ...), after one round that
 * does not count. The machine's speed changes within minutes: only what ran side by side compares.
 */
export async function alternate(sides: readonly Side[], rounds: number): Promise<Series[]> {
  for (const side of sides) {
    await side.prepare?.()
    await side.run()
  }
  const figures = new Map<Side, Measured[]>(sides.map((side) => [side, []]))
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? sides : sides.toReversed()
    for (const side of order) figures.get(side)?.push(await measure(side))
  }
  return sides.map((side) => seriesOf(side.name, figures.get(side) ?? []))
}

interface Measured extends Figure {
  /** CPU microseconds of a piece of work. */
  readonly cost: Cpu | null
}

async function measure({ prepare, run, processes }: Side): Promise<Measured> {
  await prepare?.()
  const before = cpuOf(processes)
  const figure = await run()
  const after = cpuOf(processes)
  if (!before || !after) return { ...figure, cost: null }
  const each = (kind: keyof Cpu) => (1e6 * (after[kind] - before[kind])) / figure.count
  return { ...figure, cost: { all: each('all'), kernel: each('kernel') } }
}

const seriesOf = (name: string, figures: readonly Measured[]): Series => ({
  name,
  rates: figures.map(({ perSecond }) => perSecond),
  costs: figures.flatMap(({ cost }) => cost?.all ?? []),
  kernelCosts: figures.flatMap(({ cost }) => cost?.kernel ?? []),
  latencies: figures.flatMap(({ latencies = [] }) => latencies).sort((a, b) => a - b),
})

/** The middle of some numbers; that of an even count lies between two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return (low + high) / 2
}

/** The value that a share of the sorted values does not exceed. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

export interface Ratio {
  readonly median: number
  readonly min: number
  readonly max: number
}

/** One side's values over the other's, round by round. */
export function ratioOf(ours: readonly number[], others: readonly number[]): Ratio {
  const ratios = ours.map((value, round) => value / (others[round] ?? Number.NaN))
  return { median: median(ratios), min: Math.min(...ratios), max: Math.max(...ratios) }
}
