import { codes, type Filter, groups } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addOrganization, signedIn, startTestApp, type TestApp } from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { keepMembership } from '../membership/follow.ts'

let app: TestApp
let estate: Estate
let shopId: string

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  const place = { name: 'Shop', code: 'shop', parentId: app.rootId }
  shopId = (await addOrganization(app.platform, place)).id
  await addDevices(app, estate, { orgId: app.rootId, prefix: 'HEAD', count: 1 })
  await addDevices(app, estate, { orgId: shopId, prefix: 'SHOP', count: 2 })
})
afterAll(() => app.close())

const permissions = [groups.add, groups.page, groups.detail].map((call) => call.permission)
const everybody: Filter = { not: { field: 'name', op: 'is', values: ['nobody'] } }
const dynamic = (name: string, more: object = {}) => ({
  name,
  orgId: app.rootId,
  type: 'DYNAMIC' as const,
  filter: everybody,
  ...more,
})

it('counts for each reader the members that he sees, and is sorted by them where he sees all', async () => {
  const { modelId } = await addEstate(app, 'Other')
  await sql`update device set model_id = ${modelId} where sn = 'SHOP00000'`.execute(app.platform.db)
  const orgId = app.rootId
  const [head, own, ofModel] = await Promise.all([
    signedIn(app, { orgId, permissions, dataScope: 'OWN_ORG_AND_BELOW' }),
    signedIn(app, { orgId, permissions, dataScope: 'OWN_ORG' }),
    signedIn(app, { orgId, permissions, dataScope: 'OWN_ORG_AND_BELOW', modelIds: [modelId] }),
  ])
  const { id } = await head.get(groups.add, { body: dynamic('All') })
  await keepMembership(app.platform.db, app.platform.live)
  const counts = [head, own, ofModel].map(async (user) => {
    const { list } = await user.get(groups.page, { query: {} })
    const { members } = await user.get(groups.detail, { params: { id } })
    return [list.map((row) => row.members), members]
  })
  expect(await Promise.all(counts)).toEqual([
    [[3], 3],
    [[1], 1],
    [[1], 1],
  ])
  const query = { sortField: 'members', sortOrder: 'desc' } as const
  expect((await head.call(groups.page, { query })).code).toBe(codes.success)
  expect((await own.call(groups.page, { query })).code).toBe(codes.badRequest)
})

it('tells nobody by a refusal of terminals that he does not see', async () => {
  const own = await signedIn(app, { orgId: app.rootId, permissions, dataScope: 'OWN_ORG' })
  const body = dynamic('One', { maxMembers: 1 })
  expect((await own.call(groups.add, { body })).code).toBe(codes.success)
})
