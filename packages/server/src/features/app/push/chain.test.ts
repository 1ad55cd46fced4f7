import { codes, mqttApks, type Push } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addApk, addApp, install } from '../../../../test/appEstate.ts'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { followPushes } from '../../device/push/follow.ts'

let app: TestApp
let estate: Estate
let admin: TestUser
let made = 0
let ids: readonly string[]
/** Versions of three applications. */
let apkIds: readonly string[]

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true })
})
afterAll(() => app.close())
beforeEach(async () => {
  made += 1
  ids = await addDevices(app, estate, { orgId: app.rootId, prefix: `CHAIN${made}-`, count: 3 })
  apkIds = await Promise.all(
    ['one', 'two', 'three'].map(async (name) => {
      const appId = await addApp(app, { orgId: app.rootId, package: `com.chain${made}.${name}` })
      return addApk(app, { appId, code: 1, state: 'ONLINE' })
    }),
  )
})

const approvalFrom = (count: number) =>
  sql`insert into parameter (key, group_code, value_type, value) values ('push.approval.items', 'task', 'int', ${String(count)})
    on conflict (key) do update set value = excluded.value`.execute(app.platform.db)
const follow = () => followPushes({ ...app.platform, now: () => new Date() })
const wish = (apkId = '', opt = {}) => ({ action: 'INSTALL' as const, apkId, opt })
const bodyOf = (more: object = {}) => {
  const [first, ...others] = apkIds
  const next = others.map((one) => wish(one))
  return { want: wish(first), next, targets: { ids: [...ids] }, ...more }
}

/** Gives all three and has their terminals written down; answers them in their order. */
async function give(): Promise<readonly Push[]> {
  await admin.get(mqttApks.add, { body: bodyOf() })
  await follow()
  const { list } = await admin.get(mqttApks.page, {
    query: { sortField: 'taskNo', pageSize: '100' },
  })
  return list.filter(({ package: name }) => name?.startsWith(`com.chain${made}.`))
}

const end = (push: Push | undefined, deviceId: string | undefined, state = 'SUCCESS') =>
  sql`update push_item set state = ${state}, ended_at = now(), next_publish_at = null,
      code = case when ${state} = 'FAILED' then 'I201' end
    where push_id = ${push?.id} and device_id = ${deviceId}`.execute(app.platform.db)

/** What each terminal's part of a push is at, in the order of the terminals. */
async function itemsOf(push: Push | undefined): Promise<readonly string[]> {
  const query = { pushId: push?.id ?? '' }
  const { list } = await admin.get(mqttApks.items, { query })
  return list
    .toSorted((one, other) => ids.indexOf(one.deviceId) - ids.indexOf(other.deviceId))
    .map(({ state, waitsFor, code }) => [state, waitsFor ?? code].filter(Boolean).join(' '))
}

describe('applications that follow each other', () => {
  it('reach a terminal one after the other, as soon as the one before is done there', async () => {
    const [first, second, third] = await give()
    expect([second?.afterNo, third?.afterPushId]).toEqual([first?.taskNo, second?.id])
    expect(await itemsOf(first)).toEqual(['QUEUED', 'QUEUED', 'QUEUED'])
    expect(await itemsOf(second)).toEqual(['QUEUED BEFORE', 'QUEUED BEFORE', 'QUEUED BEFORE'])
    await end(first, ids[1])
    await follow()
    expect(await itemsOf(second)).toEqual(['QUEUED BEFORE', 'QUEUED', 'QUEUED BEFORE'])
    expect(await itemsOf(third)).toEqual(['QUEUED BEFORE', 'QUEUED BEFORE', 'QUEUED BEFORE'])
    await end(second, ids[1])
    await follow()
    expect(await itemsOf(third)).toEqual(['QUEUED BEFORE', 'QUEUED', 'QUEUED BEFORE'])
  })

  it('do not follow one that fails, and say why; they go on when it is mended', async () => {
    const [first, second, third] = await give()
    await end(first, ids[0], 'FAILED')
    await follow()
    for (const push of [second, third])
      expect(await itemsOf(push)).toEqual(['CANCELLED S610', 'QUEUED BEFORE', 'QUEUED BEFORE'])
    const retry = (push: Push | undefined) =>
      admin.get(mqttApks.retry, { params: { id: push?.id ?? '' }, body: {} })
    await retry(first)
    await retry(second)
    await follow()
    expect(await itemsOf(second)).toEqual(['QUEUED BEFORE', 'QUEUED BEFORE', 'QUEUED BEFORE'])
    await end(first, ids[0])
    await follow()
    expect(await itemsOf(second)).toEqual(['QUEUED', 'QUEUED BEFORE', 'QUEUED BEFORE'])
  })

  it('go on where the one before is there already, and end where it was stopped', async () => {
    const { rows } = await sql<{ package: string }>`select package from app
      where id = (select app_id from apk where id = ${apkIds[0]})`.execute(app.platform.db)
    await install(app, { deviceId: ids[2] ?? '', package: rows[0]?.package ?? '', code: 1 })
    const [first, second] = await give()
    expect(await itemsOf(first)).toEqual(['QUEUED', 'QUEUED', 'FILTERED I202'])
    expect(await itemsOf(second)).toEqual(['QUEUED BEFORE', 'QUEUED BEFORE', 'QUEUED'])
    await admin.get(mqttApks.stop, { params: { id: first?.id ?? '' }, body: { reason: 'wrong' } })
    await follow()
    expect(await itemsOf(second)).toEqual(['CANCELLED S610', 'CANCELLED S610', 'QUEUED'])
  })

  it('are looked at one by one before they are given', async () => {
    const { rows } = await sql<{ package: string }>`select package from app
      where id = (select app_id from apk where id = ${apkIds[1]})`.execute(app.platform.db)
    await install(app, { deviceId: ids[0] ?? '', package: rows[0]?.package ?? '', code: 1 })
    const { given, next } = await admin.get(mqttApks.precheck, { body: bodyOf() })
    expect(given).toBe(3)
    expect(next.map(({ given, leftOut }) => [given, leftOut.map(({ code }) => code)])).toEqual([
      [2, ['I202']],
      [3, []],
    ])
  })

  it('are approved together', async () => {
    await approvalFrom(1)
    const [first, second, third] = await give()
    expect([first, second, third].map((push) => push?.state)).toEqual(Array(3).fill('APPROVAL'))
    const other = await signedIn(app, { isSuperAdmin: true })
    await other.get(mqttApks.approve, { params: { id: first?.id ?? '' } })
    await approvalFrom(1000)
    await follow()
    expect(await itemsOf(first)).toEqual(['QUEUED', 'QUEUED', 'QUEUED'])
    expect(await itemsOf(third)).toEqual(['QUEUED BEFORE', 'QUEUED BEFORE', 'QUEUED BEFORE'])
  })

  it.each(['takeBack', 'stop'] as const)(
    'wait for nobody where the first is gone: %s',
    async (move) => {
      await approvalFrom(1)
      const chain = await give()
      await approvalFrom(1000)
      const params = { id: chain[0]?.id ?? '' }
      await (move === 'stop'
        ? admin.get(mqttApks.stop, { params, body: { reason: 'wrong' } })
        : admin.get(mqttApks.takeBack, { params }))
      const after = await Promise.all(
        chain.map(({ id }) => admin.get(mqttApks.detail, { params: { id } })),
      )
      expect(after.map(({ state }) => state)).toEqual(Array(3).fill('STOPPED'))
      const other = await signedIn(app, { isSuperAdmin: true })
      const waiting = await other.get(mqttApks.page, { query: { waiting: '1' } })
      expect(waiting.list).toEqual([])
    },
  )

  it('are stopped by whoever may stop the first, and say why where he may not steer them', async () => {
    const [, second, third] = apkIds
    const startsAt = new Date(Date.now() + 3_600_000).toISOString()
    const next = [wish(second, { launcher: true }), wish(third)]
    const { id } = await admin.get(mqttApks.add, { body: bodyOf({ next, startsAt }) })
    const permissions = ['LIST', 'DETAIL', 'CONTROL', 'APPROVE'].map((act) => `MQTT_APK_${act}`)
    const keeper = await signedIn(app, { permissions, dataScope: 'ALL' })
    const stop = { params: { id }, body: { reason: 'wrong' } }
    expect(await keeper.call(mqttApks.stop, stop)).toMatchObject({ code: codes.success })
    const { list } = await admin.get(mqttApks.page, {
      query: { sortField: 'taskNo', pageSize: '100' },
    })
    const chain = list.filter(({ package: name }) => name?.startsWith(`com.chain${made}.`))
    expect(chain.map(({ state, reason }) => `${state} ${reason}`)).toEqual([
      'STOPPED wrong',
      'STOPPED push.formerStopped',
      'STOPPED wrong',
    ])
  })

  it('need the rights of all to be approved', async () => {
    await approvalFrom(1)
    const [first, second] = apkIds
    const body = {
      want: wish(first),
      next: [wish(second, { launcher: true })],
      targets: { ids: [...ids] },
    }
    const { id } = await admin.get(mqttApks.add, { body })
    await approvalFrom(1000)
    const permissions = ['LIST', 'DETAIL', 'CONTROL', 'APPROVE'].map((act) => `MQTT_APK_${act}`)
    const keeper = await signedIn(app, { permissions, dataScope: 'ALL' })
    expect(await keeper.call(mqttApks.approve, { params: { id } })).toMatchObject({
      code: codes.forbidden,
      data: { permission: 'DEVICE_APP' },
    })
    const refused = { params: { id }, body: { reason: 'no' } }
    expect((await keeper.call(mqttApks.reject, refused)).code).toBe(codes.success)
  })

  it('need not have what the one before brings', async () => {
    const needed = [{ package: `com.chain${made}.one`, code: 1 }]
    await app.platform.db
      .updateTable('apk')
      .set({ dependencies: JSON.stringify(needed) })
      .where('id', '=', apkIds[1] ?? '')
      .execute()
    const [, second] = await give()
    expect(await itemsOf(second)).toEqual(['QUEUED BEFORE', 'QUEUED BEFORE', 'QUEUED BEFORE'])
  })

  it.each([
    ['come round', { cron: '0 3 * * *' }, 'next'],
    [
      'are more than five',
      { next: Array.from({ length: 5 }, () => wish('019a0000-0000-7000-8000-000000000001')) },
      'next',
    ],
  ])('are refused where they %s', async (_, more, field) => {
    const answer = await admin.call(mqttApks.add, { body: bodyOf(more) })
    expect(answer).toMatchObject({ code: codes.badRequest, data: { fields: [{ field }] } })
  })

  it('are refused where one comes twice', async () => {
    const next = [wish(apkIds[1]), wish(apkIds[0])]
    const answer = await admin.call(mqttApks.add, { body: bodyOf({ next }) })
    expect(answer).toMatchObject({ data: { fields: [{ field: 'next.1.apkId' }] } })
  })

  it('start a terminal only for who may say so', async () => {
    const user = await signedIn(app, { permissions: ['MQTT_APK_ADD'], dataScope: 'ALL' })
    const want = wish(apkIds[0], { launcher: true })
    expect(await user.call(mqttApks.add, { body: bodyOf({ want, next: [] }) })).toMatchObject({
      code: codes.forbidden,
      data: { permission: 'DEVICE_APP' },
    })
  })
})

it('is changed with what follows it, by its first alone, before it begins', async () => {
  const startsAt = new Date(Date.now() + 3_600_000).toISOString()
  const first = await admin.get(mqttApks.add, { body: bodyOf({ startsAt }) })
  const chain = async () =>
    (
      await admin.get(mqttApks.page, { query: { sortField: 'taskNo', pageSize: '100' } })
    ).list.filter(({ package: name }) => name?.startsWith(`com.chain${made}.`))
  const [, second] = await chain()
  const body = { targets: { ids: ids.slice(0, 1) }, version: first.version }
  const change = (id = '') => admin.call(mqttApks.update, { params: { id }, body })
  expect((await change(second?.id)).code).toBe(codes.wrongState)
  const preview = await admin.get(mqttApks.precheckUpdate, { params: { id: first.id }, body })
  expect(preview).toMatchObject({ given: 1, next: [{ given: 1 }, { given: 1 }] })
  expect((await change(first.id)).code).toBe(codes.success)
  await follow()
  expect(await chain()).toMatchObject(
    [1, 2, 3].map(() => ({ state: 'RUNNING', size: 1, startsAt: null })),
  )
})
