import type { DeviceEnvelope } from '@muster/contract/protocol'
import type { Letter } from './letter.ts'
import type { Link } from './link.ts'

/** Who wants to know what becomes of letters. */
export interface Postmaster {
  published(type: string): void
  /** `milliseconds` from publishing to the acknowledgement. */
  acknowledged(sn: string, message: DeviceEnvelope, milliseconds: number): void
  /** The platform itself says that it has the message. */
  answered(sn: string, message: DeviceEnvelope): void
  /** Something went wrong; `kind` is a short word that is counted. */
  fault(kind: string): void
}

/** A terminal's results wait here until the platform has them; the oldest of too many give way. */
const capacity = 5000
/** Letters under way at once. */
const atOnce = 32

/** Where letters that wait outlive their terminal's process. */
export interface LetterStore {
  readonly letters: readonly Letter[]
  keep(letter: Letter): void
  forget(id: string): void
}

export interface OutboxParts {
  readonly sn: string
  readonly observer: Postmaster
  readonly chance: { between(range: readonly [number, number]): number }
  /** Seconds until a letter that was not answered goes out again: at first, and at the longest. */
  readonly repeat: readonly [number, number]
  readonly store: LetterStore | null
  /** The platform has it. */
  readonly settled: (letter: Letter) => void
}

interface Waiting {
  readonly letter: Letter
  /** How often it goes out at first. */
  readonly copies: number
  sendings: number
  /** When it goes out (again), by the clock that nobody sets. */
  due: number
  /** The broker has it. */
  isAcknowledged: boolean
}

/**
 * What a terminal must get through, whatever happens to its connection: each letter goes out, with
 * the same id, until the platform itself says that it is kept. Letters of one topic (the reports of
 * a command, the snapshots of a kind) go one after the other, so that they cannot overtake.
 */
export class Outbox {
  readonly #parts: OutboxParts
  readonly #waiting = new Map<string, Waiting>()
  #link: Link | null = null
  #timer: NodeJS.Timeout | undefined
  /** An older platform does not answer: there the broker's word must do. */
  #isAnswered = true

  constructor(parts: OutboxParts) {
    this.#parts = parts
    for (const letter of parts.store?.letters ?? []) this.#add(letter, 1)
  }

  /** Reports that the platform has not answered yet. */
  get size(): number {
    let size = 0
    for (const { letter } of this.#waiting.values()) if (isReport(letter)) size += 1
    return size
  }

  /** Keeps a letter and sends it as soon as there is a connection; one that waits already goes again. */
  post(letter: Letter, copies = 1): void {
    const { id } = letter.envelope
    const known = this.#waiting.get(id)
    if (known) known.due = 0
    else {
      if (!isReport(letter)) this.#forgetOlder(letter)
      this.#add(letter, copies)
      if (isReport(letter)) this.#parts.store?.keep(letter)
      const [oldest] = this.#waiting.keys()
      if (this.#waiting.size > capacity && oldest) this.#forget(oldest)
    }
    this.#pump()
  }

  /** From now on letters go this way, all that wait; null: they wait. */
  use(link: Link | null): void {
    this.#link = link
    for (const one of this.#waiting.values()) one.due = 0
    this.#pump()
  }

  /** The platform has these letters. */
  answered(ids: readonly string[]): void {
    for (const id of ids) {
      const one = this.#waiting.get(id)
      if (!one) continue
      this.#parts.observer.answered(this.#parts.sn, one.letter.envelope)
      this.#settle(one)
    }
    this.#pump()
  }

  /** The platform will never take these letters: they are forgotten, and count as lost. */
  refused(ids: readonly string[]): void {
    for (const id of ids) this.#forget(id)
    this.#pump()
  }

  /** What the platform says of itself: whether it answers. */
  expectAnswers(isAnswered: boolean): void {
    this.#isAnswered = isAnswered
    if (isAnswered) return
    for (const one of this.#waiting.values()) if (one.isAcknowledged) this.#settle(one)
    this.#pump()
  }

  #add(letter: Letter, copies: number): void {
    const one = { letter, copies, sendings: 0, due: 0, isAcknowledged: false }
    this.#waiting.set(letter.envelope.id, one)
  }

  /** Of snapshots only the newest counts. */
  #forgetOlder({ topic }: Letter): void {
    for (const { letter } of this.#waiting.values())
      if (letter.topic === topic) this.#forget(letter.envelope.id)
  }

  #forget(id: string): void {
    this.#waiting.delete(id)
    this.#parts.store?.forget(id)
  }

  #settle({ letter }: Waiting): void {
    this.#forget(letter.envelope.id)
    this.#parts.settled(letter)
  }

  /** Sends what is due, the first of each topic, and comes back when the next is. */
  #pump(): void {
    clearTimeout(this.#timer)
    const link = this.#link
    if (!link) return
    const now = performance.now()
    const underWay = new Set<string>()
    let next = Number.POSITIVE_INFINITY
    for (const one of this.#waiting.values()) {
      if (underWay.size >= atOnce) break
      if (underWay.has(one.letter.topic)) continue
      underWay.add(one.letter.topic)
      if (one.due <= now) this.#send(one, link, now)
      next = Math.min(next, one.due)
    }
    if (Number.isFinite(next)) this.#timer = setTimeout(() => this.#pump(), next - now)
  }

  #send(one: Waiting, link: Link, now: number): void {
    const [first, longest] = this.#parts.repeat
    const wait = Math.min(longest, first * 2 ** Math.min(one.sendings, 10))
    one.due = now + wait * this.#parts.chance.between([0.5, 1]) * 1000
    const copies = one.sendings === 0 ? one.copies : 1
    one.sendings += 1
    for (let copy = 0; copy < copies; copy++) void this.#publish(one, link)
  }

  async #publish(one: Waiting, link: Link): Promise<void> {
    const { sn, observer } = this.#parts
    const isAcknowledged = await sendLetter(one.letter, { link, sn, observer })
    if (!isAcknowledged || !this.#waiting.has(one.letter.envelope.id)) return
    one.isAcknowledged = true
    if (this.#isAnswered) return
    this.#settle(one)
    this.#pump()
  }
}

/** Each of them counts; of the others only the newest of a topic does. */
const isReport = ({ envelope }: Letter): boolean =>
  envelope.type === 'task' || envelope.type === 'evt' || envelope.type === 'tkt'

interface Sending {
  readonly link: Link
  readonly sn: string
  readonly observer: Postmaster
}

/** Sends once; answers whether it was acknowledged. */
export async function sendLetter(
  { topic, envelope }: Letter,
  { link, sn, observer }: Sending,
): Promise<boolean> {
  const begun = performance.now()
  observer.published(envelope.type)
  try {
    await link.publish(topic, JSON.stringify(envelope))
  } catch {
    observer.fault('unacknowledged')
    return false
  }
  observer.acknowledged(sn, envelope, performance.now() - begun)
  return true
}
