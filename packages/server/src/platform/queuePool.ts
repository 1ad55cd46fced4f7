import { setTimeout as sleep } from 'node:timers/promises'
import { codes } from '@muster/contract'
import type pg from 'pg'
import { databaseFault } from './databaseFault.ts'

/** How a job ended, by the names that graphile-worker gives its statements. */
const endsJob = /^(?:complete|fail)_job(?:_q)?\//

/** Between two attempts to note how a job ended. */
const pauseMs = 1_000

type Query = (...asked: unknown[]) => Promise<unknown>

/**
 * Makes a pool one that graphile-worker may have. Nobody awaits its statements that note the end of
 * a job: one that failed would end the process, so while the database is away it is asked again until
 * it is taken. Each finds the same twice as once; what the database refuses is a bug, and shows.
 * Connections are lent for a statement at a time, so that one that broke is not held meanwhile; only
 * LISTEN keeps its own.
 */
export function retryJobCompletion(pool: pg.Pool, warn: (error: unknown) => void): void {
  // The driver's overloads say no more than these.
  const connect = pool.connect.bind(pool) as (callback: unknown) => unknown
  // As above.
  const query = pool.query.bind(pool) as Query
  const untilDone: Query = async (...asked) => {
    for (;;)
      try {
        return await query(...asked)
      } catch (error) {
        // Who stops leaves the job to the others, which free it.
        if (pool.ending) return undefined
        if (databaseFault(error)?.code !== codes.unavailable) throw error
        warn(error)
        await sleep(pauseMs)
      }
  }
  const lent = {
    query: (...asked: unknown[]) => (isEnd(asked[0]) ? untilDone : query)(...asked),
    release: () => undefined,
  }
  Reflect.set(pool, 'connect', (callback?: unknown) =>
    callback ? connect(callback) : Promise.resolve(lent),
  )
}

const isEnd = (asked: unknown): boolean =>
  typeof asked === 'object' && asked !== null && 'name' in asked && endsJob.test(String(asked.name))
