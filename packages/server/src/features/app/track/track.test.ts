import { apks, codes, mqttApks, testTracks } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { addApk, addApp } from '../../../../test/appEstate.ts'
import { lifecycleSpec } from '../../../../test/lifecycleSpec.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { untilLockWaits } from '../../../../test/untilLockWaits.ts'
import { findArtifact } from '../../delivery/artifact.queries.ts'
import { followPushes } from '../../device/push/follow.ts'

let anyAppId = ''

lifecycleSpec(testTracks, {
  prepare: async (app) => {
    anyAppId = await addApp(app, { orgId: app.rootId, package: 'com.bank.tracked' })
  },
  make: (n) => ({ name: `Track ${n}`, appId: anyAppId }),
  text: 'name',
  unique: 'name',
})

let app: TestApp
let estate: Estate
let admin: TestUser
let appId: string
let apkId: string
let made = 0
let ids: string[]
let sns: string[]

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true })
})
afterAll(() => app.close())
beforeEach(async () => {
  appId = await addApp(app, { orgId: app.rootId, package: `com.bank.track${++made}` })
  apkId = await addApk(app, { appId, code: 7, state: 'SIGNED' })
  const prefix = `TRK${made}-`
  ids = await addDevices(app, estate, { orgId: app.rootId, prefix, count: 3 })
  const { rows } = await sql<{ sn: string }>`select sn from device
    where id = any(${ids}::uuid[]) order by array_position(${ids}::uuid[], id)`.execute(
    app.platform.db,
  )
  sns = rows.map(({ sn }) => sn)
})

const addTrack = (more: object = {}) =>
  admin.get(testTracks.add, { body: { name: `Track ${made}`, appId, ...more } })
const setDevices = (id: string, named: readonly string[], user = admin) =>
  user.call(testTracks.setDevices, { params: { id }, body: { sns: [...named] } })
const start = (id: string, tested = apkId) =>
  admin.call(testTracks.start, { params: { id }, body: { apkId: tested } })
const detail = (id: string) => admin.get(testTracks.detail, { params: { id } })
const refused = (field: string) => ({ code: 400, data: { fields: [{ field }] } })
const bring = (deviceIds: readonly string[]) => ({
  body: { want: { action: 'INSTALL' as const, apkId, opt: {} }, targets: { ids: [...deviceIds] } },
})
const leftOut = async (deviceIds: readonly string[]) => {
  const { given, leftOut: others } = await admin.get(mqttApks.precheck, bring(deviceIds))
  return [given, ...others.map(({ code }) => code)]
}

it('brings an approved version to its terminals, and to no others', async () => {
  expect(await admin.call(mqttApks.precheck, bring(ids))).toMatchObject({ code: 400 })
  const { id } = await addTrack({ expiryDays: 3 })
  await setDevices(id, sns.slice(0, 2))
  expect(await start(id)).toMatchObject({ code: 200 })
  await followPushes({ ...app.platform, now: () => new Date() })
  const { rows } = await sql<{
    deviceId: string
    id: string
    state: string
  }>`select device_id, id, state
    from push_item where device_id = any(${ids}::uuid[])`.execute(app.platform.db)
  expect(rows.map(({ deviceId }) => deviceId).toSorted()).toEqual(ids.slice(0, 2).toSorted())
  expect(await leftOut(ids.slice(2))).toEqual([0, 'I217'])
  const row = await detail(id)
  expect(row).toMatchObject({ state: 'RUNNING', apkVersion: '1.7', deviceCount: 2 })
  const days = Date.parse(row.expiresAt ?? '') - Date.parse(row.startedAt ?? '')
  expect(days).toBe(3 * 86_400_000)
  const [item] = rows
  const fetch = () =>
    findArtifact(app.platform.pool, { itemId: item?.id ?? '', deviceId: item?.deviceId ?? '' })
  expect(await fetch()).not.toBeNull()
  await sql`update developer_track set expires_at = now() - interval '1 second'
    where id = ${id}`.execute(app.platform.db)
  expect(await fetch()).toBeNull()
  expect(await detail(id)).toMatchObject({ state: 'EXPIRED' })
  expect(await admin.call(mqttApks.precheck, bring(ids))).toMatchObject({ code: 400 })
})

it('lets its version go to everybody once it is online', async () => {
  const { id } = await addTrack()
  await setDevices(id, sns.slice(0, 1))
  await start(id)
  await admin.get(apks.publish, { params: { id: apkId }, body: {} })
  expect(await leftOut(ids)).toEqual([3])
})

it('is ended before its days are over, once', async () => {
  const { id } = await addTrack()
  const end = () => admin.call(testTracks.end, { params: { id } })
  expect(await end()).toMatchObject({ code: 40904 })
  await setDevices(id, sns)
  await start(id)
  expect(await end()).toMatchObject({ code: 200 })
  expect(await end()).toMatchObject({ code: 40904 })
  expect(await admin.call(mqttApks.precheck, bring(ids))).toMatchObject({ code: 400 })
})

it('has no more terminals than it has places, and none that nobody knows', async () => {
  const { id } = await addTrack({ maxDevices: 2 })
  expect(await setDevices(id, sns)).toMatchObject(refused('sns'))
  expect(await setDevices(id, ['NOWHERE-1'])).toMatchObject(refused('sns'))
  expect(await setDevices(id, sns.slice(1))).toMatchObject({ code: 200 })
  const row = await detail(id)
  const body = { name: row.name, appId, id, version: row.version, maxDevices: 1 }
  expect(await admin.call(testTracks.update, { body })).toMatchObject(refused('maxDevices'))
  const other = await addApp(app, { orgId: app.rootId, package: `com.bank.other${made}` })
  expect(
    await admin.call(testTracks.update, { body: { ...body, maxDevices: 5, appId: other } }),
  ).toMatchObject(refused('appId'))
})

it('is started by who may bring applications to terminals', async () => {
  const { id } = await addTrack()
  await setDevices(id, sns)
  const permissions = ['APP_DEV_TRACK_EDIT', 'APP_DEV_TRACK_DETAIL']
  const starter = await signedIn(app, { permissions, dataScope: 'ALL' })
  const go = () => starter.call(testTracks.start, { params: { id }, body: { apkId } })
  expect(await go()).toMatchObject({
    code: codes.forbidden,
    msg: expect.stringContaining('bring applications'),
  })
})

it('counts its terminals once whoever names them is done', async () => {
  const { id, name, version } = await addTrack()
  const body = { name, appId, id, version, maxDevices: 1 }
  let late: Promise<unknown> | undefined
  await app.platform.db.transaction().execute(async (trx) => {
    await sql`select from developer_track where id = ${id} for update`.execute(trx)
    await sql`insert into developer_track_device (track_id, device_id)
      select ${id}, unnest(${ids}::uuid[])`.execute(trx)
    late = admin.call(testTracks.update, { body })
    await untilLockWaits(app.platform.db)
  })
  expect(await late).toMatchObject(refused('maxDevices'))
})

it('keeps terminals that its caller does not see', async () => {
  const { id: orgId } = await addOrganization(app.platform, {
    name: `Shop ${made}`,
    code: `shop${made}`,
    parentId: app.rootId,
  })
  const own = await addApp(app, { orgId, package: `com.shop.own${made}` })
  const { id } = await addTrack({ appId: own })
  await setDevices(id, sns)
  const permissions = ['LIST', 'EDIT', 'DETAIL'].map((right) => `APP_DEV_TRACK_${right}`)
  const shopkeeper = await signedIn(app, { orgId, permissions })
  expect(await setDevices(id, [], shopkeeper)).toMatchObject({ code: 200 })
  expect(await shopkeeper.get(testTracks.devices, { params: { id } })).toEqual([])
  expect(await admin.get(testTracks.devices, { params: { id } })).toHaveLength(3)
  // Nor does a number tell of them.
  const params = { id }
  const { version, name, deviceCount } = await shopkeeper.get(testTracks.detail, { params })
  const { list } = await shopkeeper.get(testTracks.page, { query: { appId: own } })
  expect([deviceCount, ...list.map((row) => row.deviceCount)]).toEqual([0, 0])
  // Yet they take up places.
  const body = { id, version, name, appId: own, maxDevices: 2 }
  const full = await shopkeeper.call(testTracks.update, { body })
  expect(full).toMatchObject(refused('maxDevices'))
  const three = { ...body, maxDevices: 3 }
  expect(await shopkeeper.get(testTracks.update, { body: three })).toMatchObject({ deviceCount: 0 })
  const [mine = ''] = await addDevices(app, estate, { orgId, prefix: `OWN${made}-`, count: 1 })
  const { rows } = await sql<{ sn: string }>`select sn from device where id = ${mine}`.execute(
    app.platform.db,
  )
  const [{ sn } = { sn: '' }] = rows
  expect(await setDevices(id, [sn], shopkeeper)).toMatchObject(refused('sns'))
  const four = { ...body, version: version + 1, maxDevices: 4 }
  await shopkeeper.get(testTracks.update, { body: four })
  expect(await setDevices(id, [sn], shopkeeper)).toMatchObject({ code: 200 })
  expect(await detail(id)).toMatchObject({ deviceCount: 4 })
})

it('tests an approved version of its application that is not online', async () => {
  const { id } = await addTrack()
  expect(await start(id)).toMatchObject({ code: 40904 })
  await setDevices(id, sns)
  const online = await addApk(app, { appId, code: 6, state: 'ONLINE' })
  expect(await start(id, online)).toMatchObject(refused('apkId'))
  const other = await addApp(app, { orgId: app.rootId, package: `com.bank.foreign${made}` })
  const foreign = await addApk(app, { appId: other, code: 1, state: 'SIGNED' })
  expect(await start(id, foreign)).toMatchObject(refused('apkId'))
  expect(await admin.get(testTracks.versions, { params: { id } })).toEqual([
    { id: apkId, name: '1.7' },
  ])
})
