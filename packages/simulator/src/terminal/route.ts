import type { deviceMessages } from '@muster/contract'
import type { Chance } from '../chance.ts'

type Endpoint = deviceMessages.Endpoint

/** Milliseconds that an address is left alone which did not answer. */
const pause = 600_000

/** Which of the addresses it was told a terminal goes to. */
export class Route {
  /** Where it was set up to: known before it is told anything, and the way back when nothing else answers. */
  #home: string
  readonly #chance: Chance
  readonly #silentUntil = new Map<string, number>()
  #current: string

  constructor(home: string, chance: Chance) {
    this.#home = home
    this.#chance = chance
    this.#current = home
  }

  get home(): string {
    return this.#home
  }

  /** The way back leads elsewhere now. */
  set home(url: string) {
    if (this.#current === this.#home) this.#current = url
    this.#home = url
  }

  /** Where to connect now. It stays with an address while that one answers and is still told. */
  choose(endpoints: readonly Endpoint[] | undefined, now: number): string {
    const open = this.#open(endpoints, now)
    if (!open.some(({ url }) => url === this.#current)) this.#current = this.#draw(open)
    return this.#current
  }

  /** Whether it is somewhere where it should not stay. */
  isAstray(endpoints: readonly Endpoint[] | undefined, now: number): boolean {
    const open = this.#open(endpoints, now)
    return open.length === 0
      ? this.#current !== this.#home
      : !open.some(({ url }) => url === this.#current)
  }

  /** The address did not answer: the next one is tried. */
  failed(url: string, now: number): void {
    this.#silentUntil.set(url, now + pause)
  }

  #open(endpoints: readonly Endpoint[] = [], now: number): readonly Endpoint[] {
    return endpoints.filter(
      ({ kind, url }) => kind === 'MQTT' && (this.#silentUntil.get(url) ?? 0) <= now,
    )
  }

  /** By chance, in proportion to their weights; home where there is none. */
  #draw(endpoints: readonly Endpoint[]): string {
    const total = endpoints.reduce((sum, { weight }) => sum + weight, 0)
    let left = this.#chance.between([0, total])
    for (const { url, weight } of endpoints) {
      left -= weight
      if (left <= 0) return url
    }
    return this.#home
  }
}
