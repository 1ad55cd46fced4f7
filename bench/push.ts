import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { applyReports } from '../packages/server/src/features/device/command/command.device.ts'
import { followPushes } from '../packages/server/src/features/device/push/follow.ts'
import { seed } from '../packages/server/src/features/seed.ts'
import { type Database, openDatabase, openPool } from '../packages/server/src/platform/db.ts'
import { fillEstate } from '../packages/server/test/fill/fillEstate.ts'
import { smallEstate } from '../packages/server/test/fill/sizes.ts'
import { inTransaction } from '../packages/server/src/platform/transaction.ts'
import { openBenchDatabase } from './harness/database.ts'
import { readNumbers } from './harness/options.ts'
import { grouped, printComparison } from './harness/print.ts'
import { alternate, type Figure, type Side } from './harness/rounds.ts'

// A push to many terminals: written down as a whole, and taken through three reports of each.

const { terminals, rounds, batch } = readNumbers({ terminals: 100_000, rounds: 3, batch: 500 })

const silent = { changed: () => undefined } as never
const steps = ['ACKED', 'RUNNING', 'SUCCESS'] as const

const { client, url, postmaster, stop } = await openBenchDatabase()
const pool = openPool(url, 4)
try {
  const db = openDatabase(pool)
  await seed(db, 'only-for-the-benchmark-1')
  await fillEstate(client, { ...smallEstate, terminals, online: Math.floor(terminals / 4) })
  await client.query(`update device set lifecycle = 'ACTIVE', status = 1;
    create table bare_item (like push_item including defaults including indexes)`)
  const of = `${grouped(terminals)} terminals`
  printComparison(`A push to ${of}`, 'items/s', await alternate(await writingSides(db), rounds))
  printComparison(
    `Three reports of ${of}`,
    'transitions/s',
    await alternate(await reportingSides(pool), rounds),
  )
} finally {
  await pool.end()
  await stop()
}

/** Seconds that work takes, as so many pieces a second. */
async function timed(count: number, work: () => Promise<void>): Promise<Figure> {
  const started = performance.now()
  await work()
  return { perSecond: (1000 * count) / (performance.now() - started), count }
}

async function empty(): Promise<void> {
  await client.query(
    // What hangs on pushes by a key goes with them, whatever it is by now.
    'truncate push, push_item, push_report, push_tally, push_look, push_grown, push_work, estate_change, bare_item cascade',
  )
}

/** A push as a super administrator gives it; answers its id. */
async function give(): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into push (task_no, kind, title, args, org_id, state, targets, principal, expires_at, created_by)
      select 'TK-' || uuid7(), 'SYNC', '', '{}', org_id, 'RUNNING', $1, jsonb_build_object('kind', 'user', 'userId', id,
        'userName', user_name, 'orgId', org_id, 'isSuperAdmin', true, 'roleIds', '[]'::jsonb, 'permissions', '[]'::jsonb,
        'scope', '{"all": true, "rules": []}'::jsonb), now() + interval '1 day', id
      from app_user where user_name = 'admin' returning id`,
    [JSON.stringify({ filter: { field: 'lifecycle', op: 'in', values: ['ACTIVE'] } })],
  )
  return rows[0]?.id ?? ''
}

async function writingSides(db: Database): Promise<Side[]> {
  const own = [postmaster, process.pid]
  return [
    {
      name: 'written down with its gates',
      processes: own,
      run: async () => {
        await empty()
        await give()
        return timed(terminals, () =>
          followPushes({ db, live: silent, log: console, now: () => new Date() }),
        )
      },
    },
    {
      name: 'bare INSERT … SELECT',
      processes: own,
      run: async () => {
        await empty()
        return timed(terminals, async () => {
          await client.query(`insert into bare_item (device_id, cmd, state, created_at, queued_at, expires_at, next_publish_at)
            select id, 'SYNC', 'QUEUED', now(), now(), now() + interval '1 day', now() from device
            where deleted_at is null and lifecycle = 'ACTIVE'`)
        })
      },
    },
  ]
}

async function reportingSides(pool: pg.Pool): Promise<Side[]> {
  const own = [postmaster, process.pid]
  const db = openDatabase(pool)
  const prepare = async () => {
    await empty()
    await give()
    await followPushes({ db, live: silent, log: console, now: () => new Date() })
    await client.query(`update push_item set state = 'DELIVERED', next_publish_at = null;
      insert into bare_item select * from push_item`)
    await client.query('vacuum analyze push_item')
    await client.query('vacuum analyze bare_item')
    const { rows } = await client.query<{ id: string; deviceId: string }>(
      'select id, device_id as "deviceId" from push_item order by random()',
    )
    return rows
  }
  return [
    {
      name: 'judged, kept and counted',
      processes: own,
      run: async () => {
        const items = await prepare()
        return timed(steps.length * items.length, () => report(pool, items))
      },
    },
    {
      name: 'bare update by id',
      processes: own,
      run: async () => {
        const items = await prepare()
        return timed(steps.length * items.length, () => update(items))
      },
    },
  ]
}

type Items = readonly { readonly id: string; readonly deviceId: string }[]

function* batches(items: Items): Generator<Items> {
  for (let at = 0; at < items.length; at += batch) yield items.slice(at, at + batch)
}

async function report(pool: pg.Pool, items: Items): Promise<void> {
  for (const state of steps)
    for (const some of batches(items))
      await inTransaction(pool, (own) =>
        applyReports(
          own,
          some.map(({ id, deviceId }) => {
            const at = Date.now()
            const [arrivalId, messageId] = [randomUUID(), randomUUID()]
            return {
              arrivalId,
              deviceId,
              itemId: id,
              messageId,
              state,
              reportedAt: at,
              receivedAt: at,
            }
          }),
        ),
      )
}

async function update(items: Items): Promise<void> {
  for (const state of steps)
    for (const some of batches(items))
      await client.query('update bare_item set state = $2 where id = any($1::uuid[])', [
        some.map(({ id }) => id),
        state,
      ])
}
