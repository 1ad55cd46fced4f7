import { codes, orgApks } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addApk, addApp, install } from '../../../../test/appEstate.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { followCompliance } from './compliance.queries.ts'

let app: TestApp
let modelId: string
let policyId: string

beforeAll(async () => {
  app = await startTestApp()
  const estate = await addEstate(app)
  modelId = (await addEstate(app, 'Other')).modelId
  const place = { name: 'Shop', code: 'shop', parentId: app.rootId }
  const { id: shopId } = await addOrganization(app.platform, place)
  const [head = ''] = await addDevices(app, estate, { orgId: app.rootId, prefix: 'HEAD', count: 1 })
  await addDevices(app, estate, { orgId: shopId, prefix: 'SHOP', count: 2 })
  await sql`update device set model_id = ${modelId} where sn = 'SHOP00000'`.execute(app.platform.db)
  const appId = await addApp(app, { orgId: app.rootId, package: 'com.bank.pay' })
  await addApk(app, { appId, code: 1 })
  await install(app, { deviceId: head, package: 'com.bank.pay', code: 1 })
  const admin = await signedIn(app, { isSuperAdmin: true })
  const body = { name: 'Pay', orgId: app.rootId, appId, policy: 'MANDATORY' as const }
  policyId = (await admin.get(orgApks.add, { body })).id
  await app.platform.db.transaction().execute((trx) => followCompliance(trx))
})
afterAll(() => app.close())

const permissions = [orgApks.page, orgApks.detail].map((call) => call.permission)
const reader = (more: object) => signedIn(app, { orgId: app.rootId, permissions, ...more })

/** What a reader is told of the policy, wherever that is. */
async function told(user: TestUser) {
  const params = { id: policyId }
  const { list } = await user.get(orgApks.page, { query: {} })
  const { list: broken } = await user.get(orgApks.page, { query: { broken: 'true' } })
  const { devices, compliant } = await user.get(orgApks.detail, { params })
  const figures = await user.get(orgApks.compliance, { params })
  return [
    list.map((row) => [row.devices, row.compliant]),
    [devices, compliant],
    [figures.devices, figures.compliant, figures.missing],
    broken.length,
  ]
}

it('tells each reader how the terminals stand that he sees, and is sorted by them where he sees all', async () => {
  const [all, own, ofModel] = await Promise.all([
    reader({ dataScope: 'OWN_ORG_AND_BELOW' }),
    reader({ dataScope: 'OWN_ORG' }),
    reader({ dataScope: 'OWN_ORG_AND_BELOW', modelIds: [modelId] }),
  ])
  expect(await told(all)).toEqual([[[3, 1]], [3, 1], [3, 1, 2], 1])
  expect(await told(own)).toEqual([[[1, 1]], [1, 1], [1, 1, 0], 0])
  expect(await told(ofModel)).toEqual([[[1, 0]], [1, 0], [1, 0, 1], 1])
  const query = { sortField: 'devices', sortOrder: 'desc' } as const
  expect((await all.call(orgApks.page, { query })).code).toBe(codes.success)
  expect((await own.call(orgApks.page, { query })).code).toBe(codes.badRequest)
})
