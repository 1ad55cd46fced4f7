import type { LiveHub } from '../../../platform/liveHub.ts'
import { devicesPath } from '@muster/contract'
import type pg from 'pg'
import { readPresent, type Stray } from '../presence/record.queries.ts'

/** Terminals that one round looks at, however many are held: the others are looked at in the next ones. */
const roundSize = 2_000

/** Which of the terminals that are held here a round looks at: those of which something was told, and a slice of all. */
export class Turns {
  readonly #told = new Set<string>()
  #at = 0

  tell(ids: readonly string[]): void {
    for (const id of ids) this.#told.add(id)
  }

  next<T extends { readonly deviceId: string }>(all: readonly T[], size = roundSize): readonly T[] {
    if (this.#at >= all.length) this.#at = 0
    const slice = all.slice(this.#at, this.#at + size)
    this.#at += size
    const told = all.filter(({ deviceId }) => this.#told.has(deviceId)).slice(0, size)
    // What was told of terminals that are not here is of no use later.
    if (told.length < size) this.#told.clear()
    for (const { deviceId } of told) this.#told.delete(deviceId)
    return [...new Set([...told, ...slice])]
  }
}

/** Hears what changes of terminals anywhere; answers how it ends. */
export const hearTurns = (live: LiveHub, turns: Turns): (() => void) =>
  live.subscribe(({ path, ids }) => {
    if (path === devicesPath) turns.tell(ids)
  })

/** Goes through what is on record with a gateway, a slice a round. */
export class RecordRounds {
  #after: string | null = null

  async next(pool: pg.Pool, nodeId: string, size = roundSize): Promise<Stray[]> {
    const rows = await readPresent(pool, { nodeId, after: this.#after, most: size })
    this.#after = rows.length < size ? null : (rows.at(-1)?.deviceId ?? null)
    return rows
  }
}
