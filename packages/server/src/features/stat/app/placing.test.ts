import { deviceStat } from '@muster/contract'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { signedIn, startTestApp, type TestApp } from '../../../../test/testApp.ts'
import { addDevice, addModel } from '../../../../test/testGateway.ts'
import { placeApps } from '../workbench/count.worker.ts'

let app: TestApp
let modelId: string

beforeAll(async () => {
  app = await startTestApp()
  modelId = await addModel(app.platform)
})
afterAll(() => app.close())

const run = async (text: string, ...values: unknown[]) =>
  (await app.platform.pool.query<object>(text, values)).rows

it('waits for no application that a gateway holds, and counts it later', async () => {
  const { id } = await addDevice(app.platform, { modelId, orgId: app.rootId })
  await run(
    `insert into device_app (device_id, package, version_code, seen_at) values ($1, 'com.bank.pay', 1, now())`,
    id,
  )
  await run(`insert into counted_package (package) values ('com.bank.pay')`)
  const [gateway, placer] = [await app.platform.pool.connect(), await app.platform.pool.connect()]
  onTestFinished(() => [gateway, placer].forEach((one) => one.release(true)))
  await placer.query(`set lock_timeout = '2s'`)
  await gateway.query('begin')
  await gateway.query('update device_app set seen_at = now()')
  const place = async () => (await placer.query<object>('select place_apps(10) as left')).rows
  expect(await place()).toEqual([{ left: 1 }])
  await gateway.query('commit')
  expect(await place()).toEqual([{ left: 0 }])
  expect(await run('select is_active from device_app')).toEqual([{ is_active: true }])
})

it('counts by presence what is being written while its terminal comes online', async () => {
  const { id } = await addDevice(app.platform, { modelId, orgId: app.rootId })
  await run(`insert into counted_package (package, watched_at) values ('com.bank.idle', now())`)
  const online = () => run(`select is_online from device_app where package = 'com.bank.idle'`)
  const gateway = await app.platform.pool.connect()
  onTestFinished(() => gateway.release(true))
  await gateway.query('begin')
  await gateway.query(
    `insert into device_app (device_id, package, version_code, seen_at) values ($1, 'com.bank.idle', 1, now())`,
    [id],
  )
  await run(
    'insert into device_online (device_id, since, session_id) values ($1, now(), uuid7())',
    id,
  )
  await run('select fold_location_changes()')
  await gateway.query('commit')
  await run('select fold_location_changes()')
  expect(await online()).toEqual([{ is_online: true }])
  // Who adds up waits for none that a gateway holds.
  await gateway.query('begin')
  await gateway.query(`update device_app set seen_at = now() where package = 'com.bank.idle'`)
  await run('delete from device_online')
  const adder = await app.platform.pool.connect()
  onTestFinished(() => adder.release(true))
  await adder.query(`set lock_timeout = '2s'`)
  await adder.query('select fold_location_changes()')
  expect(await online()).toEqual([{ is_online: true }])
  await gateway.query('commit')
  await run('select fold_location_changes()')
  expect(await online()).toEqual([{ is_online: false }])
})

it('tells of an application that becomes mandatory who is online, though that is not followed yet', async () => {
  const { id } = await addDevice(app.platform, { modelId, orgId: app.rootId })
  await run(
    `insert into app (org_id, name, package, app_type, os_kind, visibility)
    values ($1, 'Pay', 'com.bank.must', 'NORMAL', 'ANDROID', 'PUBLIC')`,
    app.rootId,
  )
  await run(
    `insert into device_app (device_id, package, version_code, seen_at) values ($1, 'com.bank.must', 1, now())`,
    id,
  )
  await run(
    'insert into device_online (device_id, since, session_id) values ($1, now(), uuid7())',
    id,
  )
  await placeApps(app.platform)
  await run('select fold_location_changes()')
  await run(`insert into org_apk (name, org_id, app_id, policy, scope_kind)
    select 'must', org_id, id, 'MANDATORY', 'SUBTREE' from app where package = 'com.bank.must'`)
  const user = await signedIn(app, { isSuperAdmin: true })
  const idle = async () => {
    const { apps } = await user.get(deviceStat.idle, { query: { unusedDays: 7 } })
    return apps.map(({ name, terminals, unused }) => [name, terminals, unused])
  }
  const all = [['Pay', 1, 1]]
  expect(await idle()).toEqual(all)
  await placeApps(app.platform)
  expect(await idle()).toEqual(all)
  await run('select fold_location_changes()')
  expect(await idle()).toEqual(all)
  // From then on it is kept: who is not followed yet counts as before.
  await run('delete from device_online')
  expect(await idle()).toEqual(all)
  await run('select fold_location_changes()')
  expect(await idle()).toEqual([['Pay', 1, 0]])
})
