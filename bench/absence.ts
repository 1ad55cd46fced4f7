import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fillEstate } from '../packages/server/test/fill/fillEstate.ts'
import { fullEstate } from '../packages/server/test/fill/sizes.ts'
import { beatSql } from '../packages/server/test/fill/terminals.ts'
import { startServer } from './harness/children.ts'
import { type BenchDatabase, openBenchDatabase } from './harness/database.ts'
import { readNumbers } from './harness/options.ts'
import { grouped, say } from './harness/print.ts'
import { percentile } from './harness/rounds.ts'

// How long after its third missed beat a terminal counts as away, while all others of a full estate
// beat, twice as often as the parameters are shipped, and other programs take both cores.

// Logs, tasks and files take no part.
const { port, away, loops, ...sizes } = readNumbers({
  ...fullEstate,
  actions: 1_000,
  signIns: 1_000,
  tasks: 1_000,
  files: 1_000,
  port: 15_265,
  away: 500,
  loops: 2,
})

/** As the parameters are shipped: a beat every two minutes, and three of them. */
const awaySeconds = 3 * 120
const beatSeconds = 60

const database = await openBenchDatabase()
try {
  await run(database)
} finally {
  await database.stop()
}

async function run({ url, client, folder }: BenchDatabase): Promise<void> {
  const variables = {
    DATABASE_URL: url,
    MUSTER_DATA: folder,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
  }
  const web = await startServer('web', { ...variables, PORT: String(port) })
  await web.stop()
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from device',
  )
  if (rows[0]?.count === 0) await fillEstate(client, sizes, { say })
  await client.query(beatSql)
  await client.query(`create temporary table slot as
    select device_id, (row_number() over (order by device_id)) % ${beatSeconds} as second from device_online`)
  await client.query('create index on slot (second)')
  await client.query('analyze slot')
  const worker = await startServer('worker', { ...variables, PORT: String(port) })
  // Not before: the estate would take an hour to fill.
  const busy = Array.from({ length: loops }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  )
  try {
    await measure(client)
  } finally {
    for (const loop of busy) loop.kill('SIGKILL')
    await worker.stop()
  }
}

async function measure(client: BenchDatabase['client']): Promise<void> {
  // A minute of beats first, so that each has its own moment.
  const beats: number[] = []
  for (let second = 0; second < beatSeconds; second++) beats.push(await beat(client, second))
  await client.query(`create temporary table gone as
    select device_id from slot order by hashtext(device_id::text) limit ${away}`)
  await client.query('delete from slot where device_id in (select device_id from gone)')
  const late: number[] = []
  for (let second = 0; late.length < away; second++) {
    beats.push(await beat(client, second % beatSeconds))
    late.push(...(await noticed(client)))
  }
  const sorted = late.toSorted((one, other) => one - other)
  const found = await client.query<{ count: number }>(
    'select count(*)::int as count from device_online',
  )
  say(
    `${grouped(found.rows[0]?.count ?? 0)} of ${grouped(sizes.terminals)} terminals online, ${loops} busy loops`,
  )
  say(
    `  away after three beats (${awaySeconds} s) and: median ${percentile(sorted, 0.5).toFixed(1)} s, 99 % ${percentile(sorted, 0.99).toFixed(1)} s, worst ${(sorted.at(-1) ?? 0).toFixed(1)} s (${away} terminals)`,
  )
  const took = beats.toSorted((one, other) => one - other)
  say(`  a second's beats of all others took ${percentile(took, 0.5).toFixed(0)} ms (median)`)
}

/** The terminals of a second beat; answers the milliseconds that the statement took. */
async function beat(client: BenchDatabase['client'], second: number): Promise<number> {
  const started = performance.now()
  await client.query(
    `update device_state state set last_seen_at = now() from slot
      where slot.second = $1 and state.device_id = slot.device_id`,
    [second],
  )
  const took = performance.now() - started
  await sleep(Math.max(0, 1000 - took))
  return took
}

/** Of those who do not beat any more: seconds after their last missed beat, of each that left just now. */
async function noticed(client: BenchDatabase['client']): Promise<number[]> {
  const { rows } = await client.query<{ late: number }>(
    `with left_now as (delete from gone using device_state state
        where state.device_id = gone.device_id and not exists (
          select from device_online online where online.device_id = gone.device_id)
        returning state.last_seen_at)
      select extract(epoch from clock_timestamp() - last_seen_at)::float8 - $1 as late from left_now`,
    [awaySeconds],
  )
  return rows.map(({ late }) => late)
}
