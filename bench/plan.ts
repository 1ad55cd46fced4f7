import { randomUUID } from 'node:crypto'
import { planOptions } from '@muster/contract'
import { type Arrival, store } from '../packages/server/src/features/device/ingest/ingest.ts'
import { endPushes } from '../packages/server/src/features/device/push/endPushes.ts'
import { followPushes } from '../packages/server/src/features/device/push/follow.ts'
import { seed } from '../packages/server/src/features/seed.ts'
import { runPlans } from '../packages/server/src/features/upgrade/plan/plan.worker.ts'
import { openDatabase, openPool } from '../packages/server/src/platform/db.ts'
import { inTransaction } from '../packages/server/src/platform/transaction.ts'
import { fillEstate } from '../packages/server/test/fill/fillEstate.ts'
import { smallEstate } from '../packages/server/test/fill/sizes.ts'
import { openBenchDatabase } from './harness/database.ts'
import { readNumbers } from './harness/options.ts'
import { grouped, printComparison } from './harness/print.ts'
import { alternate, type Figure } from './harness/rounds.ts'

// A plan from its start to its end: waves of 1, 5, 20 and 100 percent with thresholds, two in a hundred
// terminals fail, and each answer comes through what stores the answers of the link. Several gateways store at a time,
// each the answers of its own terminals, as in an installation that may lose one; the bare updates go the same way.

const { terminals, rounds, batch, gateways } = readNumbers({
  terminals: 100_000,
  rounds: 1,
  batch: 500,
  gateways: 2,
})

const silent = { changed: () => undefined, ring: () => undefined } as never
const now = () => new Date()
/** Milliseconds after which a plan of any size has gone wrong. */
const longestMs = 600_000
const waves = [1, 5, 20, 100].map((percent) => ({ percent, successPercent: 90, errorPercent: 10 }))
/** Newer than what any terminal of the estate runs; the plan before may have brought the last one to all, in a run before. */
let nth = Math.floor(Date.now() / 1000)
const version = () => `99.0.${nth}`
const insertBare = `insert into bare_target (plan_id, device_id, wave, before)
  select (select id from device limit 1), id, 1, firmware from device
  where deleted_at is null and lifecycle = 'ACTIVE'`

const { client, url, postmaster, stop } = await openBenchDatabase()
const pool = openPool(url, 3 + gateways)
const db = openDatabase(pool)
const platform = { db, pool, live: silent, log: console, now }
try {
  await seed(db, 'only-for-the-benchmark-1')
  const { rows } = await client.query(
    `select from information_schema.tables where table_name = 'bare_item'`,
  )
  if (rows.length === 0) await fill()
  const processes = [postmaster, process.pid]
  const title = `A plan over ${grouped(terminals)} terminals through ${gateways} gateways, from start to finish`
  const series = await alternate(
    [
      { name: 'waves, gates, answers, proofs', processes, run: finishPlan },
      { name: 'bare inserts and updates by id', processes, run: bareSql },
    ],
    rounds,
  )
  printComparison(title, 'terminals/s', series)
  const created = await alternate(
    [
      { name: 'found, judged and parted into waves', processes, run: createPlan },
      { name: 'a bare insert', processes, run: bareInsert },
    ],
    rounds,
  )
  printComparison('Its terminals written down', 'terminals/s', created)
} finally {
  await pool.end()
  await stop()
}

async function fill(): Promise<void> {
  await fillEstate(client, { ...smallEstate, terminals, online: Math.floor(terminals / 4) })
  await client.query(`update device set lifecycle = 'ACTIVE', status = 1;
    create table bare_target (like plan_target including defaults including indexes);
    create table bare_item (like push_item including defaults including indexes)`)
}

async function timed(work: () => Promise<void>): Promise<Figure> {
  const started = performance.now()
  await work()
  return { perSecond: (1000 * terminals) / (performance.now() - started), count: terminals }
}

async function empty(): Promise<void> {
  await client.query(
    `truncate push, push_item, push_report, push_tally, push_look, push_grown, push_work, estate_change, plan,
        upgrade_version, bare_item, bare_target cascade`,
  )
}

/** A plan as a super administrator has started it. */
async function begin(): Promise<void> {
  nth += 1
  await client.query(
    `with who as (select * from app_user where user_name = 'admin'),
      file as (insert into upload (name, type, bytes, sha256, chunk_bytes, state, org_id, created_by)
        select 'image.bin', 'firmware', 20971520, sha256(convert_to($1::text, 'UTF8')), 1048576, 'STORED', org_id, id from who returning id),
      version as (insert into upgrade_version (org_id, name, kind, vendor_id, model_ids, version_name, file_id, release_notes, state)
        select who.org_id, 'Image', 'FIRMWARE', (select vendor_id from model limit 1),
          (select array_agg(id) from model), $1::text, file.id, 'x', 'ONLINE' from who, file returning id)
      insert into plan (plan_no, name, org_id, version_ids, kinds, targets, wave_kind, waves, options, state, principal)
        select 'PL-' || uuid7(), 'Bench', who.org_id, array[version.id], '{FIRMWARE}', $2, 'LADDER', $3, $4, 'SCHEDULED',
          jsonb_build_object('kind', 'user', 'userId', who.id, 'userName', who.user_name, 'orgId', who.org_id,
            'isSuperAdmin', true, 'roleIds', '[]'::jsonb, 'permissions', '[]'::jsonb,
            'scope', '{"all": true, "rules": []}'::jsonb)
        from who, version`,
    [
      version(),
      JSON.stringify({ filter: { field: 'lifecycle', op: 'in', values: ['ACTIVE'] } }),
      JSON.stringify(waves),
      JSON.stringify({ ...planOptions().parse({}), retries: 0 }),
    ],
  )
}

async function stateOf(): Promise<string> {
  const { rows } = await client.query<{ state: string; reason: string | null }>(
    'select state, reason from plan',
  )
  const [plan] = rows
  if (!plan || ['PAUSED', 'STOPPED', 'EXPIRED'].includes(plan.state))
    throw new Error(`the plan is ${plan?.state ?? 'gone'}: ${plan?.reason ?? ''}`)
  return plan.state
}

/** What the plan has written down: else a gate that leaves most of them out would look fast. */
async function requireAll(): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::integer as count from plan_target',
  )
  const count = rows[0]?.count ?? 0
  if (count < terminals * 0.95) throw new Error(`the plan is for ${count} terminals only`)
}

async function createPlan(): Promise<Figure> {
  await empty()
  await begin()
  const figure = await timed(async () => {
    while ((await stateOf()) !== 'RUNNING') await runPlans(platform)
  })
  await requireAll()
  return figure
}

async function bareInsert(): Promise<Figure> {
  await empty()
  return timed(async () => {
    await client.query(insertBare)
  })
}

async function finishPlan(): Promise<Figure> {
  await empty()
  await begin()
  const until = performance.now() + longestMs
  const figure = await timed(async () => {
    do {
      await runPlans(platform)
      await followPushes(platform)
      await answerAll()
      await inTransaction(pool, endPushes)
      if (performance.now() > until) throw new Error('the plan does not come to its end')
    } while ((await stateOf()) !== 'FINISHED')
  })
  await requireAll()
  return figure
}

interface Item {
  readonly id: string
  readonly deviceId: string
}

/** Every terminal that has been given it takes it on, and ends. */
async function answerAll(): Promise<void> {
  const { rows } = await client.query<Item>(
    `update push_item set state = 'DELIVERED', next_publish_at = null where state = 'QUEUED'
      returning id, device_id as "deviceId"`,
  )
  await byGateways(rows, async (some) => {
    await store(platform, some.map(acked), { nodeId: null })
    await store(
      platform,
      some.flatMap((item) => (isBad(item) ? failed(item) : succeeded(item))),
      { nodeId: null },
    )
    // They are heard of again: so is each that has installed proved to be well.
    await store(platform, some.map(heard), { nodeId: null })
  })
}

/** Batch by batch at each gateway, all gateways at a time; each terminal is connected to one of them. */
async function byGateways(
  items: readonly Item[],
  work: (some: readonly Item[]) => Promise<unknown>,
): Promise<void> {
  const share = Math.ceil(items.length / gateways)
  await Promise.all(
    Array.from({ length: gateways }, async (_, gateway) => {
      const own = items.slice(gateway * share, (gateway + 1) * share)
      for (let at = 0; at < own.length; at += batch) await work(own.slice(at, at + batch))
    }),
  )
}

/** Two in a hundred. */
function isBad({ id }: Item): boolean {
  return Number.parseInt(id.slice(-4), 16) % 50 === 0
}

function told({ id: item, deviceId }: Item, body: object): Arrival {
  return arrival(deviceId, { kind: 'task', body: { item, at: Date.now(), ...body } })
}

function arrival(deviceId: string, message: object): Arrival {
  return {
    kind: 'up',
    deviceId,
    sn: deviceId,
    arrivalId: randomUUID(),
    at: Date.now(),
    message: { id: randomUUID(), ts: Date.now(), asks: false, ...message },
    done: () => undefined,
  } as never
}

function heard({ deviceId }: Item): Arrival {
  return { kind: 'polled', deviceId, at: Date.now(), done: () => undefined }
}

function acked(item: Item): Arrival {
  return told(item, { state: 'ACKED' })
}

function failed(item: Item): Arrival[] {
  return [told(item, { state: 'FAILED', code: 'I201' })]
}

/** It runs the new version, and says that it is well. */
function succeeded(item: Item): Arrival[] {
  const body = { firmware: version(), agentVersion: '1', os: 'Linux' }
  return [
    arrival(item.deviceId, { kind: 'info', body }),
    told(item, { state: 'SUCCESS', result: { health: 'ok' } }),
  ]
}

/** The same rows, and the same number of changes of each, without waves, gates or counts. */
async function bareSql(): Promise<Figure> {
  await empty()
  return timed(async () => {
    await client.query(insertBare)
    const { rows } =
      await client.query<Item>(`insert into bare_item (device_id, cmd, state, created_at, queued_at, expires_at)
      select id, 'UPGRADE', 'QUEUED', now(), now(), now() + interval '1 day' from device
      where deleted_at is null and lifecycle = 'ACTIVE' returning id, device_id as "deviceId"`)
    for (const state of ['DELIVERED', 'ACKED', 'SUCCESS'])
      await byGateways(rows, (some) => update(some, state))
  })
}

async function update(items: readonly Item[], state: string): Promise<void> {
  await pool.query('update bare_item set state = $2 where id = any($1::uuid[])', [
    items.map(({ id }) => id),
    state,
  ])
}
