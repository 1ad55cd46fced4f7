import { devices, type InputOf } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addEstate, type Estate } from '../../../../test/testEstate.ts'

// More terminals of a presence than a list counts: their kept count says so, and the page is read all the same.

let app: TestApp
let estate: Estate
let admin: TestUser
let operator: TestUser

/** Of 10,200 in two places the first 10,100 are online, 100 of them in the second. */
beforeAll(async () => {
  app = await startTestApp()
  const { platform, rootId } = app
  estate = await addEstate(app)
  const [north, south] = await Promise.all(
    ['north', 'south'].map((code) =>
      addOrganization(platform, { name: code, code, parentId: rootId }),
    ),
  )
  await sql`insert into device (sn, model_id, vendor_id, org_id, lifecycle)
    select 'N' || lpad(n::text, 5, '0'), ${estate.modelId}, ${estate.vendorId},
      case when n <= 10000 then ${north?.id}::uuid else ${south?.id}::uuid end, 'ACTIVE'
    from generate_series(1, 10200) n`.execute(platform.db)
  await sql`insert into device_state (device_id, last_seen_at) select id, now() from device`.execute(
    platform.db,
  )
  await sql`insert into device_online (device_id, since, session_id)
    select id, now(), uuid7() from device where sn <= 'N10100'`.execute(platform.db)
  admin = await signedIn(app, { isSuperAdmin: true })
  operator = await signedIn(app, { orgId: north?.id ?? '', permissions: ['DEVICE_LIST'] })
})
afterAll(() => app.close())

type Query = InputOf<typeof devices.page>['query']

async function ask(query: Query, user = admin) {
  const { list, total, capped } = await user.get(devices.page, { query })
  return { total, capped, sns: list.map(({ sn }) => sn) }
}

it.each<[string, () => Query]>([
  ['all of them', () => ({})],
  ['those of the model', () => ({ modelId: estate.modelId })],
])('says that they are many, and reads any page: %s', async (_, more) => {
  const query = { presence: 'ONLINE', pageSize: 2, ...more() } as const
  const many = { total: 10_000, capped: true }
  expect(await ask(query)).toEqual({ ...many, sns: ['N00001', 'N00002'] })
  expect(await ask({ ...query, pageNum: 5000 })).toEqual({ ...many, sns: ['N09999', 'N10000'] })
  const backwards = { ...query, sortField: 'sn', sortOrder: 'desc' } as const
  expect(await ask(backwards)).toEqual({ ...many, sns: ['N10100', 'N10099'] })
  const refused = await admin.call(devices.page, { query: { ...query, sortField: 'tid' } })
  expect(refused.msg).toContain('10,000')
})

it('counts what is no more than it may count, and what nobody has counted', async () => {
  const exact = (total: number) => ({ total, capped: false })
  expect(await ask({ presence: 'ONLINE' }, operator)).toMatchObject(exact(10_000))
  expect(await ask({ presence: 'OFFLINE' })).toMatchObject(exact(100))
  expect(await ask({ presence: 'ONLINE', lifecycle: 'LOST' })).toMatchObject(exact(0))
  expect(await ask({ presence: 'ONLINE', keyword: '0999' })).toMatchObject(exact(11))
  expect(await ask({ presence: 'NEVER' })).toMatchObject(exact(0))
})
