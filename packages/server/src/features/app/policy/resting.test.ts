import { codes, mqttApks, orgApks, type ReleaseAct } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { addApk, addApp } from '../../../../test/appEstate.ts'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { endPushes } from '../../device/push/endPushes.ts'
import { followPushes } from '../../device/push/follow.ts'

let app: TestApp
let admin: TestUser
let appId: string
let policyId: string
let made = 0

beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, { isSuperAdmin: true })
  await addDevices(app, await addEstate(app), { orgId: app.rootId, prefix: 'REST', count: 40 })
})
afterAll(() => app.close())
beforeEach(async () => {
  appId = await addApp(app, { orgId: app.rootId, package: `com.bank.rest${++made}` })
  const body = { name: 'Policy', orgId: app.rootId, appId, policy: 'ALLOWED' as const }
  policyId = (await admin.get(orgApks.add, { body })).id
})

const params = () => ({ id: policyId })
const start = (apkId: string) =>
  admin.get(orgApks.release, { params: params(), body: { apkId, steps: [25, 50] } })
const act = (one: ReleaseAct) => admin.call(orgApks.steer, { params: { ...params(), act: one } })
const pushesOf = async () =>
  (await admin.get(orgApks.releases, { params: params() }))[0]?.pushes ?? []
const follow = () => followPushes({ ...app.platform, now: () => new Date() })

/** Ends what its terminals were given: the first has failed, the others have it. */
async function endAll(pushId: string): Promise<void> {
  await sql`update push_item set ended_at = now(),
      state = case when device_id = (select min(device_id::text)::uuid from push_item where push_id = ${pushId})
        then 'FAILED' else 'SUCCESS' end
    where push_id = ${pushId}`.execute(app.platform.db)
  await inTransaction(app.platform.pool, endPushes)
}

it('a release has rest with it what is tried again of a push of it that had ended', async () => {
  await start(await addApk(app, { appId, code: 2 }))
  await follow()
  const [given] = await pushesOf()
  await endAll(given?.id ?? '')
  const [push] = await pushesOf()
  expect(push).toMatchObject({ state: 'PARTIAL' })
  await act('pause')
  const ask = { params: { id: push?.id ?? '' } }
  expect(await admin.get(mqttApks.retry, { ...ask, body: {} })).toEqual({ count: 1 })
  expect(await admin.get(mqttApks.detail, ask)).toMatchObject({
    state: 'PAUSED',
    reason: 'orgApk.pausedWith',
  })
  expect((await admin.call(mqttApks.resume, ask)).msg).toMatch(/resume the release/)
  await act('resume')
  expect(await admin.get(mqttApks.detail, ask)).toMatchObject({ state: 'RUNNING', reason: null })
})

it('a release leaves to a second person, and to whoever paused one by hand, what rests with it', async () => {
  await start(await addApk(app, { appId, code: 2 }))
  await follow()
  const [first] = await pushesOf()
  const ask = { params: { id: first?.id ?? '' } }
  const asked = (columns: string) =>
    sql`update push set needs_approval = true, approved_at = null, ${sql.raw(columns)} where id = ${ask.params.id}`.execute(
      app.platform.db,
    )
  await asked(`state = 'APPROVAL'`)
  await act('pause')
  const colleague = await signedIn(app, { isSuperAdmin: true })
  expect((await colleague.call(mqttApks.approve, ask)).code).toBe(codes.wrongState)
  expect((await admin.call(mqttApks.resume, ask)).msg).toMatch(/resume the release/)
  await act('resume')
  expect(await pushesOf()).toMatchObject([{ state: 'APPROVAL' }])
  await colleague.get(mqttApks.approve, ask)
  await admin.get(mqttApks.pause, ask)
  await act('pause')
  await act('resume')
  expect(await pushesOf()).toMatchObject([{ state: 'PAUSED' }])
})

it('a release takes with it what was paused by hand, once somebody has that go on', async () => {
  await start(await addApk(app, { appId, code: 2 }))
  await follow()
  const [first] = await pushesOf()
  const ask = { params: { id: first?.id ?? '' } }
  await admin.get(mqttApks.pause, ask)
  await act('pause')
  // No sooner than its release.
  expect(await admin.get(mqttApks.resume, ask)).toMatchObject({
    state: 'PAUSED',
    reason: 'orgApk.pausedWith',
  })
  expect((await admin.call(mqttApks.resume, ask)).msg).toMatch(/resume the release/)
  await act('resume')
  expect(await admin.get(mqttApks.detail, ask)).toMatchObject({ state: 'RUNNING', reason: null })
})
