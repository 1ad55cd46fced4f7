import { finalItemStates } from '@muster/contract'
import type { Observer } from '../terminal/observer.ts'
import { Distribution } from './distribution.ts'
import type { Journal } from './journal.ts'

/** What a fleet did since its start. */
export interface Figures {
  /** Connected now. */
  readonly online: number
  readonly enrolled: number
  readonly connects: number
  readonly reconnects: number
  readonly disconnects: Readonly<Record<string, number>>
  readonly published: number
  readonly acknowledged: number
  /** Messages that the platform itself said it has; those that it refused are among the faults. */
  readonly answered: number
  /** Acknowledged messages by type. */
  readonly byType: Readonly<Record<string, number>>
  /** Milliseconds from publishing to the acknowledgement. */
  readonly latency: { readonly p50: number; readonly p95: number; readonly longest: number }
  readonly commands: number
  /** Acknowledged final reports by state. */
  readonly answers: Readonly<Record<string, number>>
  readonly faults: Readonly<Record<string, number>>
}

class Counts {
  readonly #counts = new Map<string, number>()
  add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
  }
  get all(): Record<string, number> {
    return Object.fromEntries([...this.#counts].sort(([a], [b]) => a.localeCompare(b)))
  }
}

const ends: readonly string[] = finalItemStates

/** Counts what the terminals of a fleet tell, and records what was acknowledged. */
export class Tally implements Observer {
  #online = 0
  #enrolled = 0
  #connects = 0
  #reconnects = 0
  #published = 0
  #acknowledged = 0
  #platformAnswers = 0
  #commands = 0
  readonly #endings = new Counts()
  readonly #types = new Counts()
  readonly #answers = new Counts()
  /** Ids of the final reports that were acknowledged: one that went out twice is one answer. */
  readonly #answered = new Set<string>()
  readonly #faults = new Counts()
  readonly #latency = new Distribution()
  readonly #record: Journal | null

  constructor(record: Journal | null) {
    this.#record = record
  }

  enrolled(): void {
    this.#enrolled += 1
  }

  connected(_: string, isFirst: boolean): void {
    this.#online += 1
    if (isFirst) this.#connects += 1
    else this.#reconnects += 1
  }

  disconnected(_: string, ending: string): void {
    this.#online -= 1
    this.#endings.add(ending)
  }

  published(): void {
    this.#published += 1
  }

  acknowledged(...[sn, message, milliseconds]: Parameters<Observer['acknowledged']>): void {
    const { id, type, ts, body } = message
    this.#acknowledged += 1
    this.#latency.add(milliseconds)
    this.#types.add(type)
    const state = type === 'task' ? stateOf(body) : null
    if (state && ends.includes(state) && !this.#answered.has(id)) {
      this.#answered.add(id)
      this.#answers.add(state)
    }
    const at = Date.now()
    this.#record?.append({ sn, id, type, ts, at, by: 'broker', ...(state && { state }) })
  }

  answered(...[sn, { id, type, ts }]: Parameters<Observer['answered']>): void {
    this.#platformAnswers += 1
    this.#record?.append({ sn, id, type, ts, at: Date.now(), by: 'platform' })
  }

  commanded(): void {
    this.#commands += 1
  }

  fault(kind: string): void {
    this.#faults.add(kind)
  }

  get figures(): Figures {
    const latency = this.#latency
    const [p50, p95] = [latency.percentile(0.5), latency.percentile(0.95)]
    return {
      online: this.#online,
      enrolled: this.#enrolled,
      connects: this.#connects,
      reconnects: this.#reconnects,
      disconnects: this.#endings.all,
      published: this.#published,
      acknowledged: this.#acknowledged,
      answered: this.#platformAnswers,
      byType: this.#types.all,
      latency: { p50, p95, longest: latency.longest },
      commands: this.#commands,
      answers: this.#answers.all,
      faults: this.#faults.all,
    }
  }
}

function stateOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('state' in body)) return null
  return typeof body.state === 'string' ? body.state : null
}
