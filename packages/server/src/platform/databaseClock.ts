import { Gauge } from 'prom-client'
import type pg from 'pg'
import { metrics } from './metrics.ts'

const skew = new Gauge({
  name: 'muster_clock_skew_seconds',
  help: 'By how much the clock of this process is ahead of the database; negative: behind',
  registers: [metrics],
})

/**
 * Measures by how many milliseconds the clock of this process is ahead of the database's (negative:
 * behind), within half the time of the answer's way; `/metrics` shows it from then on.
 */
async function measureSkew(pool: pg.Pool, now: () => Date = () => new Date()): Promise<number> {
  const client = await pool.connect()
  try {
    const sent = now().getTime()
    const { rows } = await client.query<{ at: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as at',
    )
    const ahead = (sent + now().getTime()) / 2 - (rows[0]?.at ?? 0)
    skew.set(ahead / 1000)
    return ahead
  } finally {
    client.release()
  }
}

/** The database's clock as this process can tell it: all nodes agree, whatever their own clocks say. */
export interface DatabaseClock {
  readonly now: () => Date
  /** Looks at the database's clock again. */
  readonly set: () => Promise<void>
}

export async function openDatabaseClock(
  pool: pg.Pool,
  own: () => Date = () => new Date(),
): Promise<DatabaseClock> {
  let ahead = await measureSkew(pool, own)
  return {
    now: () => new Date(own().getTime() - ahead),
    async set() {
      ahead = await measureSkew(pool, own)
    },
  }
}
