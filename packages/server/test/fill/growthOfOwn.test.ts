import { type Call, codes, devices, workbench } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn, type TestUser } from '../testApp.ts'
import { type Grown, patience, startGrown } from './grown.ts'
import { listedEstate } from './sizes.ts'

let grown: Grown
let placeId: string

const asked: readonly (readonly [string, Call, Readonly<Record<string, string>>])[] = [
  ['a page', devices.page, {}],
  ['a page by a word', devices.page, { keyword: 'zzzzzz' }],
  ['how many there are', devices.count, {}],
  ['how many are found', devices.count, { keyword: 'zzzzzz' }],
  ['the figures of the workbench', workbench.summary, {}],
  ['their models', workbench.model, {}],
  ['their versions', workbench.version, {}],
]
const permissions = asked.map(([, { permission }]) => permission)

/** Who has made some terminals that lie anywhere. */
async function maker(): Promise<TestUser> {
  const user = await signedIn(grown.app, { orgId: placeId, permissions, dataScope: 'SELF' })
  await sql`update device set created_by = ${user.userId} where id in (
    select id from device where deleted_at is null and created_by is null
    order by md5(sn) limit 30)`.execute(grown.app.platform.db)
  await grown.withoutLimits((client) => client.query('vacuum (analyze) device'))
  return user
}

beforeAll(async () => {
  grown = await startGrown(listedEstate)
  const { id } = await grown.app.platform.db
    .selectFrom('organization')
    .select('id')
    .where('code', '=', 'place-1')
    .executeTakeFirstOrThrow()
  placeId = id
}, patience)
afterAll(() => grown.app.close())

describe('of what somebody sees because he made it', () => {
  let user: TestUser

  beforeAll(async () => {
    user = await maker()
  }, patience)

  it.each(asked)('%s reads no terminals of others', async (_, call, query) => {
    const look = async () =>
      expect(await user.call(call, { query })).toMatchObject({ code: codes.success })
    expect(await grown.growthIn(look, { tables: ['device'] })).toEqual([])
  })
})

describe('of who also sees a part of the tree', () => {
  let user: TestUser

  beforeAll(async () => {
    user = await maker()
    await sql`with second as (insert into role (code, name, org_id) values ('second', 'Second', ${placeId})
        returning id),
      sees as (insert into data_scope (role_id, kind) select id, 'OWN_ORG_AND_BELOW' from second)
      insert into user_role (user_id, role_id) select ${user.userId}, id from second`.execute(
      grown.app.platform.db,
    )
  }, patience)

  it.each(asked.filter(([, { path }]) => path.includes('/stat/')))(
    '%s are read from the kept counts and his own elsewhere',
    async (_, call, query) => {
      const look = async () =>
        expect(await user.call(call, { query })).toMatchObject({ code: codes.success })
      expect(await grown.growthIn(look, { tables: ['device'] })).toEqual([])
    },
  )

  it('all are counted, each once, from the kept counts and his own elsewhere', async () => {
    const { rows } = await sql<{ total: number }>`select count(*)::integer as total from device
      where deleted_at is null and (created_by = ${user.userId} or org_id in (
        select below.id from organization below join organization above on below.path <@ above.path
        where above.id = ${placeId}))`.execute(grown.app.platform.db)
    const seen: unknown[] = []
    const look = async () => seen.push((await user.get(devices.count, { query: {} })).total)
    expect(await grown.growthIn(look, { tables: ['device'] })).toEqual([])
    expect(seen).toEqual([rows[0]?.total])
    expect(await user.get(workbench.summary, { query: {} })).toMatchObject({ total: seen[0] })
  })
})
