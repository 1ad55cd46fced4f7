import { apks, codes, mqttApks, orgApks, type ReleaseAct } from '@muster/contract'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addApk, addApp, install } from '../../../../test/appEstate.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { untilLockWaits } from '../../../../test/untilLockWaits.ts'
import { endPushes } from '../../device/push/endPushes.ts'
import { followPushes } from '../../device/push/follow.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { followGrey } from './followGrey.ts'
import { runReleases } from './policy.worker.ts'

let app: TestApp
let admin: TestUser
let deviceIds: string[]
let name: string
let appId: string
let policyId: string
let made = 0

beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, { isSuperAdmin: true })
  const estate = await addEstate(app)
  deviceIds = await addDevices(app, estate, { orgId: app.rootId, prefix: 'REL', count: 40 })
})
afterAll(() => app.close())
beforeEach(async () => {
  name = `com.bank.rel${++made}`
  appId = await addApp(app, { orgId: app.rootId, package: name })
  const body = { name: 'Policy', orgId: app.rootId, appId, policy: 'ALLOWED' as const }
  policyId = (await admin.get(orgApks.add, { body: { ...body, uninstallWhenLeft: true } })).id
})

const params = () => ({ id: policyId })
const start = (apkId: string, more: object = {}) =>
  admin.get(orgApks.release, {
    params: params(),
    body: { apkId, steps: [25, 50], successPercent: 100, errorPercent: 50, minResults: 2, ...more },
  })
const act = (one: ReleaseAct) => admin.call(orgApks.steer, { params: { ...params(), act: one } })
const latest = async () => {
  const [release] = await admin.get(orgApks.releases, { params: params() })
  if (!release) throw new Error('no release')
  return release
}
const follow = () => followPushes({ ...app.platform, now: () => new Date() })
const round = async () => {
  await follow()
  await runReleases(app.platform)
  await follow()
}
/** The terminals of a release's pushes, by push, the first push first. */
async function items() {
  const { pushes } = await latest()
  const { rows } = await sql<{ pushId: string; deviceId: string; state: string }>`
    select push_id, device_id, state from push_item
    where push_id = any(${pushes.map(({ id }) => id)}::uuid[]) order by push_id`.execute(
    app.platform.db,
  )
  return rows
}
const end = (state: string, ids: readonly string[]) =>
  sql`update push_item set state = ${state}, ended_at = now()
    where cmd = 'APP_INSTALL' and ended_at is null and device_id = any(${[...ids]}::uuid[])`.execute(
    app.platform.db,
  )

describe('a release', () => {
  it('is brought to its share, and to the next one when that one has taken it', async () => {
    const apkId = await addApk(app, { appId, code: 2, state: 'SIGNED' })
    await start(apkId)
    await round()
    const first = (await items()).map(({ deviceId }) => deviceId)
    expect(first.length).toBeGreaterThan(2)
    expect(first.length).toBeLessThan(30)
    expect(await latest()).toMatchObject({ percent: 25, reached: first.length, nextPercent: 50 })
    await end('SUCCESS', first)
    await round()
    const second = await latest()
    expect(second).toMatchObject({ state: 'RUNNING', percent: 50, succeeded: first.length })
    expect(second.pushes.map(({ percent }) => percent)).toEqual([50, 25])
    const all = (await items()).map(({ deviceId }) => deviceId)
    expect(new Set(all).size).toBe(all.length)
    expect(all.length).toBeGreaterThan(first.length)
    expect((await act('widen')).data).toEqual({ percent: 100, state: 'RUNNING' })
    await round()
    expect(await items()).toHaveLength(40)
    await end('SUCCESS', deviceIds)
    await round()
    expect(await latest()).toMatchObject({ state: 'FULL', nextPercent: null })
  })

  it('says how many terminals more its next share is, before it is widened', async () => {
    const next = () => admin.get(orgApks.nextShare, { params: params() })
    expect(await next()).toEqual({ percent: null, count: 0, capped: false })
    await start(await addApk(app, { appId, code: 2, state: 'SIGNED' }))
    await round()
    const before = (await items()).length
    const { percent, count } = await next()
    expect(percent).toBe(50)
    await act('widen')
    await round()
    expect((await items()).length - before).toBe(count)
    expect(count).toBeGreaterThan(0)
    await act('stop')
    expect(await next()).toMatchObject({ percent: null })
  })

  it('tells how far its version has come, and has it rest with it', async () => {
    const apkId = await addApk(app, { appId, code: 2, state: 'SIGNED' })
    const version = async () => {
      const { state, greyPercent } = await admin.get(apks.detail, { params: { id: apkId } })
      return [state, greyPercent]
    }
    await start(apkId)
    await round()
    expect(await version()).toEqual(['GREY', 25])
    await end(
      'SUCCESS',
      (await items()).map(({ deviceId }) => deviceId),
    )
    await round()
    expect(await version()).toEqual(['GREY', 50])
    await act('widen')
    expect(await version()).toEqual(['GREY', 100])
    await act('pause')
    expect(await version()).toEqual(['GREY_PAUSED', 100])
    const want = { action: 'INSTALL' as const, apkId, opt: {} }
    const body = { want, targets: { ids: deviceIds.slice(0, 1) } }
    expect((await admin.call(mqttApks.add, { body })).code).toBe(codes.badRequest)
    await act('resume')
    expect(await version()).toEqual(['GREY', 100])
    await act('stop')
    expect(await version()).toEqual(['GREY_PAUSED', 100])
    // Whoever may publish it begins anew.
    await start(apkId, { steps: [10] })
    expect(await version()).toEqual(['GREY', 10])
  })

  it('has its version rest where too many terminals fail', async () => {
    const apkId = await addApk(app, { appId, code: 2, state: 'SIGNED' })
    await start(apkId)
    await round()
    await end(
      'FAILED',
      (await items()).map(({ deviceId }) => deviceId),
    )
    await round()
    expect(await latest()).toMatchObject({ state: 'STOPPED', reason: 'orgApk.stopped.errors' })
    const { state } = await admin.get(apks.detail, { params: { id: apkId } })
    expect(state).toBe('GREY_PAUSED')
  })

  it('leaves in the hours of its policy', async () => {
    const { version } = await admin.get(orgApks.detail, { params: params() })
    const hours = { windowFrom: '22:00', windowUntil: '05:00', windowDays: [1, 2] }
    const body = {
      ...params(),
      version,
      name: 'Policy',
      orgId: app.rootId,
      appId,
      policy: 'ALLOWED' as const,
    }
    await admin.get(orgApks.update, { body: { ...body, ...hours } })
    await start(await addApk(app, { appId, code: 2 }))
    const [first] = (await latest()).pushes
    const push = await admin.get(mqttApks.detail, { params: { id: first?.id ?? '' } })
    expect(push.options).toMatchObject({ window: { from: '22:00', until: '05:00', days: [1, 2] } })
  })

  it('has no hours that never come, and none that begin alone', async () => {
    const { version } = await admin.get(orgApks.detail, { params: params() })
    const body = {
      ...params(),
      version,
      name: 'Policy',
      orgId: app.rootId,
      appId,
      policy: 'ALLOWED' as const,
    }
    for (const [hours, field] of [
      [{ windowFrom: '22:00', windowUntil: '22:00' }, 'windowUntil'],
      [{ windowFrom: '22:00' }, 'windowUntil'],
      [{ windowUntil: '05:00' }, 'windowFrom'],
    ] as const)
      expect(await admin.call(orgApks.update, { body: { ...body, ...hours } })).toMatchObject({
        data: { fields: [{ field }] },
      })
  })

  it('is paused, resumed and stopped with its pushes', async () => {
    await start(await addApk(app, { appId, code: 2 }))
    await follow()
    const pushState = async () => (await latest()).pushes[0]?.state
    await act('pause')
    expect((await act('widen')).code).toBe(codes.wrongState)
    expect(await pushState()).toBe('PAUSED')
    await act('resume')
    expect(await pushState()).toBe('RUNNING')
    expect((await act('stop')).data).toMatchObject({ state: 'STOPPED' })
    await follow()
    expect(await pushState()).toBe('STOPPED')
    expect((await items()).every(({ state }) => state === 'CANCELLED')).toBe(true)
  })

  it('waits for nobody who was away until it was too late', async () => {
    await start(await addApk(app, { appId, code: 2 }))
    await round()
    const [late, ...others] = (await items()).map(({ deviceId }) => deviceId)
    await end('SUCCESS', others)
    await round()
    expect(await latest()).toMatchObject({ percent: 25 })
    await end('EXPIRED', [late ?? ''])
    await round()
    expect(await latest()).toMatchObject({ percent: 50 })
  })

  it('neither stops nor goes on by itself where all were away until it was too late', async () => {
    await start(await addApk(app, { appId, code: 2 }))
    await round()
    const first = (await items()).map(({ deviceId }) => deviceId)
    await end('EXPIRED', first)
    await inTransaction(app.platform.pool, endPushes)
    await round()
    await round()
    const release = await latest()
    expect(release).toMatchObject({ state: 'RUNNING', percent: 25, reached: 0 })
    expect(release.pushes).toMatchObject([{ state: 'EXPIRED' }])
    await act('widen')
    await round()
    await end('SUCCESS', deviceIds)
    await round()
    expect(await latest()).toMatchObject({ state: 'RUNNING', percent: 100 })
  })

  it('stops once when too many fail, however many answer at once', async () => {
    await start(await addApk(app, { appId, code: 2 }), { steps: [50, 100] })
    await round()
    const ids = (await items()).map(({ deviceId }) => deviceId)
    await end('REFUSED', ids.slice(0, 2))
    await end('FAILED', ids.slice(2, 5))
    await Promise.all([1, 2, 3].map(() => runReleases(app.platform)))
    await follow()
    const release = await latest()
    expect(release).toMatchObject({
      state: 'STOPPED',
      reason: 'orgApk.stopped.errors',
      failed: 5,
      pushes: [{ state: 'STOPPED' }],
    })
    const states = (await items()).map(({ state }) => state)
    expect(states.filter((state) => state === 'CANCELLED')).toHaveLength(ids.length - 5)
    const { rows } = await sql<{ version: number }>`select version from push
      where id = ${release.pushes[0]?.id}`.execute(app.platform.db)
    expect(rows).toEqual([{ version: 2 }])
  })

  it('counts those as failed that went back from it', async () => {
    await start(await addApk(app, { appId, code: 2 }), { steps: [100] })
    await round()
    await end('SUCCESS', deviceIds.slice(0, 4))
    await sql`insert into device_app_event (device_id, package, kind, from_code)
      select unnest(${deviceIds.slice(0, 3)}::uuid[]), ${name}, 'REMOVED', 2`.execute(
      app.platform.db,
    )
    await runReleases(app.platform)
    expect(await latest()).toMatchObject({ state: 'STOPPED', failed: 3, succeeded: 1 })
  })

  it('stops when somebody stops a push of it', async () => {
    await start(await addApk(app, { appId, code: 2 }))
    const id = (await latest()).pushes[0]?.id ?? ''
    await admin.get(mqttApks.stop, { params: { id }, body: { reason: 'wrong one' } })
    await round()
    expect(await latest()).toMatchObject({ state: 'STOPPED', reason: 'orgApk.stopped.push' })
  })

  it('stops when its version is withdrawn, and does not begin while its policy is not in force', async () => {
    const apkId = await addApk(app, { appId, code: 2 })
    await start(apkId)
    await round()
    await end('SUCCESS', deviceIds)
    await sql`update apk set state = 'OFFLINE' where id = ${apkId}`.execute(app.platform.db)
    await runReleases(app.platform)
    expect(await latest()).toMatchObject({
      state: 'STOPPED',
      percent: 25,
      reason: 'orgApk.stopped.withdrawn',
    })
    const next = await addApk(app, { appId, code: 3 })
    await admin.get(orgApks.setStatus, { params: { ...params(), status: '0' } })
    const body = { apkId: next, steps: [25], successPercent: 95, errorPercent: 5, minResults: 2 }
    const refused = await admin.call(orgApks.release, { params: params(), body })
    expect(refused.code).toBe(codes.wrongState)
  })

  it('leaves a version that nothing brings any more where it was before', async () => {
    const apkId = await addApk(app, { appId, code: 2, state: 'SIGNED' })
    await start(apkId)
    const { rows } = await sql<{
      state: string
    }>`select state from apk where id = ${apkId}`.execute(app.platform.db)
    expect(rows).toEqual([{ state: 'GREY' }])
    await act('rollback')
    const after = await admin.get(apks.detail, { params: { id: apkId } })
    expect(after).toMatchObject({ state: 'SIGNED', greyPercent: null })
  })

  it('goes back to the version before, or to none', async () => {
    await addApk(app, { appId, code: 1, state: 'SUPERSEDED' })
    const before = deviceIds.slice(0, 10)
    for (const deviceId of before) await install(app, { deviceId, package: name, code: 1 })
    await start(await addApk(app, { appId, code: 2 }), { steps: [100] })
    await round()
    const took = deviceIds.slice(0, 15)
    await end('SUCCESS', took)
    for (const deviceId of took) await install(app, { deviceId, package: name, code: 2 })
    await sql`insert into device_app_event (device_id, package, kind, to_code)
      select unnest(${deviceIds.slice(10, 15)}::uuid[]), ${name}, 'INSTALLED', 2`.execute(
      app.platform.db,
    )
    expect((await act('rollback')).data).toMatchObject({ state: 'ROLLED_BACK' })
    await follow()
    const { pushes } = await latest()
    const sizes = Object.fromEntries(pushes.map(({ purpose, size }) => [purpose, size]))
    expect(sizes).toEqual({ FORTH: 40, BACK: 10, OFF: 5 })
    const back = pushes.find(({ purpose }) => purpose === 'BACK')
    expect(await admin.get(mqttApks.detail, { params: { id: back?.id ?? '' } })).toMatchObject({
      versionName: '1.1',
      waiting: 10,
      targetKind: 'release',
    })
  })
})

describe('two releases of one version', () => {
  /** A version that two policies release, and what becomes of it when both are moved at once. */
  async function movedAtOnce(one: RawBuilder<unknown>, other: RawBuilder<unknown>) {
    const { db } = app.platform
    const apkId = await addApk(app, { appId, code: 2, state: 'SIGNED' })
    const first = await start(apkId, { steps: [10] })
    const below = await addOrganization(app.platform, { name, code: name, parentId: app.rootId })
    const body = { name: 'Below', orgId: below.id, appId, policy: 'ALLOWED' as const }
    policyId = (await admin.get(orgApks.add, { body: { ...body, uninstallWhenLeft: true } })).id
    const second = await start(apkId, { steps: [10] })
    const move = (id: string, change: RawBuilder<unknown>) =>
      db.transaction().execute(async (trx) => {
        await sql`update org_apk_release set ${change} where id = ${id}`.execute(trx)
        await followGrey(trx, id)
      })
    const later = await db.transaction().execute(async (trx) => {
      await sql`update org_apk_release set ${one} where id = ${first.id}`.execute(trx)
      await followGrey(trx, first.id)
      const moving = move(second.id, other)
      await untilLockWaits(db)
      return { moving }
    })
    await later.moving
    const { state, greyPercent } = await admin.get(apks.detail, { params: { id: apkId } })
    return [state, greyPercent]
  }

  const stopped = sql`state = 'STOPPED', ended_at = now()`

  it('that stop at once have it rest', async () => {
    expect(await movedAtOnce(stopped, stopped)).toEqual(['GREY_PAUSED', 10])
  })

  it('that widen at once have it come as far as the farther one', async () => {
    expect(await movedAtOnce(sql`percent = 50`, sql`percent = 20`)).toEqual(['GREY', 50])
  })
})
