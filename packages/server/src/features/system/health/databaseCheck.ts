import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Platform } from '../../../kit/context.ts'
import type { Readiness } from '../../../platform/readiness.ts'

/** A clock this far off refuses every signed call and every terminal's password. */
const worstSkewMs = 60_000
const noteworthySkewMs = 2_000

/** Who does not say his time within this is judged by what he said last: that he is late is told beside. */
const patienceMs = 1_000

/** What a write found out beside whether it worked. */
interface Written {
  /** By how much the clock of this process is ahead of the database's, at least; milliseconds. */
  readonly skewMs: number
}

export interface DatabaseChecks {
  readonly write: Readiness
  /** The clock is too far off to work with. */
  readonly clock: Readiness
  /** The clock should be set. */
  readonly drift: Readiness
}

/** Checks that write to the database over a connection of their own, and compare clocks by the way. */
export function databaseChecks(pool: pg.Pool, { now }: Pick<Platform, 'now'>): DatabaseChecks {
  let last: Written | null = null
  let running: Promise<Written> | null = null
  const probe = (): Promise<Written> =>
    (running ??= write(pool, now)
      .then((written) => (last = written))
      .finally(() => (running = null)))
  const skewAbove = (limitMs: number) => async () => {
    const probed = probe().catch(() => last)
    const found = await Promise.race([probed, sleep(patienceMs, last, { ref: false })])
    return found && Math.abs(found.skewMs) > limitMs ? skewSentence(found.skewMs) : null
  }
  return {
    write: { name: 'database', check: () => probe().then(() => null, sentenceOf) },
    clock: { name: 'clock', check: skewAbove(worstSkewMs) },
    drift: { name: 'clock', check: skewAbove(noteworthySkewMs) },
  }
}

async function write(pool: pg.Pool, now: () => Date): Promise<Written> {
  const before = now().getTime()
  const { rows } = await pool.query<{ now: number }>(
    `insert into health_probe (name, at) values ($1, clock_timestamp())
      on conflict (name) do update set at = excluded.at
      returning extract(epoch from clock_timestamp())::float8 * 1000 as now`,
    [`${hostname()}:${process.pid}`],
  )
  const after = now().getTime()
  const database = rows[0]?.now ?? before
  // The database said its time at some moment between the two.
  if (database < before) return { skewMs: before - database }
  return { skewMs: Math.min(0, after - database) }
}

const skewSentence = (skewMs: number) =>
  `The clock of this machine is ${(Math.abs(skewMs) / 1000).toFixed(1)} s ${skewMs > 0 ? 'ahead of' : 'behind'} the database's.`

const readOnly = 'The database takes no writes: it is a standby, or set to read only.'

/** By SQLSTATE; addresses and names of the driver's own text stay in the log. */
const sentences: readonly (readonly [RegExp, string])[] = [
  [/^53100$/, 'The disk of the database is full.'],
  [/^53300$/, 'The database has no connection left.'],
  [/^25006$/, readOnly],
  [/^57P0[123]$/, 'The database is starting or shutting down.'],
  [/^28/, 'The database does not let us in.'],
  [/^(42P01|3F000)$/, 'The database lacks a table of this version.'],
  [/^58030$/, 'The database cannot read or write its disk.'],
]

function sentenceOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const known = sentences.find(([pattern]) => pattern.test(code))
  if (known) return known[1]
  if (/^[0-9A-Z]{5}$/.test(code)) return `The database does not take a write (${code}).`
  return `The database does not answer${code ? ` (${code})` : ''}.`
}
