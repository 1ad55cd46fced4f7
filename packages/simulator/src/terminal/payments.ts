import type { Chance } from '../chance.ts'
import { busy } from './appHabits.ts'

const hourMs = 3_600_000

/** The payments that a terminal takes: more of them in the busy hours, and each shop has its own custom. */
export class Payments {
  /** Taken since its boot. */
  count = 0
  /** It takes none, though it looks well. */
  isBroken = false
  readonly #chance: Chance
  /** In a busy hour. */
  readonly #custom: number

  constructor(chance: Chance) {
    this.#chance = chance
    this.#custom = chance.between([4, 40])
  }

  /** So many seconds have gone by until now. */
  pass(seconds: number, now: number): void {
    const share = busy[Math.floor(now / hourMs) % 24] ?? 0
    const drawn = this.#drawn((this.#custom * share * seconds * 1000) / hourMs)
    if (!this.isBroken) this.count += drawn
  }

  /** How many come where so many are expected: people come one by one. */
  #drawn(mean: number): number {
    const least = Math.exp(-mean)
    let many = 0
    for (let left = this.#chance.next(); left > least; left *= this.#chance.next()) many += 1
    return many
  }
}
