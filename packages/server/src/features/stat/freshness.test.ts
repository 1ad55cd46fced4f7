import { appStat, appUse, deviceStat, logins, versionStat, workbench } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../test/testEstate.ts'
import { until } from '../../../test/until.ts'
import { startDeviceWorker } from '../device/device.worker.ts'

const pay = 'com.example.pay'
/** Milliseconds within which a figure tells what happened. */
const goal = 60_000

let app: TestApp
let admin: TestUser
/** Sees the root alone: figures of what is added up, without what waits. */
let alone: TestUser
let appId: string
let worker: ReturnType<typeof startDeviceWorker>

const run = async (text: string, values: unknown[] = []) =>
  (await app.platform.pool.query<{ id: string }>(text, values)).rows

beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, { isSuperAdmin: true })
  alone = await signedIn(app, { dataScope: 'OWN_ORG', permissions: ['STATISTICS_DEVICE'] })
  const estate = await addEstate(app)
  await addDevices(app, estate, { orgId: app.rootId, prefix: 'SOON', count: 3 })
  await run(`update device set lifecycle = 'ACTIVE'`)
  const made = await run(
    `insert into app (org_id, name, package, app_type, os_kind, visibility)
      values ($1, 'Pay', $2, 'NORMAL', 'ANDROID', 'PUBLIC') returning id`,
    [app.rootId, pay],
  )
  appId = made[0]?.id ?? ''
  await run(
    `insert into org_apk (name, org_id, app_id, policy, scope_kind) values ('must', $1, $2, 'MANDATORY', 'SUBTREE')`,
    [app.rootId, appId],
  )
  await run('select fold_estate_changes(), fold_told_changes(), fold_login_changes()')
  worker = startDeviceWorker(app.platform)
})
afterAll(async () => {
  await worker.stop()
  await app.close()
})

/** Of each way in which figures are kept one; what is told of the moment of counting says nothing. */
const figures = {
  'what terminals told': () => admin.get(deviceStat.distribution, { query: { by: 'BATTERY' } }),
  'what terminals told, at a place by itself': () =>
    alone.get(deviceStat.distribution, { query: { by: 'BATTERY' } }),
  'what happened to terminals': () => admin.get(deviceStat.trend, { query: {} }),
  'what became of applications': () => admin.get(appStat.trend, { query: { appId } }),
  'how they are used': () => admin.get(appUse.trend, { query: { appId } }),
  'who has them': () => admin.get(appStat.summary, { query: { appId } }),
  'who does not open them': () => admin.get(appUse.unused, { query: { unusedDays: 7 } }),
  connections: () => admin.get(logins.trend, { query: {} }),
  versions: () => admin.get(versionStat.matrix, { query: { kind: 'FIRMWARE' } }),
  'the workbench': () => admin.get(workbench.summary, { query: {} }),
}

const look = async (): Promise<Map<string, string>> => {
  const found = new Map<string, string>()
  for (const [name, ask] of Object.entries(figures))
    found.set(name, JSON.stringify({ ...(await ask()), countedAt: null }))
  return found
}

/** As terminals and gateways write it. */
const happenings = [
  'update device_order set battery = 30, seen_at = now()',
  `update device set firmware = '9.9', activated_at = now()`,
  `insert into device_state (device_id, last_seen_at, battery) select id, now(), 30 from device`,
  `insert into device_online (device_id, since, session_id) select id, now(), uuid7() from device`,
  `insert into device_app (device_id, package, version_code, seen_at) select id, '${pay}', 7, now() from device`,
  `insert into device_app_event (device_id, package, kind, to_code)
    select id, '${pay}', 'INSTALLED', 7 from device`,
  `insert into device_app_use (at, device_id, package, launches, minutes, hours, told_at, org_id, vendor_id, model_id)
    select date_trunc('day', now(), 'UTC'), id, '${pay}', 24, 5, array_fill(1::smallint, array[24]), now(), org_id, vendor_id,
      model_id from device`,
  `insert into login_change (hour, org_id, model_id, measure, delta)
    select date_trunc('hour', now(), 'UTC'), org_id, model_id, 'CONNECT', 1 from device`,
]

it('tells what happened within a minute, by what runs by itself', async () => {
  const before = await look()
  const began = Date.now()
  for (const text of happenings) await run(text)
  const late = new Set(before.keys())
  await until(async () => {
    for (const [name, told] of await look()) if (told !== before.get(name)) late.delete(name)
    return late.size === 0 || Date.now() - began > goal
  }, 'each figure tells something else')
  expect([...late]).toEqual([])
})
