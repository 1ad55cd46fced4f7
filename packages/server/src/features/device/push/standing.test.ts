import { mqttTasks } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { endPushes } from './endPushes.ts'
import { followPushes } from './follow.ts'

let app: TestApp
let admin: TestUser
let estate: Estate

beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, { isSuperAdmin: true })
  estate = await addEstate(app)
  await addDevices(app, estate, { orgId: app.rootId, prefix: 'STAND', count: 1 })
})
afterAll(() => app.close())

const want = { cmd: 'REBOOT', args: { delay: 0 } } as const
const targets = { sns: ['STAND00000'] }
const find = (id: string) => admin.get(mqttTasks.detail, { params: { id } })

it.each(['MQTT_TASK_ADD', 'DEVICE_REBOOT'])('ends where its giver has lost %s', async (lost) => {
  const permissions = ['MQTT_TASK_LIST', 'MQTT_TASK_ADD', 'DEVICE_REBOOT']
  const giver = await signedIn(app, { permissions, dataScope: 'ALL' })
  const { id } = await giver.get(mqttTasks.add, { body: { want, targets } })
  await sql`delete from role_menu where menu_id in (select id from menu where button_code = ${lost})
    and role_id in (select role_id from user_role where user_id = ${giver.userId})`.execute(
    app.platform.db,
  )
  await followPushes(app.platform)
  await inTransaction(app.platform.pool, endPushes)
  const gone = { state: 'STOPPED', reason: 'push.ownerGone', endedAt: expect.any(String) }
  expect(await find(id)).toMatchObject({ ...gone, size: 0 })
})

it('comes round no more where its giver may not want it, of which those hear who steer it', async () => {
  const giver = await signedIn(app, { isSuperAdmin: true })
  const body = { want, targets, cron: '0 3 * * *' }
  const { id } = await giver.get(mqttTasks.add, { body })
  await sql`update app_user set status = 0 where id = ${giver.userId}`.execute(app.platform.db)
  await followPushes({ ...app.platform, now: () => new Date(Date.now() + 86_400_000) })
  await inTransaction(app.platform.pool, endPushes)
  const gone = { state: 'STOPPED', reason: 'push.ownerGone', endedAt: expect.any(String) }
  expect(await find(id)).toMatchObject(gone)
  const runs = await admin.get(mqttTasks.page, { query: { parentId: id } })
  expect(runs.list).toEqual([])
  const { rows } = await sql`select from notice where text_key = 'notice.pushOwnerGone'
    and link like ${`%${id}`} and user_id = ${admin.userId}`.execute(app.platform.db)
  expect(rows).toHaveLength(1)
})

it('comes round again at its hour after a rest that passed over one, or a late approval', async () => {
  const body = { want, targets, cron: '0 3 * * *' }
  const { id } = await admin.get(mqttTasks.add, { body })
  const pass = (state: string) =>
    sql`update push set state = ${state}, created_by = null, starts_at = now() - interval '1 hour'
      where id = ${id}`.execute(app.platform.db)
  for (const [state, move] of [
    ['PAUSED', mqttTasks.resume],
    ['APPROVAL', mqttTasks.approve],
  ] as const) {
    await pass(state)
    const { startsAt, ...push } = await admin.get(move, { params: { id } })
    expect([push.state, new Date(startsAt ?? 0) > new Date()]).toEqual(['SCHEDULED', true])
  }
})

it('waits for a second person where its group has grown by the time it begins', async () => {
  const { db } = app.platform
  const { rows } = await sql<{
    id: string
  }>`insert into device_group (name, type, org_id, max_members)
    values ('Grown', 'STATIC', ${app.rootId}, 1000) returning id`.execute(db)
  const groupId = rows[0]?.id ?? ''
  const join = (prefix: string) =>
    sql`insert into device_group_member (group_id, device_id)
      select ${groupId}, id from device where starts_with(sn, ${prefix})`.execute(db)
  await addDevices(app, estate, { orgId: app.rootId, prefix: 'MASS', count: 2 })
  await sql`insert into parameter (key, group_code, value_type, value) values ('push.approval.items', 'task', 'int', '2')
    on conflict (key) do update set value = excluded.value`.execute(db)
  await join('STAND')
  const startsAt = new Date(Date.now() + 60_000).toISOString()
  const begun = () => followPushes({ ...app.platform, now: () => new Date(Date.now() + 120_000) })
  const wish = { body: { want, targets: { groupId }, startsAt } }
  const { id, state } = await admin.get(mqttTasks.add, wish)
  expect(state).toBe('SCHEDULED')
  await join('MASS')
  await begun()
  expect(await find(id)).toMatchObject({ state: 'APPROVAL', needsApproval: true, size: 0 })
  const growing = await admin.get(mqttTasks.add, {
    body: { ...wish.body, targets: { groupId }, growing: true },
  })
  expect(growing.state).toBe('APPROVAL')
  const second = await signedIn(app, { isSuperAdmin: true })
  await second.get(mqttTasks.approve, { params: { id } })
  await sql`update push set starts_at = now() where id = ${id}`.execute(db)
  await begun()
  expect(await find(id)).toMatchObject({ state: 'RUNNING', size: 3 })
  await sql`update parameter set value = '0' where key = 'push.approval.items'`.execute(db)
})
