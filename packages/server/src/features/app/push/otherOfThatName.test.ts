import { mqttApks } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addApk, addApp, install } from '../../../../test/appEstate.ts'
import { addOrganization, signedIn, startTestApp, type TestApp } from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const name = 'com.bank.pay'
const place = (code: string) =>
  addOrganization(app.platform, { name: code, code, parentId: app.rootId })
const signedBy = (apkId: string, by: string) =>
  sql`update apk set uninstall_first = true, signer_sha256 = ${by.repeat(64)} where id = ${apkId}`.execute(
    app.platform.db,
  )

it('removes first what is of the same application, and nothing of another one of that name', async () => {
  const { db } = app.platform
  const admin = await signedIn(app, { isSuperAdmin: true })
  const [shop, other] = [await place('shop'), await place('other')]
  const ids = await addDevices(app, await addEstate(app), {
    orgId: shop.id,
    prefix: 'SHOP',
    count: 2,
  })
  await install(app, { deviceId: ids[0] ?? '', package: name, code: 2 })
  await sql`update device_app set signer = ${'b'.repeat(16)}`.execute(db)
  const leftOut = async (apkId: string) => {
    const want = { action: 'INSTALL' as const, apkId, opt: {} }
    const body = { want, targets: { ids: [...ids] } }
    const { given, leftOut: passed } = await admin.get(mqttApks.precheck, { body })
    return [given, ...passed.map(({ code }) => code)]
  }
  const ownId = await addApp(app, { orgId: app.rootId, package: name })
  const own = await addApk(app, { appId: ownId, code: 5 })
  await signedBy(own, 'a')
  expect(await leftOut(own)).toEqual([2])
  const appId = await addApp(app, { orgId: other.id, package: name })
  const [before, apkId] = [
    await addApk(app, { appId, code: 1, state: 'SUPERSEDED' }),
    await addApk(app, { appId, code: 5 }),
  ]
  await signedBy(before, 'b')
  await signedBy(apkId, 'c')
  expect(await leftOut(apkId)).toEqual([1, 'I204'])
  // Where nobody above the terminal has that name on record, a version of it tells by its signer whose it is.
  await sql`update app set deleted_at = now() where id = ${ownId}`.execute(db)
  expect(await leftOut(apkId)).toEqual([2])
  await sql`delete from apk where id = ${before}`.execute(db)
  expect(await leftOut(apkId)).toEqual([1, 'I204'])
})
