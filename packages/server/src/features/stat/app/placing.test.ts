import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/testApp.ts'
import { addDevice, addModel } from '../../../../test/testGateway.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const run = async (text: string, ...values: unknown[]) =>
  (await app.platform.pool.query<object>(text, values)).rows

it('waits for no application that a gateway holds, and counts it later', async () => {
  const modelId = await addModel(app.platform)
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
