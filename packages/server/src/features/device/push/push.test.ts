import { codes, mqttTasks, type Push, type PushItem } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { endPushes } from './endPushes.ts'
import { followPushes } from './follow.ts'

let app: TestApp
let estate: Estate
let admin: TestUser
let second: TestUser
let shopId: string
let shopkeeper: TestUser
/** By the clock of whoever begins pushes. */
let ahead = 0

const rights = [
  'MQTT_TASK_LIST',
  'MQTT_TASK_DETAIL',
  'MQTT_TASK_ADD',
  'MQTT_TASK_CONTROL',
  'DEVICE_REBOOT',
]

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true })
  second = await signedIn(app, { isSuperAdmin: true })
  const shop = await addOrganization(app.platform, {
    name: 'Shop',
    code: 'shop',
    parentId: app.rootId,
  })
  shopId = shop.id
  shopkeeper = await signedIn(app, { orgId: shopId, permissions: rights })
})
afterAll(() => app.close())
beforeEach(() => {
  ahead = 0
})

const add = (prefix: string, count: number, more: { orgId?: string; lifecycle?: string } = {}) =>
  addDevices(app, estate, { orgId: app.rootId, prefix, count, ...more })

const snsOf = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${prefix}${String(n).padStart(5, '0')}`)

const reboot = { cmd: 'REBOOT', args: { delay: 0 } } as const

/** Gives a task and has its terminals written down. */
async function give(targets: object, more: object = {}, user: TestUser = admin): Promise<Push> {
  const push = await user.get(mqttTasks.add, { body: { want: reboot, targets, ...more } })
  await follow()
  return find(push.id, user)
}

const later = () => new Date(Date.now() + ahead)
const follow = () => followPushes({ ...app.platform, now: later })
const end = () => inTransaction(app.platform.pool, endPushes)
const find = (id: string, user = admin) => user.get(mqttTasks.detail, { params: { id } })
const itemsOf = async (pushId: string, user = admin): Promise<readonly PushItem[]> =>
  (await user.get(mqttTasks.items, { query: { pushId, pageSize: '100' } })).list
const move = (id: string, state: string, prefix = '') =>
  sql`update push_item set state = ${state}, ended_at = case when ${state} in ('SUCCESS', 'FAILED') then now() end,
      code = case when ${state} = 'FAILED' then 'C404' end
    from device where device.id = push_item.device_id and push_id = ${id} and starts_with(sn, ${prefix})
      and push_item.ended_at is null`.execute(app.platform.db)

/** One statement that proves it: the figures that are kept are those of the items. */
const strays = async () =>
  (
    await sql`select * from (select push_id, state, coalesce(step, '') as step, count(*) from push_item group by 1, 2, 3) as items
      full join (select push_id, state, step, sum(count) as count from push_tally group by 1, 2, 3 having sum(count) <> 0) as kept
      using (push_id, state, step) where items.count is distinct from kept.count`.execute(
      app.platform.db,
    )
  ).rows

describe('the terminals of a push', () => {
  it('are those of a list of serial numbers, each once, with the reason where it is left out', async () => {
    await add('NAMED', 3)
    await add('NAMEDSTOCK', 1, { lifecycle: 'STOCK' })
    const [off] = await add('NAMEDOFF', 1)
    await sql`update device set status = 0 where id = ${off}`.execute(app.platform.db)
    const sns = [...snsOf('NAMED', 3), 'NAMEDSTOCK00000', 'NAMEDOFF00000', 'named00001']
    const body = { want: reboot, targets: { sns } }
    expect(await admin.get(mqttTasks.precheck, { body })).toEqual({
      total: 5,
      given: 3,
      leftOut: [
        { code: expect.any(String), count: 1, examples: [expect.any(String)] },
        { code: expect.any(String), count: 1, examples: [expect.any(String)] },
      ],
      needsApproval: false,
    })
    const push = await give({ sns })
    expect(push).toMatchObject({
      size: 5,
      waiting: 3,
      leftOut: 2,
      state: 'RUNNING',
      kind: 'REBOOT',
    })
    expect(push.taskNo).toMatch(/^TK\d{8}-\d{4}$/)
    expect((await itemsOf(push.id)).map(({ sn, state, code }) => [sn, state, code])).toEqual(
      expect.arrayContaining([
        ['NAMEDSTOCK00000', 'FILTERED', 'S604'],
        ['NAMEDOFF00000', 'FILTERED', 'S608'],
        ['NAMED00000', 'QUEUED', null],
      ]),
    )
    expect(await strays()).toEqual([])
  })

  it('are not given the same twice while it is under way', async () => {
    await add('AGAIN', 2)
    await give({ sns: ['AGAIN00000'] })
    const push = await give({ sns: snsOf('AGAIN', 2) })
    expect((await itemsOf(push.id)).map(({ sn, state }) => `${sn} ${state}`).sort()).toEqual([
      'AGAIN00000 DUPLICATE',
      'AGAIN00001 QUEUED',
    ])
  })

  it('are refused as a whole where some are unknown or somebody else’s, by line', async () => {
    await add('MINE', 1, { orgId: shopId })
    await add('FOREIGN', 1)
    const targets = { sns: ['MINE00000', 'FOREIGN00000', 'NOBODY00000'] }
    const answer = await shopkeeper.call(mqttTasks.add, { body: { want: reboot, targets } })
    expect(answer).toMatchObject({
      code: codes.badRequest,
      data: {
        fields: [
          {
            field: 'targets.sns',
            message: expect.stringMatching(/^2 .*2: FOREIGN00000, 3: NOBODY00000$/),
          },
        ],
      },
    })
  })

  it('never lie beyond the reach of who gives it, however they are named', async () => {
    const { rows } = await sql<{
      id: string
    }>`insert into device_group (name, type, org_id, max_members)
      values ('Both', 'STATIC', ${shopId}, 1000) returning id`.execute(app.platform.db)
    const groupId = rows[0]?.id ?? ''
    await sql`insert into device_group_member (group_id, device_id)
      select ${groupId}, id from device where sn in ('MINE00000', 'FOREIGN00000')`.execute(
      app.platform.db,
    )
    const byGroup = await give({ groupId }, {}, shopkeeper)
    const filter = { field: 'sn', op: 'contains', values: ['0000'] }
    const byFilter = await give({ filter }, { options: {} }, shopkeeper)
    for (const { id } of [byGroup, byFilter])
      expect((await itemsOf(id)).map(({ sn }) => sn)).toEqual(['MINE00000'])
    const { code } = await shopkeeper.call(mqttTasks.add, {
      body: { want: reboot, targets: { orgId: app.rootId } },
    })
    expect(code).toBe(codes.badRequest)
  })

  it('grow with the group, within the reach that its giver has then', async () => {
    const { rows } = await sql<{
      id: string
    }>`insert into device_group (name, type, org_id, max_members)
      values ('Growing', 'STATIC', ${shopId}, 1000) returning id`.execute(app.platform.db)
    const groupId = rows[0]?.id ?? ''
    await add('GROWS', 2, { orgId: shopId })
    await add('ALIEN', 1)
    const join = (sn: string) =>
      sql`insert into device_group_member (group_id, device_id) select ${groupId}, id from device
        where sn = ${sn}`.execute(app.platform.db)
    await join('GROWS00000')
    const push = await give({ groupId }, { growing: true }, shopkeeper)
    expect(push.size).toBe(1)
    await join('GROWS00001')
    await join('ALIEN00000')
    await follow()
    expect((await itemsOf(push.id)).map(({ sn }) => sn).sort()).toEqual([
      'GROWS00000',
      'GROWS00001',
    ])
    await move(push.id, 'SUCCESS')
    await end()
    expect((await find(push.id)).state).toBe('RUNNING')
  })

  it('are written down slice by slice, and none is forgotten', async () => {
    await add('SLICE', 5100)
    const push = await give({ filter: { field: 'sn', op: 'begins', values: ['SLICE'] } })
    expect(push).toMatchObject({ size: 5100, waiting: 5100, graceUntil: expect.any(String) })
    expect(await strays()).toEqual([])
  })
})

describe('a push', () => {
  it('ends when the last of its terminals has, done in part where some failed', async () => {
    await add('ENDS', 3)
    const push = await give({ sns: snsOf('ENDS', 3) })
    await move(push.id, 'SUCCESS', 'ENDS00000')
    await move(push.id, 'SUCCESS', 'ENDS00001')
    await end()
    expect(await find(push.id)).toMatchObject({ state: 'RUNNING', succeeded: 2, waiting: 1 })
    await move(push.id, 'FAILED')
    await end()
    expect(await find(push.id)).toMatchObject({
      state: 'PARTIAL',
      failed: 1,
      endedAt: expect.any(String),
    })
    const [error] = await admin.get(mqttTasks.errors, { params: { id: push.id } })
    expect(error).toEqual({ state: 'FAILED', code: 'C404', count: 1 })
  })

  it('lets those that failed begin anew, by error code', async () => {
    await add('RETRY', 2)
    const push = await give({ sns: snsOf('RETRY', 2) })
    await move(push.id, 'FAILED')
    await end()
    const params = { id: push.id }
    expect((await admin.call(mqttTasks.retry, { params, body: { code: 'I201' } })).code).toBe(
      codes.warning,
    )
    expect(await admin.get(mqttTasks.retry, { params, body: { code: 'C404' } })).toMatchObject({
      count: 2,
    })
    expect(await find(push.id)).toMatchObject({
      state: 'RUNNING',
      waiting: 2,
      failed: 0,
      endedAt: null,
    })
    expect((await itemsOf(push.id)).map(({ attempt }) => attempt)).toEqual([2, 2])
    expect(await strays()).toEqual([])
  })

  it('rests, goes on, and stops for good', async () => {
    await add('RESTS', 2)
    const { id } = await give({ sns: snsOf('RESTS', 2) })
    const params = { id }
    expect((await admin.get(mqttTasks.pause, { params })).state).toBe('PAUSED')
    const twice = await admin.call(mqttTasks.pause, { params })
    expect(twice).toMatchObject({ code: codes.wrongState, msg: expect.stringContaining('Paused') })
    expect((await admin.get(mqttTasks.resume, { params })).state).toBe('RUNNING')
    await admin.get(mqttTasks.stop, { params, body: { reason: 'Wrong hour' } })
    await follow()
    await end()
    expect(await find(id)).toMatchObject({
      state: 'STOPPED',
      reason: 'Wrong hour',
      failed: 2,
      endedAt: expect.any(String),
    })
    expect((await itemsOf(id)).map(({ state, code }) => [state, code])).toEqual([
      ['CANCELLED', 'S602'],
      ['CANCELLED', 'S602'],
    ])
  })

  it('of many can be taken back within its grace, and only then', async () => {
    await add('GRACE', 101)
    const push = await give({ filter: { field: 'sn', op: 'begins', values: ['GRACE'] } })
    const [first] = await itemsOf(push.id)
    expect(first).toMatchObject({ waitsFor: 'GRACE', waitsUntil: push.graceUntil })
    expect((await admin.get(mqttTasks.takeBack, { params: { id: push.id } })).state).toBe('STOPPED')
    await follow()
    expect(await find(push.id)).toMatchObject({ waiting: 0, failed: 101 })
    await add('SMALL', 1)
    const small = await give({ sns: ['SMALL00000'] })
    const { code } = await admin.call(mqttTasks.takeBack, { params: { id: small.id } })
    expect(code).toBe(codes.wrongState)
  })

  it('passes by terminals that are taken out of it before they accept', async () => {
    await add('OUT', 2)
    const push = await give({ sns: snsOf('OUT', 2) })
    await sql`update push_item set state = 'ACKED' from device where device.id = device_id
      and sn = 'OUT00001' and push_id = ${push.id}`.execute(app.platform.db)
    const ids = (await itemsOf(push.id)).map(({ id }) => id)
    expect(await admin.get(mqttTasks.exclude, { body: { ids } })).toMatchObject({
      count: 1,
      refused: [{ name: 'OUT00001' }],
    })
    expect((await shopkeeper.call(mqttTasks.exclude, { body: { ids } })).code).toBe(codes.notFound)
  })

  it('waits for a second person where the parameter says so', async () => {
    await sql`insert into parameter (key, group_code, value_type, value) values ('push.approval.items', 'task', 'int', '2')
      on conflict (key) do update set value = excluded.value`.execute(app.platform.db)
    await add('TWO', 2)
    const push = await give({ sns: snsOf('TWO', 2) })
    expect(push).toMatchObject({ state: 'APPROVAL', size: 0, needsApproval: true })
    const params = { id: push.id }
    expect((await admin.call(mqttTasks.approve, { params })).code).toBe(codes.forbidden)
    expect(await second.get(mqttTasks.approve, { params })).toMatchObject({
      approvedBy: second.name,
    })
    await follow()
    expect(await find(push.id)).toMatchObject({ state: 'RUNNING', size: 2 })
    await sql`update parameter set value = '0' where key = 'push.approval.items'`.execute(
      app.platform.db,
    )
  })

  it('stops by itself where its giver may not come in any more', async () => {
    await add('GONE', 1, { orgId: shopId })
    const leaver = await signedIn(app, { orgId: shopId, permissions: rights })
    const push = await leaver.get(mqttTasks.add, {
      body: { want: reboot, targets: { sns: ['GONE00000'] } },
    })
    await sql`update app_user set status = 0 where id = ${leaver.userId}`.execute(app.platform.db)
    await follow()
    expect(await find(push.id)).toMatchObject({ state: 'STOPPED', size: 0 })
  })
})

describe('a push for later', () => {
  it('begins at its hour', async () => {
    await add('LATER', 1)
    const startsAt = new Date(Date.now() + 3_600_000).toISOString()
    const push = await give({ sns: ['LATER00000'] }, { startsAt })
    expect(push).toMatchObject({ state: 'SCHEDULED', size: 0, startsAt })
    ahead = 3_700_000
    await follow()
    expect(await find(push.id)).toMatchObject({ state: 'RUNNING', size: 1 })
  })

  it('comes round by its cron line, each run a push of its own', async () => {
    await add('ROUND', 1)
    const push = await give({ sns: ['ROUND00000'] }, { cron: '0 3 * * *' })
    expect(push).toMatchObject({ state: 'SCHEDULED', cron: '0 3 * * *' })
    ahead = 86_400_000
    await follow()
    const { list } = await admin.get(mqttTasks.page, { query: { sn: 'ROUND00000' } })
    expect(list).toMatchObject([{ parentId: push.id, state: 'RUNNING', size: 1 }])
    const after = await find(push.id)
    expect(after.state).toBe('SCHEDULED')
    expect(new Date(after.startsAt ?? 0) > later()).toBe(true)
  })

  it.each([
    ['a cron line that never fires', { cron: '0 0 31 2 *' }, 'cron', /never/],
    ['words that are no cron line', { cron: 'every day' }, 'cron', /cron line/],
    ['the past', { startsAt: '2020-01-01T00:00:00Z' }, 'startsAt', /past/],
    [
      'hours of no length',
      { options: { window: { from: '01:00', until: '01:00' } } },
      'options.window.until',
      /no moment/,
    ],
    ['growth without a group', { growing: true }, 'growing', /group/],
  ])('is refused for %s', async (_, more, field, message) => {
    await sql`delete from device where sn = 'BAD00000'`.execute(app.platform.db)
    await add('BAD', 1)
    const body = { want: reboot, targets: { sns: ['BAD00000'] }, ...more }
    expect(await admin.call(mqttTasks.add, { body })).toMatchObject({
      code: codes.badRequest,
      data: { fields: [{ field, message: expect.stringMatching(message) }] },
    })
  })

  it('is refused for arguments of another type', async () => {
    const want = { cmd: 'REBOOT', args: { delay: 'soon' } } as never
    const { code } = await admin.call(mqttTasks.add, {
      body: { want, targets: { sns: ['BAD00000'] } },
    })
    expect(code).toBe(codes.badRequest)
  })
})

describe('the halt of all sending', () => {
  it('is for those who see the platform, or of what one sees', async () => {
    const holder = await signedIn(app, {
      orgId: shopId,
      permissions: ['MQTT_TASK_LIST', 'MQTT_TASK_HALT'],
    })
    const body = { orgId: null, reason: 'Freeze' }
    expect((await holder.call(mqttTasks.halt, { body })).code).toBe(codes.forbidden)
    const { id } = await holder.get(mqttTasks.halt, { body: { ...body, orgId: shopId } })
    expect(await admin.get(mqttTasks.halts, {})).toMatchObject([
      { id, orgName: 'Shop', reason: 'Freeze' },
    ])
    expect((await holder.call(mqttTasks.halt, { body: { ...body, orgId: shopId } })).code).toBe(
      codes.badRequest,
    )
    await holder.get(mqttTasks.lift, { params: { id } })
    expect(await admin.get(mqttTasks.halts, {})).toEqual([])
  })
})
