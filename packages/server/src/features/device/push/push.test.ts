import { codes, mqttTasks } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn, type TestUser } from '../../../../test/testApp.ts'
import { type Pushes, pushRights, reboot, snsOf, startPushes } from '../../../../test/testPushes.ts'

let pushes: Pushes
let second: TestUser

beforeAll(async () => {
  pushes = await startPushes()
  second = await signedIn(pushes.app, { isSuperAdmin: true })
})
afterAll(() => pushes.app.close())

/** Who was told what of a push, by the key of the text. */
async function toldOf(pushId: string) {
  const { rows } = await sql<{
    userId: string
    textKey: string
  }>`select user_id, text_key from notice
    where link like ${`%${pushId}`} order by text_key`.execute(pushes.app.platform.db)
  return rows.map(({ userId, textKey }) => [userId, textKey])
}

describe('a push', () => {
  it('ends when the last of its terminals has, done in part where some failed', async () => {
    await pushes.add('ENDS', 3)
    const push = await pushes.give({ sns: snsOf('ENDS', 3) })
    await pushes.move(push.id, 'SUCCESS', 'ENDS00000')
    await pushes.move(push.id, 'SUCCESS', 'ENDS00001')
    await pushes.end()
    expect(await pushes.find(push.id)).toMatchObject({ state: 'RUNNING', succeeded: 2, waiting: 1 })
    await pushes.move(push.id, 'FAILED')
    await pushes.end()
    expect(await pushes.find(push.id)).toMatchObject({
      state: 'PARTIAL',
      failed: 1,
      endedAt: expect.any(String),
    })
    const [error] = await pushes.admin.get(mqttTasks.errors, { params: { id: push.id } })
    expect(error).toEqual({ state: 'FAILED', code: 'C404', count: 1 })
  })

  it('that nobody took in time begins anew as a whole', async () => {
    await pushes.add('UNHEARD', 2)
    const push = await pushes.give({ sns: snsOf('UNHEARD', 2) })
    await sql`update push_item set state = 'EXPIRED', ended_at = now() where push_id = ${push.id}`.execute(
      pushes.app.platform.db,
    )
    await pushes.end()
    expect(await pushes.find(push.id)).toMatchObject({ state: 'EXPIRED', failed: 2 })
    const params = { id: push.id }
    expect(await pushes.admin.get(mqttTasks.retry, { params, body: {} })).toEqual({ count: 2 })
    const again = { state: 'RUNNING', waiting: 2, failed: 0, endedAt: null }
    expect(await pushes.find(push.id)).toMatchObject(again)
  })

  it('lets those that failed begin anew, by error code', async () => {
    await pushes.add('RETRY', 2)
    const push = await pushes.give({ sns: snsOf('RETRY', 2) })
    await pushes.move(push.id, 'FAILED')
    await pushes.end()
    const params = { id: push.id }
    expect(
      (await pushes.admin.call(mqttTasks.retry, { params, body: { code: 'I201' } })).code,
    ).toBe(codes.warning)
    expect(
      await pushes.admin.get(mqttTasks.retry, { params, body: { code: 'C404' } }),
    ).toMatchObject({
      count: 2,
    })
    expect(await pushes.find(push.id)).toMatchObject({
      state: 'RUNNING',
      waiting: 2,
      failed: 0,
      endedAt: null,
    })
    expect((await pushes.itemsOf(push.id)).map(({ attempt }) => attempt)).toEqual([2, 2])
    expect(await pushes.strays()).toEqual([])
  })

  it('that stops ends with what those say that were told already', async () => {
    await pushes.add('TOLD', 2)
    const { id } = await pushes.give({ sns: snsOf('TOLD', 2) })
    await pushes.move(id, 'RUNNING', 'TOLD00001')
    await pushes.admin.get(mqttTasks.stop, { params: { id }, body: { reason: 'Wrong hour' } })
    await pushes.follow()
    await pushes.end()
    expect(await pushes.find(id)).toMatchObject({
      state: 'STOPPED',
      cancelled: 1,
      active: 1,
      endedAt: null,
    })
    await pushes.move(id, 'SUCCESS', 'TOLD00001')
    await pushes.end()
    expect(await pushes.find(id)).toMatchObject({
      succeeded: 1,
      active: 0,
      endedAt: expect.any(String),
    })
    expect(await pushes.strays()).toEqual([])
  })

  it('rests, goes on, and stops for good', async () => {
    await pushes.add('RESTS', 2)
    const { id } = await pushes.give({ sns: snsOf('RESTS', 2) })
    const params = { id }
    expect((await pushes.admin.get(mqttTasks.pause, { params })).state).toBe('PAUSED')
    const twice = await pushes.admin.call(mqttTasks.pause, { params })
    expect(twice).toMatchObject({ code: codes.wrongState, msg: expect.stringContaining('Paused') })
    expect((await pushes.admin.get(mqttTasks.resume, { params })).state).toBe('RUNNING')
    await pushes.admin.get(mqttTasks.stop, { params, body: { reason: 'Wrong hour' } })
    await pushes.follow()
    await pushes.end()
    expect(await pushes.find(id)).toMatchObject({
      state: 'STOPPED',
      reason: 'Wrong hour',
      cancelled: 2,
      endedAt: expect.any(String),
    })
    expect((await pushes.itemsOf(id)).map(({ state, code }) => [state, code])).toEqual([
      ['CANCELLED', 'S602'],
      ['CANCELLED', 'S602'],
    ])
  })

  it('of many can be taken back within its grace, and only then', async () => {
    await pushes.add('GRACE', 101)
    const push = await pushes.give({ filter: { field: 'sn', op: 'begins', values: ['GRACE'] } })
    const [first] = await pushes.itemsOf(push.id)
    expect(first).toMatchObject({ waitsFor: 'GRACE', waitsUntil: push.graceUntil })
    expect((await pushes.admin.get(mqttTasks.takeBack, { params: { id: push.id } })).state).toBe(
      'STOPPED',
    )
    await pushes.follow()
    expect(await pushes.find(push.id)).toMatchObject({ waiting: 0, cancelled: 101 })
    await pushes.add('SMALL', 1)
    const small = await pushes.give({ sns: ['SMALL00000'] })
    const { code } = await pushes.admin.call(mqttTasks.takeBack, { params: { id: small.id } })
    expect(code).toBe(codes.wrongState)
  })

  it('passes by terminals that are taken out of it, and tells those to leave it be that know of it', async () => {
    await pushes.add('OUT', 3)
    const push = await pushes.give({ sns: snsOf('OUT', 3) })
    await pushes.move(push.id, 'ACKED', 'OUT00001')
    await pushes.move(push.id, 'SUCCESS', 'OUT00002')
    const ids = (await pushes.itemsOf(push.id)).map(({ id }) => id)
    expect(await pushes.admin.get(mqttTasks.exclude, { body: { ids } })).toMatchObject({
      count: 2,
      refused: [{ name: 'OUT00002' }],
    })
    expect((await pushes.itemsOf(push.id)).map(({ sn, state }) => `${sn} ${state}`).sort()).toEqual(
      ['OUT00000 CANCELLED', 'OUT00001 CANCELLING', 'OUT00002 SUCCESS'],
    )
    expect(await pushes.strays()).toEqual([])
    expect((await pushes.shopkeeper.call(mqttTasks.exclude, { body: { ids } })).code).toBe(
      codes.notFound,
    )
  })

  it('waits for a second person where the parameter says so', async () => {
    await sql`insert into parameter (key, group_code, value_type, value) values ('push.approval.items', 'task', 'int', '2')
      on conflict (key) do update set value = excluded.value`.execute(pushes.app.platform.db)
    await pushes.add('TWO', 2)
    const push = await pushes.give({ sns: snsOf('TWO', 2) })
    const meant = { count: 2, capped: false }
    expect(push).toMatchObject({ state: 'APPROVAL', size: 0, needsApproval: true, meant })
    const params = { id: push.id }
    expect((await pushes.admin.call(mqttTasks.approve, { params })).code).toBe(codes.forbidden)
    expect(await second.get(mqttTasks.approve, { params })).toMatchObject({
      approvedBy: second.name,
    })
    await pushes.follow()
    expect(await pushes.find(push.id)).toMatchObject({ state: 'RUNNING', size: 2, meant: null })
    expect(await toldOf(push.id)).toEqual([
      [pushes.admin.userId, 'notice.push.approved'],
      [second.userId, 'notice.push.waits'],
    ])
    const refused = await pushes.give({ sns: snsOf('TWO', 2) })
    const input = { params: { id: refused.id }, body: { reason: 'Not today' } }
    expect((await pushes.admin.call(mqttTasks.reject, input)).code).toBe(codes.forbidden)
    expect((await pushes.shopkeeper.call(mqttTasks.reject, input)).code).toBe(codes.forbidden)
    expect(await second.get(mqttTasks.reject, input)).toMatchObject({
      state: 'STOPPED',
      reason: 'Not today',
      rejectedBy: second.name,
    })
    expect((await second.call(mqttTasks.approve, { params: input.params })).code).toBe(
      codes.wrongState,
    )
    expect(await toldOf(refused.id)).toEqual([
      [pushes.admin.userId, 'notice.push.rejected'],
      [second.userId, 'notice.push.waits'],
    ])
    await sql`update parameter set value = '0' where key = 'push.approval.items'`.execute(
      pushes.app.platform.db,
    )
  })

  it('tells whoever may approve it, however many others who might give it were at work since', async () => {
    const { app } = pushes
    const { db } = app.platform
    const permissions = [...pushRights, 'MQTT_TASK_APPROVE']
    const approver = await signedIn(app, { permissions })
    const plain = await signedIn(app, { permissions: ['DEVICE_REBOOT'] })
    await sql`with made as (
        insert into app_user (user_name, real_name, org_id, password_hash, last_sign_in_at)
          select 'many' || nth, 'Many', ${app.rootId}, 'none', now() from generate_series(1, 101) as nth returning id)
      insert into user_role (user_id, role_id) select made.id, held.role_id from made, user_role held
        where held.user_id = ${plain.userId}`.execute(db)
    await sql`update parameter set value = '2' where key = 'push.approval.items'`.execute(db)
    await pushes.add('MANY', 2)
    const push = await pushes.give({ sns: snsOf('MANY', 2) })
    const told = (await toldOf(push.id)).map(([userId]) => userId)
    expect(new Set(told)).toEqual(new Set([second.userId, approver.userId]))
    expect(told).toHaveLength(2)
    await sql`update parameter set value = '0' where key = 'push.approval.items'`.execute(db)
  })

  it('stops by itself where its giver may not come in any more', async () => {
    await pushes.add('GONE', 1, { orgId: pushes.shopId })
    const leaver = await signedIn(pushes.app, { orgId: pushes.shopId, permissions: pushRights })
    const push = await leaver.get(mqttTasks.add, {
      body: { want: reboot, targets: { sns: ['GONE00000'] } },
    })
    await sql`update app_user set status = 0 where id = ${leaver.userId}`.execute(
      pushes.app.platform.db,
    )
    await pushes.follow()
    expect(await pushes.find(push.id)).toMatchObject({ state: 'STOPPED', size: 0 })
  })
})
