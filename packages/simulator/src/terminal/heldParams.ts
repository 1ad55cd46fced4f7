import { createHash } from 'node:crypto'
import { canonicalParams, mostToldEdits, mostToldParams } from '@muster/contract'
import type { readArchive } from '@muster/terminal'
import type { Chance } from '../chance.ts'

type Values = Readonly<Record<string, string>>
type Archive = Pick<Awaited<ReturnType<typeof readArchive>>, 'manifest' | 'files'>

/** The parameters that the applications of a terminal run with. */
export class HeldParams {
  readonly #values = new Map<string, Values>()
  /** The same as they were brought. */
  readonly #brought = new Map<string, Values>()
  /** SHA-256 of the files that were made of them or brought beside, by name. */
  readonly #files = new Map<string, ReadonlyMap<string, string>>()
  /** Applications of which somebody has changed a value: people tire of what is put right behind them. */
  readonly #touched = new Set<string>()
  readonly #chance: Chance
  readonly #meddles: number

  /** @param meddles per heartbeat and application: somebody changes a value, once */
  constructor(chance: Chance, meddles: number) {
    this.#chance = chance
    this.#meddles = meddles
  }

  of(name: string): Values | null {
    return this.#values.get(name) ?? null
  }

  /** Of what it holds; undefined: nothing. */
  hashOf(name: string): string | undefined {
    const values = this.#values.get(name)
    return values && hashOf(values)
  }

  apply(name: string, values: Values): void {
    this.#values.set(name, values)
    this.#brought.set(name, values)
  }

  /** Files that came with an archive, and those that stay as they are. */
  keepFiles(name: string, { manifest, files }: Archive): void {
    const before = this.#files.get(name)
    const kept = (manifest.base?.kept ?? []).map((file) => [file, before?.get(file) ?? ''] as const)
    const brought = [...files].map(([file, bytes]) => [file, digestOf(bytes)] as const)
    this.#files.set(name, new Map([...kept, ...brought]))
  }

  /** Names of the files that an application finds, each with the SHA-256 of its bytes. */
  filesOf(name: string): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#files.get(name) ?? [])
  }

  /** Somebody who stands at it sets a value himself. */
  edit(name: string, pid: string, value: string): void {
    this.#values.set(name, { ...this.of(name), [pid]: value })
    this.#touched.add(name)
  }

  /** What may happen to it until the next heartbeat; whether it did. */
  live(): boolean {
    const meddled = [...this.#values].filter(
      ([name]) => !this.#touched.has(name) && this.#chance.happens(this.#meddles),
    )
    for (const [name, values] of meddled) {
      const [pid] = Object.keys(values).toSorted()
      if (pid !== undefined) this.edit(name, pid, `${values[pid]} by hand`)
    }
    return meddled.length > 0
  }

  forget(): void {
    for (const held of [this.#values, this.#brought, this.#files]) held.clear()
  }

  /** What heartbeats tell; also that there is nothing, as after a wipe. */
  hashes(): Record<string, string> {
    const told = [...this.#values].slice(0, mostToldParams)
    return Object.fromEntries(told.map(([name, values]) => [name, hashOf(values)]))
  }

  /** What a heartbeat tells of them. */
  told() {
    const edits = this.edits()
    return { params: this.hashes(), ...(Object.keys(edits).length > 0 && { edits }) }
  }

  /** What heartbeats tell of values that were changed since they were brought. */
  edits(): Record<string, string[]> {
    let left: number = mostToldEdits.all
    const told = [...this.#values].slice(0, mostToldParams).flatMap(([name, values]) => {
      const pids = othersOf(this.#brought.get(name) ?? {}, values)
      const shown = pids.slice(0, Math.min(left, mostToldEdits.each))
      left -= shown.length
      return shown.length === 0 ? [] : [[name, shown] as const]
    })
    return Object.fromEntries(told)
  }
}

/** Parameters whose values differ. */
const othersOf = (before: Values, after: Values): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((pid) => before[pid] !== after[pid])
    .toSorted()

const digestOf = (bytes: Buffer | string): string =>
  createHash('sha256').update(bytes).digest('hex')
const hashOf = (values: Values): string => digestOf(canonicalParams(values))
