import { workbench } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { countAway, countMinute } from './count.worker.ts'

let app: TestApp
let admin: TestUser
let bank: { id: string }
let shop: { id: string }
/** One is connected, one has been away for two days, and two were never seen. */
let ids: string[]

const run = (text: string, values: unknown[]) => app.platform.pool.query(text, values)
const come = (id: string) =>
  run(
    `insert into device_online (device_id, since, session_id) values ($1, now(), gen_random_uuid())
      on conflict do nothing`,
    [id],
  )

beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, { isSuperAdmin: true })
  bank = await addOrganization(app.platform, { name: 'Bank', code: 'bank', parentId: app.rootId })
  shop = await addOrganization(app.platform, { name: 'Shop', code: 'shop', parentId: app.rootId })
  ids = await addDevices(app, await addEstate(app), { orgId: shop.id, prefix: 'SHOP', count: 4 })
  await run(
    `insert into device_state (device_id, last_seen_at, offline_since)
      select unnest($1::uuid[]), now(), now() - interval '2 days'`,
    [ids.slice(0, 2)],
  )
  await come(ids[0] ?? '')
  await countAway(app.platform)
})
afterAll(() => app.close())

const states = async () => (await admin.get(workbench.command, { query: {} })).states
const presence = async () => {
  const { online, offline, away, never } = await admin.get(workbench.summary, { query: {} })
  return { online, offline, away, never }
}

/** Counts that are kept and are not what the terminals and commands themselves say. */
async function wrong(): Promise<number | undefined> {
  await countMinute(app.platform)
  const { rows } = await sql<{ wrong: number }>`
    with live as (select measure, org_id, model_id, sum(count) as count from estate_count_live group by 1, 2, 3)
    select count(*)::integer as wrong from estate_count full join live using (measure, org_id, model_id)
    where coalesce(estate_count.count, 0) <> coalesce(live.count, 0)`.execute(app.platform.db)
  return rows[0]?.wrong
}

it('counts a command by its state, and no more once it is a day old', async () => {
  const made = await app.platform.pool.query<{ id: string }>(
    `insert into push_item (device_id, cmd, args, state, expires_at)
      select unnest($1::uuid[]), 'SYNC', '{}', 'QUEUED', now() returning id`,
    [ids],
  )
  const items = made.rows.map(({ id }) => id)
  expect(await states()).toEqual([{ state: 'QUEUED', count: 4 }])
  await run(`update push_item set state = 'CANCELLED' where id = any($1)`, [items])
  expect(await states()).toEqual([{ state: 'CANCELLED', count: 4 }])
  expect(await wrong()).toBe(0)
  await run(`update push_item set created_at = now() - interval '1 day' where id = any($1)`, [
    items.slice(0, 3),
  ])
  await countMinute(app.platform)
  expect(await states()).toEqual([{ state: 'CANCELLED', count: 1 }])
  expect(await wrong()).toBe(0)
})

it('follows a terminal that moves, leaves and is removed, with its command', async () => {
  const id = ids[0] ?? ''
  await run(
    `insert into push_item (device_id, cmd, args, state, expires_at)
      values ($1, 'REBOOT', '{}', 'SUCCESS', now())`,
    [id],
  )
  expect(await presence()).toEqual({ online: 1, offline: 0, away: 1, never: 2 })
  await run('update device set org_id = $2 where id = $1', [id, bank.id])
  expect(await wrong()).toBe(0)
  await run('delete from device_online where device_id = $1', [id])
  await countAway(app.platform)
  expect(await presence()).toEqual({ online: 0, offline: 0, away: 2, never: 2 })
  await run('update device set org_id = $2 where id = $1', [id, shop.id])
  expect(await wrong()).toBe(0)
  await run('update device set deleted_at = now() where id = $1', [id])
  expect(await wrong()).toBe(0)
  expect(await presence()).toEqual({ online: 0, offline: 0, away: 1, never: 2 })
  await run('update device set deleted_at = null where id = $1', [id])
  await come(id)
  expect(await wrong()).toBe(0)
  expect(await presence()).toEqual({ online: 1, offline: 0, away: 1, never: 2 })
})

it('forgets an absence that was noted as its terminal came', async () => {
  const id = ids[0] ?? ''
  await run('insert into device_offline (device_id) values ($1)', [id])
  await countAway(app.platform)
  const { rowCount } = await run('select from device_offline where device_id = $1', [id])
  expect(rowCount).toBe(0)
  expect(await wrong()).toBe(0)
})

it('forgets a terminal that is destroyed', async () => {
  await run('delete from device where id = $1', [ids[0]])
  expect(await wrong()).toBe(0)
  const { rowCount } = await run('select from device_offline where device_id = $1', [ids[0]])
  expect(rowCount).toBe(0)
})
