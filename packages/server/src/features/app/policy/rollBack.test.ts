import { apks, codes, deviceHttp, mqttApks, orgApks } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addApk, addApp } from '../../../../test/appEstate.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { addDevice, addModel, passwordOf } from '../../../../test/testGateway.ts'
import { followPushes } from '../../device/push/follow.ts'
import { followCompliance } from './compliance.queries.ts'

let app: TestApp
let admin: TestUser
let shop: TestUser
let shopId: string
let made = 0

beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, { isSuperAdmin: true })
  const estate = await addEstate(app)
  const place = { name: 'Shop', code: 'shop', parentId: app.rootId }
  shopId = (await addOrganization(app.platform, place)).id
  const permissions = [
    ...['LIST', 'DETAIL', 'ADD', 'EDIT'].map((right) => `ORGANIZATION_APK_${right}`),
    ...['LIST', 'DETAIL', 'ADD'].map((right) => `MQTT_APK_${right}`),
    'ORG_APK_RELEASE',
  ]
  shop = await signedIn(app, { orgId: shopId, permissions })
  await addDevices(app, estate, { orgId: shopId, prefix: 'SHOP', count: 10 })
})
afterAll(() => app.close())

const policy = async (by: TestUser, orgId: string, appId: string) => {
  const body = { name: 'P', orgId, appId, policy: 'ALLOWED', scopeKind: 'ORG' } as const
  return (await by.get(orgApks.add, { body })).id
}
const release = (by: TestUser, id: string, apkId: string) =>
  by.call(orgApks.release, { params: { id }, body: { apkId, steps: [25] } })
const act = (by: TestUser, id: string, one: 'rollback' | 'stop') =>
  by.call(orgApks.steer, { params: { id, act: one } })
const follow = () => followPushes({ ...app.platform, now: () => new Date() })

/** A version of the platform's public application that waits for its publication, with a policy of each. */
async function offered() {
  const appId = await addApp(app, { orgId: app.rootId, package: `com.offered${++made}` })
  await addApk(app, { appId, code: 1 })
  const apkId = await addApk(app, { appId, code: 2, state: 'SIGNED' })
  const [own, theirs] = [await policy(admin, app.rootId, appId), await policy(shop, shopId, appId)]
  return { apkId, own, theirs }
}

it('lets a shop bring back its release of an application that is not its own', async () => {
  const { apkId, own, theirs } = await offered()
  expect((await release(admin, own, apkId)).code).toBe(200)
  expect((await release(shop, theirs, apkId)).code).toBe(200)
  await act(admin, own, 'stop')
  expect((await act(shop, theirs, 'rollback')).code).toBe(200)
})

it('leaves the file to tasks of others when a release is brought back', async () => {
  const { apkId, own } = await offered()
  await release(admin, own, apkId)
  const device = await addDevice(app.platform, {
    modelId: await addModel(app.platform),
    orgId: shopId,
  })
  await sql`update category set os_kind = 'ANDROID'`.execute(app.platform.db)
  const want = { action: 'INSTALL', apkId, opt: {} } as const
  const push = await shop.get(mqttApks.add, { body: { want, targets: { sns: [device.sn] } } })
  await follow()
  const { list } = await shop.get(mqttApks.items, { query: { pushId: push.id } })
  const ticket = async () => {
    const answer = await app.http.inject({
      method: 'POST',
      url: deviceHttp.ticket,
      headers: { authorization: `Bearer ${passwordOf(device)}` },
      payload: JSON.stringify({ sn: device.sn, ticket: list[0]?.id }),
    })
    return answer.statusCode
  }
  expect(await ticket()).toBe(200)
  expect((await act(admin, own, 'rollback')).code).toBe(200)
  expect(await ticket()).toBe(200)
})

it('goes back from a version only once no mandatory policy brings it again', async () => {
  const { db } = app.platform
  const appId = await addApp(app, { orgId: app.rootId, package: `com.offered${++made}` })
  await addApk(app, { appId, code: 1, state: 'SUPERSEDED' })
  const apkId = await addApk(app, { appId, code: 2 })
  const body = { name: 'P', orgId: shopId, appId, policy: 'MANDATORY' } as const
  const { id } = await admin.get(orgApks.add, { body })
  await admin.get(orgApks.release, { params: { id }, body: { apkId, steps: [100] } })
  await follow()
  await followCompliance(db)
  await sql`update push_item set state = 'SUCCESS', ended_at = now()
    where push_id in (select push_id from org_apk_push where org_apk_id = ${id})`.execute(db)
  await sql`update org_apk_release set state = 'FULL' where org_apk_id = ${id}`.execute(db)
  const [release] = await admin.get(orgApks.releases, { params: { id } })
  const ofPush = { params: { id: release?.pushes[0]?.id ?? '' } }
  const again = { code: codes.wrongState, msg: expect.stringContaining('would bring it again') }
  expect(await act(admin, id, 'rollback')).toMatchObject(again)
  expect(await admin.call(mqttApks.rollBack, ofPush)).toMatchObject(again)
  await admin.get(apks.offline, { params: { id: apkId }, body: { reason: 'broken' } })
  expect((await admin.call(mqttApks.rollBack, ofPush)).code).toBe(200)
  expect((await act(admin, id, 'rollback')).code).toBe(200)
})

it('begins no release of a version that is taken back at the same moment', async () => {
  for (let nth = 0; nth < 12; nth++) {
    const { apkId, own, theirs } = await offered()
    await release(admin, own, apkId)
    const later = new Promise((done) => setTimeout(done, nth))
    const [back, begun] = await Promise.all([
      act(admin, own, 'rollback'),
      later.then(() => release(shop, theirs, apkId)),
    ])
    const { rows } = await sql<{ state: string }>`select state from apk
      where id = ${apkId}`.execute(app.platform.db)
    expect(back.code).toBe(200)
    expect([begun.code, rows[0]?.state]).not.toEqual([200, 'SIGNED'])
  }
})
