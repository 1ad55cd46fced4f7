import { codes, mqttTasks, type Push } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn, type TestUser } from '../../../../test/testApp.ts'
import { seedTimezones } from '../../timezone/timezoneSeed.ts'
import { type Pushes, pushRights, reboot, startPushes } from '../../../../test/testPushes.ts'

let pushes: Pushes

beforeAll(async () => {
  pushes = await startPushes()
})
afterAll(() => pushes.app.close())

const join = (groupId: string, ids: readonly string[]) =>
  sql`insert into device_group_member (group_id, device_id)
    select ${groupId}, unnest(${[...ids]}::uuid[])`.execute(pushes.app.platform.db)

/** A group of some terminals. */
async function groupOf(ids: readonly string[]): Promise<string> {
  const { app } = pushes
  const { rows } = await sql<{
    id: string
  }>`insert into device_group (name, type, org_id, max_members)
    values ('Group of ' || ${ids[0]}, 'STATIC', ${app.rootId}, 1000) returning id`.execute(
    app.platform.db,
  )
  const groupId = rows[0]?.id ?? ''
  await join(groupId, ids)
  return groupId
}

describe('a push for later', () => {
  it('begins at its hour', async () => {
    await pushes.add('LATER', 1)
    const startsAt = new Date(Date.now() + 3_600_000).toISOString()
    const push = await pushes.give({ sns: ['LATER00000'] }, { startsAt })
    expect(push).toMatchObject({ state: 'SCHEDULED', size: 0, startsAt })
    await pushes.follow(3_700_000)
    expect(await pushes.find(push.id)).toMatchObject({ state: 'RUNNING', size: 1 })
  })

  it('comes round by its cron line, each run a push of its own', async () => {
    await pushes.add('ROUND', 1)
    const push = await pushes.give({ sns: ['ROUND00000'] }, { cron: '0 3 * * *' })
    expect(push).toMatchObject({ state: 'SCHEDULED', cron: '0 3 * * *' })
    await pushes.follow(86_400_000)
    const { list } = await pushes.admin.get(mqttTasks.page, { query: { sn: 'ROUND00000' } })
    expect(list).toMatchObject([
      { parentId: push.id, parentNo: push.taskNo, state: 'RUNNING', size: 1 },
    ])
    const runs = await pushes.admin.get(mqttTasks.page, { query: { parentId: push.id } })
    expect(runs.list.map(({ id }) => id)).toEqual([list[0]?.id])
    const after = await pushes.find(push.id)
    expect(after.state).toBe('SCHEDULED')
    expect(new Date(after.startsAt ?? 0) > new Date(Date.now() + 86_400_000)).toBe(true)
  })

  it('comes round a hundred times, and says then that it is over', async () => {
    await pushes.add('OUT', 1)
    const push = await pushes.give({ sns: ['OUT00000'] }, { cron: '0 3 * * *' })
    const { db } = pushes.app.platform
    await sql`insert into push (task_no, kind, title, args, org_id, state, targets, parent_id, expires_at, ended_at)
      select task_no || '-' || nth, kind, title, args, org_id, 'FINISHED', targets, id, expires_at, now()
      from push, generate_series(1, 98) as nth where id = ${push.id}`.execute(db)
    await pushes.follow(86_400_000)
    expect(await pushes.find(push.id)).toMatchObject({ state: 'SCHEDULED', reason: null })
    await pushes.follow(2 * 86_400_000)
    expect(await pushes.find(push.id)).toMatchObject({ state: 'FINISHED', reason: 'push.ranOut' })
    const { rows } = await sql`select from notice where text_key = 'notice.pushRanOut'
      and link like ${`%${push.id}`} and user_id = ${pushes.admin.userId}`.execute(db)
    expect(rows).toHaveLength(1)
  })

  it('comes round by the clock that it names, else by that of its organisation', async () => {
    await pushes.add('CLOCK', 1)
    const cron = '0 3 * * *'
    const hourOf = async (options: object) => {
      const push = await pushes.give({ sns: ['CLOCK00000'] }, { cron, options })
      return [push.zone, push.startsAt?.slice(11, 16)]
    }
    expect(await hourOf({})).toEqual(['UTC', '03:00'])
    expect(await hourOf({ zone: 'Asia/Baghdad' })).toEqual(['Asia/Baghdad', '00:00'])
    const { db } = pushes.app.platform
    await seedTimezones(db)
    await sql`update organization set timezone_id = (select id from timezone where zone_id = 'Asia/Karachi')
      where id = ${pushes.app.rootId}`.execute(db)
    expect(await hourOf({})).toEqual(['Asia/Karachi', '22:00'])
    const body = { want: reboot, targets: { sns: ['CLOCK00000'] }, cron, options: { zone: 'Mars' } }
    expect(await pushes.admin.call(mqttTasks.add, { body })).toMatchObject({
      data: { fields: [{ field: 'options.zone' }] },
    })
    await sql`update organization set timezone_id = null where id = ${pushes.app.rootId}`.execute(
      db,
    )
  })

  it('lets each run of a large one be taken back for a while', async () => {
    await pushes.add('MASS', 101)
    const sns = Array.from({ length: 101 }, (_, nth) => `MASS${String(nth).padStart(5, '0')}`)
    const push = await pushes.give({ sns }, { cron: '0 3 * * *' })
    await pushes.follow(86_400_000)
    const { list } = await pushes.admin.get(mqttTasks.page, { query: { sn: 'MASS00000' } })
    expect(list).toMatchObject([{ parentId: push.id, graceUntil: expect.any(String) }])
    expect(new Date(list[0]?.graceUntil ?? 0) > new Date(push.graceUntil ?? 0)).toBe(true)
  })

  it.each([[{}], [{ cron: '0 3 * * *' }]])(
    'can be taken back where its group has become large by then: %j',
    async (how) => {
      const prefix = 'cron' in how ? 'GROWCRON' : 'GROW'
      const [first = '', ...others] = await pushes.add(prefix, 101)
      const groupId = await groupOf([first])
      const startsAt = new Date(Date.now() + 3_600_000).toISOString()
      const push = await pushes.give({ groupId }, { startsAt, ...how })
      expect(push).toMatchObject({ state: 'SCHEDULED', graceUntil: null })
      await join(groupId, others)
      await pushes.follow(2 * 86_400_000)
      const { list } = await pushes.admin.get(mqttTasks.page, { query: { sn: `${prefix}00000` } })
      expect(list).toMatchObject([{ state: 'RUNNING', size: 101 }])
      expect(Date.parse(list[0]?.graceUntil ?? '')).toBeGreaterThan(Date.now() + 86_400_000)
      const items = await pushes.itemsOf(list[0]?.id ?? '')
      expect(new Set(items.map(({ waitsFor }) => waitsFor))).toEqual(new Set(['GRACE']))
      const params = { id: list[0]?.id ?? '' }
      expect(await pushes.admin.get(mqttTasks.takeBack, { params })).toMatchObject({
        state: 'STOPPED',
      })
    },
  )

  it('whose runs ask for a second person does not ask whoever has changed it', async () => {
    const { app } = pushes
    const [giver, editor, third] = await Promise.all(
      [1, 2, 3].map(() => signedIn(app, { isSuperAdmin: true })),
    )
    if (!giver || !editor || !third) throw new Error('three people')
    const [first = '', ...others] = await pushes.add('EDITED', 3)
    const groupId = await groupOf([first])
    const how = { targets: { groupId }, cron: '0 3 * * *' }
    const given = await giver.get(mqttTasks.add, { body: { want: reboot, ...how } })
    await editor.get(mqttTasks.update, {
      params: { id: given.id },
      body: { ...how, version: given.version },
    })
    await join(groupId, others)
    await sql`insert into parameter (key, group_code, value_type, value) values ('push.approval.items', 'task', 'int', '3')
      on conflict (key) do update set value = excluded.value`.execute(app.platform.db)
    await pushes.follow(86_400_000)
    await sql`update parameter set value = '0' where key = 'push.approval.items'`.execute(
      app.platform.db,
    )
    const { list } = await giver.get(mqttTasks.page, { query: { parentId: given.id } })
    const params = { id: list[0]?.id ?? '' }
    expect(list).toMatchObject([{ state: 'APPROVAL', editedBy: editor.name }])
    for (const user of [giver, editor])
      expect((await user.call(mqttTasks.approve, { params })).code).toBe(codes.forbidden)
    expect((await third.call(mqttTasks.approve, { params })).code).toBe(codes.success)
  })

  it('that cannot be written down keeps back none behind it', async () => {
    await pushes.add('BEHIND', 1)
    const { db } = pushes.app.platform
    const body = { want: reboot, targets: { sns: ['BEHIND00000'] } }
    const broken = await pushes.admin.get(mqttTasks.add, { body })
    const behind = await pushes.admin.get(mqttTasks.add, { body })
    await sql`update push set options = '{"priority": "none"}' where id = ${broken.id}`.execute(db)
    await pushes.follow()
    const { rows } = await sql<{
      expanded: boolean
    }>`select expanded_at is not null as expanded from push
      where id in (${broken.id}, ${behind.id}) order by id`.execute(db)
    expect(rows).toEqual([{ expanded: false }, { expanded: true }])
    await sql`update push set state = 'STOPPED', expanded_at = now(), options = '{}' where id = ${broken.id}`.execute(
      db,
    )
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
    await sql`delete from device where sn = 'BAD00000'`.execute(pushes.app.platform.db)
    await pushes.add('BAD', 1)
    const body = { want: reboot, targets: { sns: ['BAD00000'] }, ...more }
    expect(await pushes.admin.call(mqttTasks.add, { body })).toMatchObject({
      code: codes.badRequest,
      data: { fields: [{ field, message: expect.stringMatching(message) }] },
    })
  })

  it('is refused for arguments of another type', async () => {
    const want = { cmd: 'REBOOT', args: { delay: 'soon' } } as never
    const { code } = await pushes.admin.call(mqttTasks.add, {
      body: { want, targets: { sns: ['BAD00000'] } },
    })
    expect(code).toBe(codes.badRequest)
  })
})

describe('the halt of all sending', () => {
  it('is for those who see the platform, or of what one sees', async () => {
    const holder = await signedIn(pushes.app, {
      orgId: pushes.shopId,
      permissions: ['MQTT_TASK_LIST', 'MQTT_TASK_HALT'],
    })
    const body = { orgId: null, reason: 'Freeze' }
    expect((await holder.call(mqttTasks.halt, { body })).code).toBe(codes.forbidden)
    const { id } = await holder.get(mqttTasks.halt, { body: { ...body, orgId: pushes.shopId } })
    expect(await pushes.admin.get(mqttTasks.halts, {})).toMatchObject([
      { id, orgName: 'Shop', reason: 'Freeze' },
    ])
    expect(
      (await holder.call(mqttTasks.halt, { body: { ...body, orgId: pushes.shopId } })).code,
    ).toBe(codes.badRequest)
    await holder.get(mqttTasks.lift, { params: { id } })
    expect(await pushes.admin.get(mqttTasks.halts, {})).toEqual([])
  })

  it('is lifted by nobody below whoever gave it', async () => {
    const body = { orgId: pushes.shopId, reason: 'Freeze' }
    const { id } = await pushes.admin.get(mqttTasks.halt, { body })
    const holder = await signedIn(pushes.app, {
      orgId: pushes.shopId,
      permissions: ['MQTT_TASK_HALT', 'MQTT_TASK_LIST'],
    })
    expect((await holder.call(mqttTasks.lift, { params: { id } })).code).toBe(codes.forbidden)
    await pushes.admin.get(mqttTasks.lift, { params: { id } })
  })
})

describe('a push that has not begun', () => {
  const startsAt = new Date(Date.now() + 3_600_000).toISOString()
  const wipe = { cmd: 'WIPE', args: { keepSim: true } } as const

  it('is changed whole by whoever might give it, and has to be approved anew by somebody else', async () => {
    const [giver, other, third] = await Promise.all(
      ['giver', 'other', 'third'].map((userName) =>
        signedIn(pushes.app, { isSuperAdmin: true, userName }),
      ),
    )
    if (!giver || !other || !third) throw new Error('three people')
    await pushes.add('EDIT', 3)
    const given = await giver.get(mqttTasks.add, {
      body: { want: wipe, targets: { sns: ['EDIT00000'] }, startsAt },
    })
    const params = { id: given.id }
    const approved = await other.get(mqttTasks.approve, { params })
    expect(approved.state).toBe('SCHEDULED')
    const later = new Date(Date.now() + 7_200_000).toISOString()
    const body = {
      targets: { sns: ['EDIT00001', 'EDIT00002'] },
      options: { ratePerMinute: 7, priority: 9 },
      startsAt: later,
      version: approved.version,
    }
    const preview = await other.get(mqttTasks.precheckUpdate, { params, body })
    expect(preview).toMatchObject({ total: 2, given: 2, needsApproval: true })
    expect(await pushes.find(given.id)).toMatchObject({ startsAt, editedAt: null })
    const edited = await other.get(mqttTasks.update, { params, body })
    expect(edited).toMatchObject({
      state: 'APPROVAL',
      startsAt: later,
      ratePerMinute: 7,
      priority: 9,
      approvedAt: null,
      createdById: giver.userId,
      editedBy: 'other',
      isEditable: true,
    })
    expect(await other.call(mqttTasks.update, { params, body })).toMatchObject({
      code: codes.versionConflict,
    })
    for (const user of [giver, other])
      expect((await user.call(mqttTasks.approve, { params })).code).toBe(codes.forbidden)
    const waiting = async (user: TestUser) =>
      (await user.get(mqttTasks.page, { query: { waiting: '1' } })).list.map(({ id }) => id)
    expect(await waiting(other)).not.toContain(given.id)
    expect(await waiting(third)).toContain(given.id)
    await third.get(mqttTasks.approve, { params })
    await pushes.follow(7_300_000)
    const sns = (await pushes.itemsOf(given.id)).map(({ sn }) => sn)
    expect(sns.toSorted()).toEqual(['EDIT00001', 'EDIT00002'])
  })

  it('is changed by nobody who sees less, or may not give it; once it has begun by nobody', async () => {
    const { app, shopId: orgId, shopkeeper } = pushes
    await pushes.add('KEEP', 1)
    await pushes.add('KEEPSHOP', 1, { orgId })
    const targets = { sns: ['KEEPSHOP00000'] }
    const permissions = ['MQTT_TASK_LIST', 'MQTT_TASK_ADD']
    const unable = await signedIn(app, { orgId, permissions })
    const wide = await signedIn(app, { orgId, dataScope: 'ALL', permissions: pushRights })
    const change = (user: TestUser, { id, version }: Push, to: object = targets) =>
      user.call(mqttTasks.update, { params: { id }, body: { targets: to, version } })
    const of = await pushes.give({ sns: ['KEEP00000'] }, { startsAt }, wide)
    expect((await change(shopkeeper, of)).code).toBe(codes.forbidden)
    const own = await pushes.give(targets, { startsAt }, shopkeeper)
    expect(await change(unable, own)).toMatchObject({ code: codes.forbidden })
    expect(await change(shopkeeper, own, { sns: ['KEEP00000'] })).toMatchObject({
      data: { fields: [{ field: 'targets.sns' }] },
    })
    // In the name of who gave it: whoever sees more changes nothing about whom it is for.
    expect((await change(wide, own, { orgId: app.rootId })).code).toBe(codes.success)
    expect(await pushes.find(own.id)).toMatchObject({ title: own.title, state: 'RUNNING' })
    await pushes.follow()
    expect((await pushes.itemsOf(own.id)).map(({ sn }) => sn)).toEqual(['KEEPSHOP00000'])
    const begun = await pushes.find(own.id)
    expect(begun.isEditable).toBe(false)
    expect(await change(shopkeeper, begun)).toMatchObject({
      code: codes.wrongState,
      msg: expect.stringContaining('has begun'),
    })
  })
})
