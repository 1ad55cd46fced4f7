/** Each step is two percent above the one before: exact enough for a percentile, small for ever. */
const step = Math.log(1.02)
const finest = 0.01

/** Counts of durations, without keeping each of them. */
export class Distribution {
  readonly #counts = new Map<number, number>()
  #total = 0
  #longest = 0

  add(milliseconds: number): void {
    const at = Math.round(Math.log(Math.max(milliseconds, finest) / finest) / step)
    this.#counts.set(at, (this.#counts.get(at) ?? 0) + 1)
    this.#total += 1
    this.#longest = Math.max(this.#longest, milliseconds)
  }

  /** Milliseconds that this part of all durations keeps to; 0 when there are none. */
  percentile(part: number): number {
    let rest = Math.ceil(this.#total * part)
    for (const [at, count] of [...this.#counts].sort(([a], [b]) => a - b)) {
      rest -= count
      if (rest <= 0) return finest * Math.exp(at * step)
    }
    return 0
  }

  get longest(): number {
    return this.#longest
  }
}
