import type pg from 'pg'
import { countCap, shownSql } from '../page/cases.ts'

/**
 * Ways to have PostgreSQL go about a literal statement: who writes one by hand tries them, and takes the one that
 * suits it. As the planner thinks best, along the order of the list, from what the filters find, by hashes, by loops.
 */
const ways: readonly string[] = [
  '',
  'set local enable_sort = off; set local enable_bitmapscan = off',
  'set local enable_seqscan = off; set local enable_indexscan = off; set local enable_indexonlyscan = off',
  'set local enable_nestloop = off',
  'set local enable_hashjoin = off; set local enable_mergejoin = off',
]

/** A statement, and the way that suits it best. */
export interface Tuned {
  readonly text: string
  readonly way: string
}

const slowest = 5_000

/** The fastest of all ways; one that takes more than twice what another takes is not waited for. */
export async function tune(client: pg.Client, text: string): Promise<Tuned> {
  let best = { text, way: '', ms: Number.POSITIVE_INFINITY }
  // What is not in memory yet is no way's fault.
  await runTuned(client, best, slowest).catch(() => undefined)
  for (const way of ways) {
    const limit = Math.min(slowest, Math.ceil(2 * best.ms) + 100)
    const ms = await runTuned(client, { text, way }, limit).catch(() => Number.POSITIVE_INFINITY)
    if (ms < best.ms) best = { text, way, ms }
  }
  return best
}

/** Milliseconds of the statement alone, and of its rows, if it finds any, by their prepared statement. */
export async function runTuned(client: pg.Client, { text, way }: Tuned, limit = 30_000) {
  await client.query(`begin; set local statement_timeout = ${limit}; ${way}`)
  try {
    const started = performance.now()
    const { rows } = await client.query<{ id?: string }>(text)
    const ids = rows.flatMap(({ id }) => id ?? [])
    if (ids.length > 0)
      await client.query({ name: 'rows', text: shownSql('$1::uuid[]'), values: [ids] })
    return performance.now() - started
  } finally {
    // Its time may be over just as it ends.
    await client.query('rollback').catch(() => client.query('rollback'))
  }
}

/** The total up to its cap. */
export const totalSql = (where: string) => `select count(*) from (select 1 from device d
  where d.deleted_at is null and ${where} limit ${countCap + 1}) matching`

/** The ids of the first page. */
export const pageSql = (where: string) => `select d.id from device d
  where d.deleted_at is null and ${where} order by d.sn limit 20`

/** What a map shows of most of the world: a place of each square, and how many are there. */
export const worldSql = (where: string) => `select avg(p.latitude), avg(p.longitude), count(*)
  from device_position p join device d on d.id = p.device_id where d.deleted_at is null and ${where}
  group by map_column(p.longitude, 4), map_row(p.latitude, 4)`
