import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { envelope } from '@muster/contract/protocol'
import type { Letter } from '@muster/terminal'
import * as z from 'zod/mini'
import { filesIn, isSpoilt, readKept, remove, removeUnfinished, writeWhole } from './disk.ts'

const letter = z.object({ topic: z.string(), envelope: envelope() })

const work = z.object({
  /** Id of the message that it came by. */
  id: z.string(),
  /** Rises with each that comes. */
  order: z.int(),
  type: z.enum(['cmd', 'task']),
  item: z.string(),
  attempt: z.int(),
  /** Epoch milliseconds; 0: never. */
  exp: z.int(),
  body: z.unknown(),
  /** `begun`: what cannot be done twice may have been done. */
  stage: z.enum(['taken', 'begun', 'done']),
  /** Start of the machine during which it was begun. */
  bootId: z.nullable(z.string()),
  /** Called off before it was begun. */
  isCalledOff: z.boolean(),
  /** The last report; null: it has said nothing yet. */
  last: z.nullable(letter),
  /** The platform has that report. */
  isSettled: z.boolean(),
})
export type Work = z.output<typeof work>

const calledOff = z.record(z.string(), z.int())

/** So many that are over and told are known again when they come twice. */
const remembered = 500

type Arrived = Pick<Work, 'id' | 'type' | 'item' | 'attempt' | 'exp' | 'body'>

/**
 * What the agent was told to do and how far it is, on the disk: each in a file of its own that is
 * written anew before the agent goes on, so that no power cut makes it act twice or forget how
 * something ended.
 */
export class Works {
  readonly #folder: string
  readonly #early: string
  readonly #all = new Map<string, Work>()
  readonly #forgotten: (work: Work) => void
  #calledOff: Record<string, number>

  /** Who forgets the last work of an item is told what that was. */
  constructor(state: string, forgotten: (work: Work) => void = () => undefined) {
    this.#forgotten = forgotten
    this.#folder = join(state, 'works')
    this.#early = join(state, 'called-off.json')
    this.#calledOff = readKept(this.#early, calledOff) ?? {}
    removeUnfinished(this.#folder)
    const kept = filesIn(this.#folder).filter((path) => path.endsWith('.json'))
    const found = kept.flatMap((path) => readKept(path, work) ?? [])
    for (const one of found.toSorted((a, b) => a.order - b.order)) this.#all.set(one.id, one)
  }

  find(id: string): Work | undefined {
    return this.#all.get(id)
  }

  ofItem(item: string): Work | undefined {
    return this.all().findLast((one) => one.item === item)
  }

  all(): readonly Work[] {
    return [...this.#all.values()]
  }

  /** Takes work on; from now on it is done whatever happens, unless it is called off. */
  take(arrived: Arrived): Work {
    const order = 1 + Math.max(0, ...this.all().map((one) => one.order))
    const isCalledOff = (this.#calledOff[arrived.item] ?? -1) >= arrived.attempt
    // Where nobody can read what was kept of it, it may have been done.
    const stage = isSpoilt(this.#pathOf(arrived.id)) ? 'begun' : 'taken'
    const told = { bootId: null, last: null, isSettled: false }
    const taken: Work = { ...arrived, order, isCalledOff, stage, ...told }
    this.#keep(taken)
    this.#forgetOldest()
    return taken
  }

  change(id: string, news: Partial<Work>): void {
    const known = this.#all.get(id)
    if (known) this.#keep({ ...known, ...news })
  }

  /** Its last report; what it says before its end it says anew after a restart. */
  said(id: string, last: Letter): void {
    const known = this.#all.get(id)
    if (known) this.#all.set(id, { ...known, last })
  }

  /** Work that never came is not begun when it comes later. */
  callOffEarly(item: string, attempt: number): void {
    const kept = Object.entries({ ...this.#calledOff, [item]: attempt }).slice(-remembered)
    this.#calledOff = Object.fromEntries(kept)
    writeWhole(this.#early, JSON.stringify(this.#calledOff))
  }

  /** The platform has this report. */
  settle(letterId: string): void {
    const one = this.all().find(({ last }) => last?.envelope.id === letterId)
    if (one?.stage === 'done') this.change(one.id, { isSettled: true })
  }

  /** Reports of what is over that the platform may not have. */
  unsettled(): readonly Letter[] {
    return this.all().flatMap(({ stage, isSettled, last }) =>
      stage === 'done' && !isSettled && last ? [last] : [],
    )
  }

  #keep(one: Work): void {
    writeWhole(this.#pathOf(one.id), JSON.stringify(one))
    this.#all.set(one.id, one)
  }

  #forgetOldest(): void {
    const over = this.all().filter(({ stage, isSettled }) => stage === 'done' && isSettled)
    for (const one of over.slice(0, Math.max(0, over.length - remembered))) {
      this.#all.delete(one.id)
      if (!this.ofItem(one.item)) this.#forgotten(one)
      remove(this.#pathOf(one.id))
    }
  }

  /** Whatever an id is made of, its file has a plain name. */
  #pathOf(id: string): string {
    return join(this.#folder, `${createHash('sha256').update(id).digest('hex').slice(0, 32)}.json`)
  }
}
