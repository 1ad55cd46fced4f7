import { codes, devices, mqttApks, mqttTasks } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn, type TestUser } from '../../../../test/testApp.ts'
import { type Pushes, pushRights, snsOf, startPushes } from '../../../../test/testPushes.ts'

let pushes: Pushes
let second: TestUser
/** At home in the shop, but sees all. */
let wide: TestUser

const steering = ['LIST', 'DETAIL', 'CONTROL', 'APPROVE', 'HALT'].map((act) => `MQTT_TASK_${act}`)

beforeAll(async () => {
  pushes = await startPushes()
  const { app, shopId: orgId } = pushes
  second = await signedIn(app, { isSuperAdmin: true })
  const everywhere = { orgId, dataScope: 'ALL' as const }
  wide = await signedIn(app, { ...everywhere, permissions: [...pushRights, 'MQTT_TASK_HALT'] })
})
afterAll(() => pushes.app.close())

type Act = (user: TestUser, id: string) => Promise<{ readonly code: number }>

const body = { reason: 'Wrong hour' }
const acts: readonly (readonly [string, string, Act])[] = [
  ['approve', 'APPROVAL', (user, id) => user.call(mqttTasks.approve, { params: { id } })],
  ['take back', 'APPROVAL', (user, id) => user.call(mqttTasks.takeBack, { params: { id } })],
  ['pause', 'RUNNING', (user, id) => user.call(mqttTasks.pause, { params: { id } })],
  ['resume', 'PAUSED', (user, id) => user.call(mqttTasks.resume, { params: { id } })],
  ['stop', 'RUNNING', (user, id) => user.call(mqttTasks.stop, { params: { id }, body })],
]
const retry: Act = (user, id) => user.call(mqttTasks.retry, { params: { id }, body: {} })
const exclude: Act = async (user, id) => {
  const ids = (await pushes.itemsOf(id)).map((item) => item.id)
  return user.call(mqttTasks.exclude, { body: { ids } })
}

const into = (id: string, state: string) =>
  sql`update push set state = ${state}, ended_at = null where id = ${id}`.execute(
    pushes.app.platform.db,
  )

describe('whoever steers a push', () => {
  it('needs the right to give it', async () => {
    const { app, shopId: orgId, shopkeeper } = pushes
    await pushes.add('NEEDS', 2, { orgId })
    const { id } = await pushes.give({ sns: snsOf('NEEDS', 2) }, {}, shopkeeper)
    await pushes.move(id, 'FAILED', 'NEEDS00001')
    const keeper = await signedIn(app, { orgId, permissions: steering })
    const may = await signedIn(app, { orgId, permissions: [...steering, 'DEVICE_REBOOT'] })
    const all = [...acts, ['retry', 'RUNNING', retry], ['exclude', 'RUNNING', exclude]] as const
    for (const [name, state, act] of all) {
      await into(id, state)
      expect({ name, ...(await act(keeper, id)) }).toMatchObject({
        name,
        code: codes.forbidden,
        data: { permission: 'DEVICE_REBOOT' },
      })
      expect({ name, code: (await act(may, id)).code }).toEqual({ name, code: codes.success })
    }
  })

  it('needs the rights of all that a halt keeps back to lift it', async () => {
    const { app, shopId: orgId, shopkeeper } = pushes
    await pushes.add('HELD', 1, { orgId })
    const { id: pushId } = await pushes.give({ sns: ['HELD00000'] }, {}, shopkeeper)
    const keeper = await signedIn(app, { orgId, permissions: steering })
    const { id } = await keeper.get(mqttTasks.halt, { body: { orgId, reason: 'Freeze' } })
    await sql`update push_item set waits_for = 'STOPPED', next_publish_at = null
      where push_id = ${pushId}`.execute(app.platform.db)
    expect(await keeper.call(mqttTasks.lift, { params: { id } })).toMatchObject({
      code: codes.forbidden,
      data: { permission: 'DEVICE_REBOOT' },
    })
    await wide.get(mqttTasks.lift, { params: { id } })
    await pushes.follow()
    expect((await pushes.itemsOf(pushId))[0]?.waitsFor).toBeNull()
  })

  it('needs the right to force an installation that is forced', async () => {
    const { app } = pushes
    const permissions = ['LIST', 'DETAIL', 'CONTROL'].map((act) => `MQTT_APK_${act}`)
    const keeper = await signedIn(app, { dataScope: 'ALL', permissions })
    const { rows } = await sql<{ id: string }>`insert into push
        (task_no, kind, title, args, org_id, state, targets, expanded_at)
      values ('TK-F', 'APP_INSTALL', '', '{"pkg": "a", "opt": {"force": true}}', ${app.rootId}, 'RUNNING', '{"ids": []}', now())
      returning id`.execute(app.platform.db)
    const params = { id: rows[0]?.id ?? '' }
    expect(await keeper.call(mqttApks.pause, { params })).toMatchObject({
      data: { permission: 'MQTT_APK_FORCE' },
    })
  })

  it('sees all that it may be for, else he may take his own out of it', async () => {
    const { app, shopId: orgId, shopkeeper } = pushes
    await pushes.add('BOTHMINE', 1, { orgId })
    await pushes.add('BOTHNOT', 2)
    const sns = ['BOTHMINE00000', ...snsOf('BOTHNOT', 2)]
    const { id } = await pushes.give({ sns }, {}, wide)
    const may = await signedIn(app, { orgId, permissions: [...steering, 'DEVICE_REBOOT'] })
    for (const [name, state, act] of acts) {
      await into(id, state)
      const { code } = await act(may, id)
      expect({ name, code }).toEqual({ name, code: codes.forbidden })
    }
    // Nor is he told of how many, or which.
    const seen = await pushes.find(id, shopkeeper)
    expect(seen).toMatchObject({ size: 1, waiting: 1, capped: false, targets: {} })
    expect(seen.counts).toEqual([{ state: 'QUEUED', step: '', count: 1 }])
    const { list } = await shopkeeper.get(mqttTasks.page, { query: { sn: 'BOTHMINE00000' } })
    expect(list).toMatchObject([{ id, size: 1, waiting: 1 }])
    expect(await pushes.find(id, wide)).toMatchObject({ size: 3, waiting: 3, targets: { sns } })
    const own = (await pushes.itemsOf(id, may)).map((item) => item.id)
    expect(await may.get(mqttTasks.exclude, { body: { ids: own } })).toMatchObject({ count: 1 })
    expect((await wide.call(mqttTasks.stop, { params: { id }, body })).code).toBe(codes.success)
  })
})

it('keeps the terminals of those who do not see it', async () => {
  const { app, admin, shopId: orgId } = pushes
  const [deviceId = ''] = await pushes.add('FROMABOVE', 1, { orgId })
  const { id } = await pushes.give({ sns: ['FROMABOVE00000'] })
  const permissions = [...steering, 'DEVICE_REBOOT', devices.tasks.permission]
  const may = await signedIn(app, { orgId, permissions })
  const { list } = await may.get(devices.tasks, { params: { id: deviceId }, query: {} })
  const body = { ids: list.map((item) => item.id) }
  expect(body.ids).toHaveLength(1)
  expect((await may.call(mqttTasks.exclude, { body })).code).toBe(codes.notFound)
  expect((await pushes.itemsOf(id)).map(({ state }) => state)).toEqual(['QUEUED'])
  expect(await admin.get(mqttTasks.exclude, { body })).toMatchObject({ count: 1 })
})

describe('a push that wipes', () => {
  it('waits for a second person, for one terminal too, however it is given', async () => {
    const { app, admin } = pushes
    const [deviceId = ''] = await pushes.add('WIPED', 1)
    const want = { cmd: 'WIPE', args: { keepSim: true } } as const
    const input = { body: { want, targets: { sns: ['WIPED00000'] } } }
    expect(await admin.get(mqttTasks.precheck, input)).toMatchObject({ needsApproval: true })
    const { id } = await admin.get(mqttTasks.add, input)
    expect(await pushes.find(id)).toMatchObject({ state: 'APPROVAL', size: 0 })
    await admin.get(mqttTasks.takeBack, { params: { id } })
    const item = await admin.get(devices.command, { params: { id: deviceId }, body: want })
    expect(item.waitsFor).toBe('APPROVAL')
    const { list } = await admin.get(mqttTasks.page, { query: { sn: 'WIPED00000' } })
    const [given] = list
    expect(given).toMatchObject({ state: 'APPROVAL', needsApproval: true, size: 1, waiting: 1 })
    const params = { id: given?.id ?? '' }
    await sql`update push_item set waits_for = 'PAUSED', next_publish_at = null
      where push_id = ${params.id}`.execute(app.platform.db)
    expect((await admin.call(mqttTasks.approve, { params })).code).toBe(codes.forbidden)
    await second.get(mqttTasks.approve, { params })
    await pushes.follow()
    expect((await pushes.itemsOf(params.id))[0]).toMatchObject({ state: 'QUEUED', waitsFor: null })
  })

  it('is not let go by taking it back and having it begin anew', async () => {
    const want = { cmd: 'WIPE', args: { keepSim: true } } as const
    const [deviceId = ''] = await pushes.add('WIPED3', 1)
    await pushes.admin.get(devices.command, { params: { id: deviceId }, body: want })
    const { list } = await pushes.admin.get(mqttTasks.page, { query: { sn: 'WIPED300000' } })
    const params = { id: list[0]?.id ?? '' }
    await pushes.admin.get(mqttTasks.takeBack, { params })
    await pushes.follow()
    expect((await pushes.itemsOf(params.id))[0]).toMatchObject({ state: 'CANCELLED' })
    const { code } = await pushes.admin.call(mqttTasks.retry, { params, body: {} })
    expect(code).toBe(codes.wrongState)
  })
})
