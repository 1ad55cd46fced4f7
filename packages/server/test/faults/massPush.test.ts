import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { scenarios } from '@muster/simulator'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/embeddedPostgres.ts'
import { freePort } from '../freePorts.ts'
import { copyInstallation } from '../prepared.ts'
import { until } from '../until.ts'
import { type FaultBench, findLost, openFaultBench } from './faultBench.ts'

// A push to a whole estate goes on wherever the server or its database died: nobody acts twice, nobody
// is forgotten, and the figures are those of the items.

/** MUSTER_FAULT_TERMINALS=2000 for an estate as large as a shop chain's. */
const count = Number(process.env['MUSTER_FAULT_TERMINALS'] ?? 100)

let dataFolder: string
let port: number
let database: EmbeddedPostgres
let bench: FaultBench

const startDatabase = () =>
  startEmbeddedPostgres({ dataFolder, port, settings: { fsync: 'off' }, log: () => undefined })

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'muster-fault-'))
  await chmod(dataFolder, 0o755)
  await copyInstallation(dataFolder)
  port = await freePort()
  database = await startDatabase()
  const calm = scenarios.get('calm')
  if (!calm) throw new Error('no scenario')
  bench = await openFaultBench({
    databaseUrl: database.url,
    mqttPort: await freePort(),
    count,
    // Clocks that are hours off, lines that break without a word, and reports that come twice.
    scenario: {
      skew: [0, 6 * 3600],
      repeat: [1, 5],
      absence: { after: [5, 60], lasts: [0.5, 3], cut: 0.5, isTogether: false },
      answers: { ...calm.answers, run: [100, 2500], duplicate: 0.2 },
    },
    env: { MUSTER_HEARTBEAT_SECONDS: '30' },
  })
})

afterAll(async () => {
  await bench.close()
  await database.stop()
  await rm(dataFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
})

/** Wants something from every terminal, as its administrator would. */
async function give(args: object): Promise<string> {
  const { rows } = await bench.pool.query<{ id: string }>(
    `insert into push (task_no, kind, title, args, org_id, state, targets, principal, expires_at, created_by)
      select next_task_no(now()), 'SYNC', '', $1, org_id, 'RUNNING', '{"filter": {"field": "lifecycle", "op": "in", "values": ["ACTIVE"]}}',
        jsonb_build_object('kind', 'user', 'userId', id, 'userName', user_name, 'orgId', org_id, 'isSuperAdmin', true,
          'roleIds', '[]'::jsonb, 'permissions', '[]'::jsonb, 'scope', '{"all": true, "rules": []}'::jsonb),
        now() + interval '1 hour', id
      from app_user where user_name = 'admin' returning id`,
    [args],
  )
  return rows[0]?.id ?? ''
}

/** How many items of a push are in some state, or past it. */
async function reached(
  id: string,
  column: 'created_at' | 'published_at' | 'acked_at' | 'ended_at',
) {
  const { rows } = await bench.pool.query<{ count: number }>(
    `select count(${column})::integer as count from push_item where push_id = $1`,
    [id],
  )
  return rows[0]?.count ?? 0
}

async function restart(): Promise<void> {
  await bench.kill()
  await bench.start()
}

async function losesDatabase(): Promise<void> {
  await database.stop()
  await sleep(2000)
  database = await startDatabase()
}

async function losesBoth(): Promise<void> {
  await bench.kill()
  await losesDatabase()
  await bench.start()
}

const share = (part: number) => Math.ceil(count * part)

/** What happens to a push, each at the moment when so many items have come so far. */
const pushes = [
  {
    args: { info: true, net: false, location: false, apps: false, keys: false },
    faults: [
      { column: 'created_at', from: 0, strikes: restart },
      { column: 'published_at', from: share(0.1), strikes: restart },
      { column: 'acked_at', from: share(0.5), strikes: restart },
    ],
  },
  {
    args: { info: false, net: true, location: false, apps: false, keys: false },
    faults: [
      { column: 'published_at', from: share(0.2), strikes: losesDatabase },
      { column: 'ended_at', from: share(0.3), strikes: losesBoth },
    ],
  },
] as const

/** Statements that prove it: each answers what should not be. */
const strays = {
  forgotten: `select device.sn from push cross join device
    where device.lifecycle = 'ACTIVE' and push.kind = 'SYNC' and not exists (
      select from push_item item where item.push_id = push.id and item.device_id = device.id and item.state = 'SUCCESS')`,
  twice: 'select push_id, device_id from push_item group by 1, 2 having count(*) > 1',
  miscounted: `select * from (select push_id, state, coalesce(step, '') as step, count(*) from push_item group by 1, 2, 3) as items
    full join (select push_id, state, step, sum(count) as count from push_tally group by 1, 2, 3 having sum(count) <> 0) as kept
    using (push_id, state, step) where items.count is distinct from kept.count`,
  unfinished: `select id, state, size from push where state <> 'FINISHED' or ended_at is null or size <> ${count}`,
}

it(`takes ${count} terminals through pushes that the server and its database die in`, async () => {
  const { fleet } = bench
  // One that has just come is not everybody's yet.
  await until(async () => {
    const { rowCount } = await bench.pool.query(`select from device where lifecycle = 'ACTIVE'`)
    return rowCount === count
  }, 'every terminal is active')
  for (const { args, faults } of pushes) {
    const id = await give(args)
    for (const { column, from, strikes } of faults) {
      await until(async () => (await reached(id, column)) >= from, `${from} with ${column}`)
      await strikes()
    }
  }
  await until(async () => {
    const { rows } = await bench.pool.query('select from push where ended_at is null')
    return rows.length === 0
  }, 'every push has ended')
  const found = await Promise.all(
    Object.entries(strays).map(async ([what, statement]) => {
      const { rows } = await bench.pool.query<object>(statement)
      return rows.length === 0 ? [] : [what, ...rows]
    }),
  )
  expect(found.flat()).toEqual([])
  const acts = fleet.terminals.map(({ effects }) =>
    effects.map(({ args }) => JSON.stringify(args)).sort(),
  )
  const wanted = pushes.map(({ args }) => JSON.stringify(args)).sort()
  expect(acts.filter((own) => JSON.stringify(own) !== JSON.stringify(wanted))).toEqual([])
  const lost = await findLost(bench, await bench.record())
  expect(lost.filter((one) => one.startsWith('report'))).toEqual([])
})
