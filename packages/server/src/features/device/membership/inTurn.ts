import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/schema.ts'
import { steadyNow } from '../../../platform/steadyClock.ts'

type Db = Kysely<DB>

/** So long one round is busy with what is to be found as a whole: meanwhile no change is followed. */
const roundMs = 20_000

/** What has failed is tried again after so long, and after twice as long each time. */
const firstMs = 30_000
const mostMs = 3_600_000

interface Failure {
  readonly times: number
  readonly until: number
}

interface Turns {
  /** What has failed lately, by its key. */
  readonly putOff: (db: Db) => string[]
  /** Does each, as far as a round goes; answers what failed. */
  readonly each: <T extends { readonly key: string }>(
    db: Db,
    items: readonly T[],
    work: (item: T) => Promise<void>,
  ) => Promise<unknown[]>
}

/**
 * Work on records one by one, where one that fails, or that takes too long each time, keeps no other from
 * its turn. A key stands for one state of a record: whoever changes it has it tried at once. Each process
 * sees for itself.
 */
export function inTurn(now: () => number = steadyNow): Turns {
  const all = new WeakMap<Db, Map<string, Failure>>()
  const failuresOf = (db: Db) => {
    const known = all.get(db) ?? new Map<string, Failure>()
    all.set(db, known)
    return known
  }
  return {
    putOff(db) {
      const failures = failuresOf(db)
      // What is long past was changed or removed since.
      for (const [key, { until }] of failures) if (now() - until > mostMs) failures.delete(key)
      return [...failures].flatMap(([key, { until }]) => (until > now() ? [key] : []))
    },
    async each(db, items, work) {
      const failures = failuresOf(db)
      const began = now()
      const errors: unknown[] = []
      for (const item of items) {
        if (now() - began > roundMs) break
        try {
          await work(item)
          failures.delete(item.key)
        } catch (error) {
          const times = (failures.get(item.key)?.times ?? 0) + 1
          const wait = Math.min(firstMs * 2 ** (times - 1), mostMs)
          failures.set(item.key, { times, until: now() + wait })
          errors.push(error)
        }
      }
      return errors
    },
  }
}
