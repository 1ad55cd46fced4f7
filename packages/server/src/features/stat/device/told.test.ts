import { deviceStat } from '@muster/contract'
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
import { foldTotals } from '../../organization/index.ts'

let app: TestApp
let admin: TestUser
let place: { bank: string; shop: string; other: string }

const run = (text: string, values: unknown[] = []) => app.platform.pool.query(text, values)
const add = async (name: string, parentId: string) =>
  (await addOrganization(app.platform, { name, code: name, parentId })).id

beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, { isSuperAdmin: true })
  const estate = await addEstate(app)
  const bank = await add('bank', app.rootId)
  place = { bank, shop: await add('shop', bank), other: await add('other', app.rootId) }
  await addDevices(app, estate, { orgId: bank, prefix: 'BANK', count: 4 })
  await addDevices(app, estate, { orgId: place.shop, prefix: 'SHOP', count: 6 })
})
afterAll(() => app.close())

/** Steps by subtree that are not what the terminals there told, and by organisation where all is added up. */
async function odd(isFolded: boolean): Promise<object[]> {
  const { rows } = await sql<object>`
    with truth as (
      select above.id as place, told.measure, count(*) as count, count(*) filter (where above.id = own.id) as own
      from device_order told_of join device on device.id = told_of.id join organization own on own.id = device.org_id
        join organization above on above.path @> own.path
        cross join lateral (values ('BATTERY_' || least(told_of.battery / 20, case when told_of.battery is not null then 4 end) * 20),
          ('SIGNAL_' || case when told_of.signal >= 80 then 80 when told_of.signal >= 60 then 60 when told_of.signal >= 40 then 40
            when told_of.signal >= 20 then 20 when told_of.signal >= 0 then 0 end),
          ('FREE_' || case when told_of.free_mb >= 4096 then 4096 when told_of.free_mb >= 2048 then 2048
            when told_of.free_mb >= 1024 then 1024 when told_of.free_mb >= 512 then 512 when told_of.free_mb >= 0 then 0 end),
          (case when told_of.network_type <> 'LTE-M' then 'NET_' || told_of.network_type end)) as told (measure)
      where device.deleted_at is null and told.measure is not null group by 1, 2),
    kept as (
      select place, measure, sum(count) as count, sum(own) as own from (
        select place, measure, count, case when is_own then count else 0 end as own from told_kept
        union all select place, measure, delta, 0 from told_pending) as counted group by 1, 2)
    select * from truth full join kept using (place, measure)
    where coalesce(truth.count, 0) <> coalesce(kept.count, 0)
      or ${isFolded} and coalesce(truth.own, 0) <> coalesce(kept.own, 0)`.execute(app.platform.db)
  return rows
}

const tell = (told: string, sn: string) =>
  run(`update device_order place set ${told} from device
    where device.id = place.id and device.sn like '${sn}'`)

const steps: readonly [string, () => Promise<unknown>][] = [
  ['have told nothing', async () => undefined],
  [
    'tell of everything',
    () => tell(`battery = 80, signal = 0, free_mb = 512, network_type = '4G'`, '%'),
  ],
  ['come to other steps', () => tell('battery = 79, free_mb = 9000', 'SHOP%')],
  ['come to two at once', () => tell(`signal = 61, network_type = 'ETHERNET'`, 'BANK0000%')],
  ['stay within their steps', () => tell('battery = 61, free_mb = 4096', 'SHOP%')],
  ['are on a network that has no name', () => tell(`network_type = 'LTE-M'`, 'SHOP00003')],
  [
    'move while they come to another step',
    async () => {
      await run(`update device set org_id = $1 where sn = 'SHOP00000'`, [place.other])
      await tell('battery = 5, signal = null', 'SHOP00000')
    },
  ],
  [
    'go to the recycle bin',
    () => run(`update device set deleted_at = now() where sn = 'SHOP00001'`),
  ],
  ['tell of themselves there', () => tell('battery = 40', 'SHOP00001')],
  ['come back from it', () => run('update device set deleted_at = null')],
  [
    'move with their organisation',
    () => run('update organization set parent_id = $1 where id = $2', [place.other, place.shop]),
  ],
  [
    'move back with what lies above them',
    () => run('update organization set parent_id = $1 where id = $2', [place.bank, place.shop]),
  ],
  ['are destroyed', () => run(`delete from device where sn = 'SHOP00002'`)],
]

it('counts the steps of subtrees exactly whatever terminals tell, before and after adding up', async () => {
  for (const [what, change] of steps) {
    await change()
    expect({ what, odd: await odd(false) }).toEqual({ what, odd: [] })
    // In parts, of which one may say that a step was left before another says that it was come to.
    await run('select fold_told_changes(1)')
    expect({ what, odd: await odd(false) }).toEqual({ what, odd: [] })
    await foldTotals(app.platform)
    expect({ what, odd: await odd(true) }).toEqual({ what, odd: [] })
  }
})

it('takes along with its organisation what is not added up yet', async () => {
  await tell('battery = 30, signal = 99', 'SHOP%')
  await run('update organization set parent_id = $1 where id = $2', [place.other, place.shop])
  expect(await odd(false)).toEqual([])
  await foldTotals(app.platform)
  expect(await odd(true)).toEqual([])
})

it('shows a network that has no name of its own beside the others', async () => {
  const { parts } = await admin.get(deviceStat.distribution, { query: { by: 'NETWORK' } })
  expect(Object.fromEntries(parts.map(({ key, count }) => [key, count]))).toMatchObject({
    '4G': 4,
    ETHERNET: 4,
    'LTE-M': 1,
  })
})
