import { codes, type InputOf, mqttApks, mqttTasks } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addOrganization, signedIn, startTestApp, type TestApp } from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { followPushes } from './follow.ts'

let app: TestApp
let estate: Estate

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
})
afterAll(() => app.close())

it('begins anew for nobody that was passed by, is not fit any more, or is beyond the caller’s reach', async () => {
  const { db } = app.platform
  const shop = { name: 'Shop', code: 'shop', parentId: app.rootId }
  const { id: orgId } = await addOrganization(app.platform, shop)
  await addDevices(app, estate, { orgId, prefix: 'GATE', count: 3 })
  await addDevices(app, estate, { orgId, prefix: 'GATESTOCK', count: 1, lifecycle: 'STOCK' })
  const acts = ['LIST', 'DETAIL', 'ADD', 'CONTROL'].map((act) => `MQTT_TASK_${act}`)
  const keeper = await signedIn(app, { orgId, permissions: [...acts, 'DEVICE_REBOOT'] })
  const sns = ['GATE00000', 'GATE00001', 'GATE00002', 'GATESTOCK00000']
  const body = { want: { cmd: 'REBOOT' as const, args: { delay: 0 } }, targets: { sns } }
  const { id } = await keeper.get(mqttTasks.add, { body })
  await followPushes(app.platform)
  await sql`update push_item set state = 'FAILED', code = 'C404', ended_at = now()
    where push_id = ${id} and ended_at is null`.execute(db)
  await sql`update device set lifecycle = 'SUSPENDED' where sn = 'GATE00001'`.execute(db)
  await sql`update device set org_id = ${app.rootId} where sn = 'GATE00002'`.execute(db)
  expect(await keeper.get(mqttTasks.retry, { params: { id }, body: {} })).toMatchObject({
    count: 1,
  })
  const { rows } = await sql<{ said: string }>`select sn || ' ' || state as said
    from push_item item join device on device.id = item.device_id where push_id = ${id} order by 1`.execute(
    db,
  )
  expect(rows.map(({ said }) => said)).toEqual([
    'GATE00000 QUEUED',
    'GATE00001 FAILED',
    'GATE00002 FAILED',
    'GATESTOCK00000 FILTERED',
  ])
})

it('begins anew for those that are named, and for nobody of another push', async () => {
  const { db } = app.platform
  const admin = await signedIn(app, { isSuperAdmin: true })
  await addDevices(app, estate, { orgId: app.rootId, prefix: 'NAMED', count: 3 })
  const sns = ['NAMED00000', 'NAMED00001', 'NAMED00002']
  const body = { want: { cmd: 'REBOOT' as const, args: { delay: 0 } }, targets: { sns } }
  const { id } = await admin.get(mqttTasks.add, { body })
  await followPushes(app.platform)
  await sql`update push_item set state = 'FAILED', code = 'C404', ended_at = now()
    where push_id = ${id}`.execute(db)
  const { list } = await admin.get(mqttTasks.items, { query: { pushId: id } })
  const named = list.find(({ sn }) => sn === 'NAMED00001')?.id ?? ''
  const retry = (ids: readonly string[]) =>
    admin.call(mqttTasks.retry, { params: { id }, body: { ids: [...ids] } })
  expect(await retry([named, id])).toMatchObject({ data: { count: 1 } })
  expect((await retry([id])).code).toBe(codes.warning)
  expect((await retry([])).code).toBe(codes.badRequest)
  const { rows } = await sql<{ said: string }>`select sn || ' ' || state as said
    from push_item item join device on device.id = item.device_id where push_id = ${id} order by 1`.execute(
    db,
  )
  expect(rows.map(({ said }) => said)).toEqual([
    'NAMED00000 FAILED',
    'NAMED00001 QUEUED',
    'NAMED00002 FAILED',
  ])
})

it.each([
  ['REBOOT', { delay: 0 }, 'DEVICE_REBOOT'],
  ['APP_INSTALL', { pkg: 'com.bank.pay', opt: { force: true } }, 'MQTT_APK_FORCE'],
  ['APP_INSTALL', { pkg: 'com.bank.pay', opt: { downgrade: true } }, 'MQTT_APK_DOWNGRADE'],
] as const)('asks of %s %j for the right to want it', async (kind, args, permission) => {
  const { rows } = await sql<{
    id: string
  }>`insert into push (task_no, kind, title, args, org_id, state,
      targets) values (next_task_no(now()), ${kind}, '', ${JSON.stringify(args)}, ${app.rootId}, 'PARTIAL',
      '{"ids":[]}') returning id`.execute(app.platform.db)
  const of = kind === 'REBOOT' ? 'MQTT_TASK' : 'MQTT_APK'
  const permissions = [`${of}_LIST`, `${of}_CONTROL`]
  const steward = await signedIn(app, { permissions, dataScope: 'ALL' })
  const { retry } = kind === 'REBOOT' ? mqttTasks : mqttApks
  expect(await steward.call(retry, { params: { id: rows[0]?.id ?? '' }, body: {} })).toMatchObject({
    code: codes.forbidden,
    data: { permission },
  })
})

it('goes on with more than one slice, in a worker and with what its caller holds', async () => {
  const { db } = app.platform
  await addDevices(app, estate, { orgId: app.rootId, prefix: 'MANY', count: 5010 })
  const giver = await signedIn(app, { isSuperAdmin: true })
  const filter = { field: 'sn', op: 'begins', values: ['MANY'] } as const
  const body = { want: { cmd: 'REBOOT' as const, args: { delay: 0 } }, targets: { filter } }
  const { id } = await giver.get(mqttTasks.add, { body })
  await followPushes(app.platform)
  await sql`update push_item set state = 'FAILED', code = 'C404', ended_at = now()
    where push_id = ${id}`.execute(db)
  const params = { id }
  expect(await giver.get(mqttTasks.retry, { params, body: {} })).toMatchObject({ count: 5010 })
  const figures = async () =>
    giver
      .get(mqttTasks.detail, { params })
      .then(({ state, waiting, failed }) => ({ state, waiting, failed }))
  expect(await figures()).toEqual({ state: 'RUNNING', waiting: 5000, failed: 10 })
  await followPushes(app.platform)
  expect(await figures()).toEqual({ state: 'RUNNING', waiting: 5010, failed: 0 })
})

it('of a wipe asks for a fresh proof, as the wipe itself did', async () => {
  const { db } = app.platform
  const admin = await signedIn(app, { isSuperAdmin: true })
  const second = await signedIn(app, { isSuperAdmin: true })
  await addDevices(app, estate, { orgId: app.rootId, prefix: 'PROOF', count: 1 })
  const targets = { sns: ['PROOF00000'] }
  const failed = async (want: InputOf<typeof mqttTasks.add>['body']['want']) => {
    const { id, state } = await admin.get(mqttTasks.add, { body: { want, targets } })
    if (state === 'APPROVAL') await second.get(mqttTasks.approve, { params: { id } })
    await followPushes(app.platform)
    await sql`update push_item set state = 'FAILED', code = 'C404', ended_at = now()
      where push_id = ${id}`.execute(db)
    return id
  }
  const wipe = await failed({ cmd: 'WIPE', args: { keepSim: true } })
  const restart = await failed({ cmd: 'REBOOT', args: { delay: 0 } })
  const provedAt = (minutes: number) =>
    sql`update session set proved_at = now() - make_interval(mins => ${minutes})
      where id = ${admin.sessionId}`.execute(db)
  const retry = async (id: string) =>
    (await admin.call(mqttTasks.retry, { params: { id }, body: {} })).code
  await provedAt(60)
  expect(await retry(wipe)).toBe(codes.proofRequired)
  expect(await retry(restart)).toBe(codes.success)
  await provedAt(0)
  expect(await retry(wipe)).toBe(codes.success)
})
