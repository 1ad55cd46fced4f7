import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addOrganization, startTestApp, type TestApp } from '../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../test/testEstate.ts'
import { foldTotals } from './totals.ts'

let app: TestApp
let estate: Estate
let place: { bank: string; shop: string; other: string }

const run = (text: string, values: unknown[] = []) => app.platform.pool.query(text, values)
const add = async (name: string, parentId: string) =>
  (await addOrganization(app.platform, { name, code: name, parentId })).id

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  const bank = await add('bank', app.rootId)
  place = { bank, shop: await add('shop', bank), other: await add('other', app.rootId) }
  await addDevices(app, estate, { orgId: bank, prefix: 'BANK', count: 3 })
  const shops = await addDevices(app, estate, { orgId: place.shop, prefix: 'SHOP', count: 5 })
  await run(
    `insert into device_online (device_id, since, session_id) select unnest($1::uuid[]), now(), uuid7()`,
    [shops.slice(0, 2)],
  )
})
afterAll(() => app.close())

/** Totals with their differences that are not what the terminals themselves say. */
async function odd(): Promise<object[]> {
  const { rows } = await sql<object>`
    with truth as (
      select above.id as place, told.measure, told.value, count(*) as count
      from device join organization own on own.id = device.org_id join organization above on above.path @> own.path
        left join device_online online on online.device_id = device.id
        cross join lateral (values ('LIFE', device.lifecycle), ('FIRMWARE', device.firmware),
          ('ONLINE', case when online.device_id is not null then '' end)) as told (measure, value)
      where device.deleted_at is null and told.value is not null group by 1, 2, 3),
    kept as (
      select place, measure, value, sum(count) as count from (
        select place, measure, value, count from estate_total
        union all select place, measure, value, delta from estate_pending) as counted
      where measure in ('LIFE', 'FIRMWARE', 'ONLINE') group by 1, 2, 3)
    select * from truth full join kept using (place, measure, value)
    where coalesce(truth.count, 0) <> coalesce(kept.count, 0)`.execute(app.platform.db)
  return rows
}

const subtreeOf = (id: string) =>
  app.platform.db
    .selectFrom('organizationRow')
    .select(['ownDevices', 'subtreeDevices'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const steps: readonly [string, () => Promise<unknown>][] = [
  ['were added', async () => undefined],
  [
    'change their life cycle and firmware',
    () => run(`update device set lifecycle = 'REPAIR', firmware = '9' where sn like 'BANK%'`),
  ],
  [
    'move to another organisation',
    () => run(`update device set org_id = $1 where sn = 'SHOP00000'`, [place.other]),
  ],
  [
    'go to the recycle bin while they are online',
    () => run(`update device set deleted_at = now() where sn = 'SHOP00001'`),
  ],
  ['leave', () => run('delete from device_online')],
  ['come back from the bin', () => run('update device set deleted_at = null')],
  [
    'come online again',
    () =>
      run(
        `insert into device_online (device_id, since, session_id) select id, now(), id from device`,
      ),
  ],
  [
    'move with their organisation',
    () => run('update organization set parent_id = $1 where id = $2', [place.other, place.shop]),
  ],
  [
    'move back with what lies above them',
    () => run('update organization set parent_id = $1 where id = $2', [place.bank, place.shop]),
  ],
  [
    'are destroyed while they are online',
    () => run(`delete from device where sn like 'SHOP0000%' and sn > 'SHOP00002'`),
  ],
]

it('counts subtrees exactly whatever becomes of their terminals, before and after adding up', async () => {
  for (const [what, change] of steps) {
    await change()
    expect({ what, odd: await odd() }).toEqual({ what, odd: [] })
    await foldTotals(app.platform)
    expect({ what, odd: await odd() }).toEqual({ what, odd: [] })
  }
  const { rows } = await run('select from estate_change')
  expect(rows).toEqual([])
})

it('moves a subtree whose last differences are in no total yet', async () => {
  await addDevices(app, estate, { orgId: place.shop, prefix: 'LATE', count: 4 })
  await run('update organization set parent_id = $1 where id = $2', [place.other, place.shop])
  expect(await odd()).toEqual([])
  await foldTotals(app.platform)
  expect(await odd()).toEqual([])
})

it('shows the same counts of an organisation before and after adding up', async () => {
  await addDevices(app, estate, { orgId: place.shop, prefix: 'NEW', count: 1 })
  const before = await subtreeOf(place.other)
  await foldTotals(app.platform)
  expect(await subtreeOf(place.other)).toEqual(before)
  expect(before.subtreeDevices).toBeGreaterThan(before.ownDevices ?? 0)
})

it('keeps apart what is an organisation’s own, and what takes a place of its quota', async () => {
  await run(`update device set lifecycle = 'STOCK' where sn like 'LATE%'`)
  await foldTotals(app.platform)
  await run('update organization set parent_id = $1 where id = $2', [place.bank, place.shop])
  const { rows } = await run(`
    with truth as (
      select above.id as place, told.measure, count(*) as count
      from device join organization own on own.id = device.org_id join organization above on above.path @> own.path
        cross join lateral (values ('DEVICES', true), ('OWN', own.id = above.id),
          ('PLACES', device.lifecycle <> 'STOCK')) as told (measure, counts)
      where device.deleted_at is null and told.counts group by 1, 2),
    kept as (select place, measure, sum(count) as count from estate_total
      where measure in ('DEVICES', 'OWN', 'PLACES') group by 1, 2)
    select * from truth full join kept using (place, measure)
    where coalesce(truth.count, 0) <> coalesce(kept.count, 0)`)
  expect(rows).toEqual([])
})
