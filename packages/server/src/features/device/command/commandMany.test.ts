import { asyncTasks, codes, devices, mqttTasks } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { taskRunners } from '../../index.ts'
import { startTasks } from '../../task/index.ts'

let app: TestApp
let estate: Estate
let admin: TestUser

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true })
})
afterAll(() => app.close())

const add = (prefix: string, count: number, more: { orgId?: string; lifecycle?: string } = {}) =>
  addDevices(app, estate, { orgId: app.rootId, prefix, count, ...more })

interface Given {
  readonly sn: string
  readonly cmd: string
  readonly args: object
  readonly state: string
  readonly isDue: boolean
  readonly seconds: number
}

/** The commands of the terminals whose serial numbers begin so. */
async function givenTo(prefix: string): Promise<Given[]> {
  const { rows } =
    await sql<Given>`select sn, cmd, coalesce(item.args, push.args) as args, item.state, next_publish_at <= now() as is_due,
      extract(epoch from item.expires_at - item.created_at)::integer as seconds
    from push_item item join device on device.id = item.device_id left join push on push.id = item.push_id
    where sn like ${`${prefix}%`} order by sn`.execute(app.platform.db)
  return rows
}

it('is given to each of the chosen terminals, is due at once and in the action log', async () => {
  const ids = await add('ALL', 3)
  const body = { ids, args: { delay: 5 }, ttlSeconds: 600 }
  const done = await admin.get(devices.rebootMany, { body })
  expect(done).toMatchObject({ count: 3, refused: [] })
  expect(done.rows?.map(({ name }) => name).sort()).toEqual(['ALL00000', 'ALL00001', 'ALL00002'])
  const given = { cmd: 'REBOOT', args: { delay: 5 }, state: 'QUEUED', isDue: true, seconds: 600 }
  expect(await givenTo('ALL')).toEqual(done.rows?.map(({ name }) => ({ sn: name, ...given })))
  const { list } = await admin.get(devices.tasks, {
    params: { id: ids[0] ?? '' },
    query: {},
  })
  expect(list).toMatchObject([{ cmd: 'REBOOT', createdBy: admin.name, waitsFor: null }])
  const { rows } = await sql<{ targetIds: string[]; after: object }>`select target_ids, after
    from action_log where path like '%/batch/reboot'`.execute(app.platform.db)
  expect(rows[0]?.targetIds.toSorted()).toEqual(ids.toSorted())
  expect(rows[0]?.after).toEqual({ cmd: 'REBOOT', args: { delay: 5 } })
})

it('reaches the others where some may not take it, and says by name why', async () => {
  const ids = await add('SOME', 2)
  const [stock = ''] = await add('SOMESTOCK', 1, { lifecycle: 'STOCK' })
  const [off = ''] = await add('SOMEOFF', 1)
  const [busy = ''] = await add('SOMEBUSY', 1)
  await sql`update device set status = 0 where id = ${off}`.execute(app.platform.db)
  await sql`insert into push_item (device_id, cmd, args, state, expires_at)
    select ${busy}, 'SYNC', '{}', 'QUEUED', now() + interval '1 day' from generate_series(1, 50)`.execute(
    app.platform.db,
  )
  const args = { title: 'Closing', text: 'The office closes at six' }
  const body = { ids: [stock, off, busy, ...ids], args }
  const refused = [
    { id: busy, name: 'SOMEBUSY00000', reason: expect.stringMatching(/^Too many commands wait/) },
    { id: off, name: 'SOMEOFF00000', reason: expect.stringMatching(/^This terminal is disabled/) },
    { id: stock, name: 'SOMESTOCK00000', reason: expect.stringMatching(/does not permit/) },
  ]
  expect(await admin.get(devices.messageMany, { body })).toMatchObject({ count: 2, refused })
  expect((await givenTo('SOME')).filter(({ cmd }) => cmd === 'MESSAGE')).toMatchObject([
    { sn: 'SOME00000', state: 'QUEUED', args: { ...args, mustRead: false } },
    { sn: 'SOME00001', state: 'QUEUED' },
  ])
})

it('reaches all that match, once each, beside those that may not take it', async () => {
  await add('MATCH', 5)
  await add('MATCHLOST', 2, { lifecycle: 'LOST' })
  const body = { matching: { sn: 'MATCH' }, count: 7 }
  expect(await admin.get(devices.syncMany, { body })).toMatchObject({
    count: 5,
    refused: [{ name: 'MATCHLOST00000' }, { name: 'MATCHLOST00001' }],
  })
  // What is lost may be looked for.
  expect(await admin.get(devices.locateMany, { body })).toMatchObject({ count: 7, refused: [] })
  const given = await givenTo('MATCH')
  expect(given.filter(({ cmd }) => cmd === 'SYNC')).toHaveLength(5)
  expect(given.filter(({ cmd }) => cmd === 'LOCATE')).toHaveLength(7)
  expect(given[0]?.seconds).toBe(168 * 3600)
})

it('asked for twice with one key is given once', async () => {
  const ids = await add('TWICE', 2)
  const asked = {
    method: 'POST',
    url: devices.rebootMany.path,
    body: JSON.stringify({ ids }),
    headers: { 'idempotency-key': 'reboot-twice' },
  }
  for (const _ of [1, 2]) expect(await admin.send(asked)).toMatchObject({ data: { count: 2 } })
  expect(await givenTo('TWICE')).toHaveLength(2)
})

it('takes a message only as the single command takes it', async () => {
  const ids = await add('TEXT', 1)
  for (const text of ['', 'x'.repeat(257)]) {
    const body = { ids, args: { title: 'Title', text } }
    expect((await admin.call(devices.messageMany, { body })).code).toBe(codes.badRequest)
  }
  expect(await givenTo('TEXT')).toEqual([])
})

it('stays within the data scope and the right of the command', async () => {
  const { id: orgId } = await addOrganization(app.platform, {
    name: 'Shop',
    code: 'shop',
    parentId: app.rootId,
  })
  const [foreign = ''] = await add('SCOPE', 1)
  const own = await add('SCOPEOWN', 2, { orgId })
  const operator = await signedIn(app, { orgId, permissions: ['DEVICE_LIST', 'DEVICE_REBOOT'] })
  const mixed = { ids: [foreign, ...own] }
  expect((await operator.call(devices.rebootMany, { body: mixed })).code).toBe(codes.notFound)
  const match = { matching: { sn: 'SCOPE' }, count: 2 }
  expect(await operator.get(devices.rebootMany, { body: match })).toMatchObject({ count: 2 })
  expect((await givenTo('SCOPE')).map(({ sn }) => sn)).toEqual(['SCOPEOWN00000', 'SCOPEOWN00001'])
  const args = { title: 'Title', text: 'Text' }
  for (const asked of [
    operator.call(devices.syncMany, { body: { ids: own } }),
    operator.call(devices.locateMany, { body: { ids: own } }),
    operator.call(devices.messageMany, { body: { ids: own, args } }),
  ])
    expect((await asked).code).toBe(codes.forbidden)
})

it('goes to the background where there are many, under the name of what is done', async () => {
  await add('MANY', 700)
  await add('MANYSTOCK', 1, { lifecycle: 'STOCK' })
  await sql`insert into parameter (key, group_code, value_type, value)
    values ('batch.sync.max', 'record', 'int', '1')`.execute(app.platform.db)
  const body = { matching: { sn: 'MANY' }, count: 701 }
  const { taskId: id = '' } = await admin.get(devices.rebootMany, { body })
  const find = () => admin.get(asyncTasks.detail, { params: { id } })
  expect((await find()).title).toBe('Restart 701 terminals')
  const tasks = startTasks(app.platform, taskRunners)
  await expect.poll(find).toMatchObject({ done: 700, failed: 1 })
  await expect.poll(async () => (await find()).state).toBe('PARTIAL')
  await tasks.stop()
  expect(await givenTo('MANY')).toHaveLength(700)
  const { rows } = await sql`select push.id, push.kind, push.size, count(*) from push_item item
    join device on device.id = item.device_id join push on push.id = item.push_id
    where sn like 'MANY%' group by 1, 2, 3`.execute(app.platform.db)
  expect(rows).toEqual([{ id, kind: 'REBOOT', size: 700, count: 700 }])
  expect((await admin.get(asyncTasks.items, { params: { id }, query: {} })).list).toMatchObject([
    { key: 'MANYSTOCK00000', message: expect.stringMatching(/does not permit/) },
  ])
})

describe('of many', () => {
  const set = (key: string, value: number) =>
    sql`insert into parameter (key, group_code, value_type, value)
      values (${key}, 'task', 'int', ${String(value)}::jsonb)
      on conflict (key) do update set value = excluded.value`.execute(app.platform.db)
  const pushOf = async (prefix: string) => {
    const { rows } = await sql<{ id: string }>`select distinct push_id as id from push_item item
      join device on device.id = item.device_id where sn like ${`${prefix}%`}`.execute(
      app.platform.db,
    )
    expect(rows).toHaveLength(1)
    return admin.get(mqttTasks.detail, { params: { id: rows[0]?.id ?? '' } })
  }

  it('can be taken back for a while, until which none of it leaves', async () => {
    await add('GRACE', 101)
    await set('batch.sync.max', 1000)
    await admin.get(devices.syncMany, { body: { matching: { sn: 'GRACE' }, count: 101 } })
    expect((await givenTo('GRACE')).filter(({ isDue }) => isDue)).toEqual([])
    const { id, state, graceUntil } = await pushOf('GRACE')
    expect([state, Date.parse(graceUntil ?? '') > Date.now() + 30_000]).toEqual(['RUNNING', true])
    const done = await admin.get(mqttTasks.takeBack, { params: { id } })
    expect(done.state).toBe('STOPPED')
  })

  it('waits for a second person from as many on as everything else, by all that it is for', async () => {
    await add('SECOND', 501)
    await set('batch.sync.max', 1)
    await set('push.approval.items', 501)
    const few = (await add('FIRST', 3)).slice(0, 2)
    await admin.get(devices.syncMany, { body: { ids: few } })
    expect(await pushOf('FIRST')).toMatchObject({ state: 'RUNNING', graceUntil: null })
    const command = { cmd: 'UNLOCK', args: {} } as const
    const body = { matching: { sn: 'SECOND' }, count: 501, command }
    const { taskId: id = '' } = await admin.get(devices.commandMany, { body })
    const tasks = startTasks(app.platform, taskRunners)
    const find = () => admin.get(asyncTasks.detail, { params: { id } })
    await expect.poll(async () => (await find()).state).toBe('SUCCESS')
    await tasks.stop()
    await set('push.approval.items', 0)
    expect(await pushOf('SECOND')).toMatchObject({ id, state: 'APPROVAL', size: 501 })
    // Whoever gave it is told so, although its work has ended well.
    const awaits = { pushId: id, kind: 'UNLOCK' }
    expect(await find()).toMatchObject({ awaits })
    expect(await admin.get(asyncTasks.mine, {})).toContainEqual(
      expect.objectContaining({ id, awaits }),
    )
    const params = { id }
    expect((await admin.call(mqttTasks.approve, { params })).code).toBe(codes.forbidden)
    const second = await signedIn(app, { isSuperAdmin: true })
    expect(await second.get(mqttTasks.approve, { params })).toMatchObject({ state: 'RUNNING' })
    expect(await find()).toMatchObject({ awaits: null })
  })

  it('says that it waits for a second person, and on each terminal, too', async () => {
    const ids = await add('AWAIT', 2)
    await set('batch.sync.max', 1000)
    await set('push.approval.items', 2)
    for (const [nth, which] of [{ ids }, { matching: { sn: 'AWAIT' }, count: 2 }].entries()) {
      const { awaits } = await admin.get(devices.syncMany, { body: which })
      expect(awaits).toMatchObject({ kind: 'SYNC' })
      const params = { id: awaits?.pushId ?? '' }
      expect(await admin.get(mqttTasks.detail, { params })).toMatchObject({ state: 'APPROVAL' })
      const { list } = await admin.get(mqttTasks.items, { query: { pushId: params.id } })
      expect(list.map(({ waitsFor }) => waitsFor)).toEqual(['APPROVAL', 'APPROVAL'])
      const own = await admin.get(devices.tasks, { params: { id: ids[0] ?? '' }, query: {} })
      expect(own.list.filter(({ waitsFor }) => waitsFor === 'APPROVAL')).toHaveLength(nth + 1)
    }
    await set('push.approval.items', 0)
    expect(await admin.get(devices.syncMany, { body: { ids } })).not.toHaveProperty('awaits')
  })
})
