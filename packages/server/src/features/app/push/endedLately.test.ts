import { apks, mqttApks } from '@muster/contract'
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
import { followPushes } from '../../device/push/follow.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

it('counts how deliveries of a version ended lately, of the terminals that one sees', async () => {
  const estate = await addEstate(app)
  const admin = await signedIn(app, { isSuperAdmin: true })
  const shop = { name: 'Shop', code: 'shop', parentId: app.rootId }
  const { id: shopId } = await addOrganization(app.platform, shop)
  const appId = await addApp(app, { orgId: app.rootId, package: 'com.bank.pay' })
  const apkId = await addApk(app, { appId, code: 4, state: 'ONLINE' })
  const add = (orgId: string, prefix: string, count: number) =>
    addDevices(app, estate, { orgId, prefix, count })
  const [own = '', failed = ''] = await add(app.rootId, 'OWN-', 2)
  const [other = ''] = await add(shopId, 'SHOP-', 1)
  const want = { action: 'INSTALL' as const, apkId, opt: {} }
  const { id: pushId } = await admin.get(mqttApks.add, {
    body: { want, targets: { ids: [own, failed, other] } },
  })
  await followPushes({ ...app.platform, now: () => new Date() })
  const end = (id: string, state: string) =>
    sql`update push_item set state = ${state}, ended_at = case when ${state} <> 'QUEUED' then now() end
      where push_id = ${pushId} and device_id = ${id}`.execute(app.platform.db)
  for (const id of [own, other]) await end(id, 'SUCCESS')
  for (const state of ['FAILED', 'QUEUED', 'EXPIRED', 'EXPIRED']) await end(failed, state)
  const seen = async (user: TestUser) => {
    const { list } = await user.get(apks.page, { query: { appId } })
    return list.map(({ succeeded7d, failed7d }) => [succeeded7d, failed7d])
  }
  expect(await seen(admin)).toEqual([[2, 2]])
  const keeper = await signedIn(app, { orgId: shopId, permissions: ['APK_LIST'] })
  await sql`update app set org_id = ${shopId} where id = ${appId}`.execute(app.platform.db)
  expect(await seen(keeper)).toEqual([[1, 0]])
  await sql`update apk_delivery_day set day = day - 7 where apk_id = ${apkId}`.execute(
    app.platform.db,
  )
  expect(await seen(admin)).toEqual([[0, 0]])
})
