import { createCipheriv, randomBytes } from 'node:crypto'
import type { KeyType } from '@muster/contract'
import type { BodyOf, TerminalClock } from '@muster/terminal'
import type { Chance } from '../chance.ts'
import type { Identity } from './identity.ts'

type Report = BodyOf<'key'>
type Told = Report['slots'][number]

/** How the keys of a fleet fare. */
export interface KeyHabits {
  /** Per heartbeat: a slot loses its key. */
  readonly lost: number
  /** The same: somebody brings keys for the slots without one. */
  readonly replaced: number
  /** Share of terminals with a key that ends within a month. */
  readonly ending: number
  /** Share of terminals that a slot was forgotten of. */
  readonly forgotten: number
}

interface Held {
  readonly slot: string
  readonly type: KeyType
  readonly kcv: string
  readonly ksi?: string
  readonly injectedAt: number
  readonly expiresAt: number
  readonly isMissing: boolean
  /** Nobody has set it up: it is not told of. */
  readonly isForgotten?: boolean
}

const day = 86_400_000
const week = 7 * day
/** So often its keys are injected anew, and so much longer each is good. */
const term = 3 * 365 * day
const grace = 90 * day

/** What terminals hold: keys of transactions, and what they prove themselves with. Those of a model hold the same. */
const byDukpt: readonly KeyType[] = ['DUKPT_PIN', 'DUKPT_DATA', 'TR34']
/** So do classic ones, which are no Android. */
const byMasterKey: readonly KeyType[] = ['TMK', 'TPK', 'TAK', 'TDK', 'RSA']

/** What the keys of a terminal are drawn from. */
export interface KeyParts {
  readonly identity: Pick<Identity, 'osType'>
  readonly chance: Chance
  readonly clock: Pick<TerminalClock, 'now'>
  readonly habits: KeyHabits
}

/** The last of the moments that come once a term, whenever the terminal is asked. */
const lastOf = (first: number, now: number): number =>
  Math.floor((now - first) / term) * term + first

/** The key slots of a terminal: what is in them nobody else learns, but for its check value. */
export class KeySlots {
  readonly #chance: Chance
  readonly #habits: KeyHabits
  readonly #clock: Pick<TerminalClock, 'now'>
  #slots: readonly Held[]
  /** There is something to tell. */
  #isNews = true
  #wasTampered = false

  constructor({ identity, chance, clock, habits }: KeyParts) {
    this.#chance = chance
    this.#habits = habits
    this.#clock = clock
    const now = clock.now()
    const since = lastOf(chance.whole([0, term / day - 1]) * day, now)
    const { osType = 'ANDROID' } = identity
    const scheme = osType === 'ANDROID' ? byDukpt : byMasterKey
    const held = scheme.map((type, slot) => this.#drawn(String(slot), type, since))
    const isEnding = chance.happens(habits.ending)
    const end = (Math.floor(now / week) + 1) * week + chance.whole([1, 22]) * day
    const forgotten = chance.happens(habits.forgotten) ? chance.whole([1, held.length - 1]) : null
    this.#slots = held.map((one, at) => ({
      ...one,
      ...(isEnding && at === 0 && { expiresAt: end }),
      ...(at === forgotten && { isForgotten: true }),
    }))
  }

  /** One that came with it or was brought, its check value drawn as all that it is. */
  #drawn(slot: string, type: KeyType, injectedAt: number): Held {
    const digits = (count: number) =>
      Array.from({ length: count }, () => this.#chance.whole([0, 15]).toString(16)).join('')
    const ksi = type.startsWith('DUKPT') ? { ksi: `FFFF98765${digits(5)}`.toUpperCase() } : {}
    const kcv = digits(6).toUpperCase()
    return {
      slot,
      type,
      kcv,
      ...ksi,
      injectedAt,
      expiresAt: injectedAt + term + grace,
      isMissing: false,
    }
  }

  /**
   * Puts a new key into each slot; answers the check values by slot. The virtual terminal draws its
   * keys itself, in place of a key host.
   */
  inject(slots: readonly string[]): Readonly<Record<string, string>> {
    const now = this.#clock.now()
    const values = slots.map((slot): [string, string] => {
      const kcv = checkValue(randomBytes(16))
      this.#put(slot, {
        kcv,
        injectedAt: now,
        expiresAt: now + term + grace,
        isMissing: false,
        isForgotten: false,
      })
      return [`slot${slot}`, kcv]
    })
    return Object.fromEntries(values)
  }

  #put(slot: string, key: Omit<Held, 'slot' | 'type'>): void {
    const known = this.#slots.filter((one) => one.slot === slot)
    const rest = this.#slots.filter((one) => one.slot !== slot)
    const filled = known.length > 0 ? known : [{ slot, type: 'TPK' as const }]
    this.#slots = [...rest, ...filled.map((one) => ({ ...one, ...key }))]
    this.#isNews = true
  }

  /** All are gone. */
  erase(): void {
    this.#slots = this.#slots.map((one) => ({ ...one, isMissing: true }))
    this.#isNews = true
  }

  /** Now and then a slot loses its key, and gets another one; a terminal that was tampered with has none from then on. */
  pass(isTampered: boolean): void {
    if (isTampered && !this.#wasTampered) this.erase()
    this.#wasTampered = isTampered
    if (!isTampered) this.#replace()
    if (!this.#chance.happens(this.#habits.lost)) return
    const place = this.#chance.whole([0, this.#slots.length - 1])
    this.#slots = this.#slots.map((one, at) => (at === place ? { ...one, isMissing: true } : one))
    this.#isNews = true
  }

  /** Now and then somebody brings what is missing. */
  #replace(): void {
    if (!this.#slots.some(({ isMissing }) => isMissing)) return
    if (!this.#chance.happens(this.#habits.replaced)) return
    const now = this.#clock.now()
    this.#slots = this.#slots.map((one) =>
      one.isMissing ? { ...one, ...this.#drawn(one.slot, one.type, now) } : one,
    )
    this.#isNews = true
  }

  /** It tells of them at each start. */
  restart(): void {
    this.#isNews = true
  }

  /** Whether there is something to tell since it was told last. */
  get isNews(): boolean {
    return this.#isNews
  }

  /** What it tells, which is nothing new from then on. */
  tell(): Report {
    this.#isNews = false
    return this.report()
  }

  report(): Report {
    const now = this.#clock.now()
    const known = this.#slots.filter(({ isForgotten }) => !isForgotten)
    return { at: now, slots: known.map((one) => toldOf(one, now)) }
  }
}

function toldOf({ isMissing, isForgotten: _, ...held }: Held, now: number): Told {
  const { slot, type } = held
  if (isMissing) return { slot, type, state: 'MISSING' }
  return { ...held, state: held.expiresAt <= now ? 'EXPIRED' : 'OK' }
}

/** The first three bytes of zeros under the key (AES), as key hosts and terminals compare them. */
function checkValue(key: Buffer): string {
  const cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false)
  return cipher.update(Buffer.alloc(16)).subarray(0, 3).toString('hex').toUpperCase()
}
