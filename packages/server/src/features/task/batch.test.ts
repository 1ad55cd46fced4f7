import { areas, asyncTasks, codes, countCap, devices, users, vendors } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../test/testEstate.ts'
import { taskRunners } from '../index.ts'
import { startTasks } from './index.ts'

let app: TestApp
let admin: TestUser
let estate: Estate
let tasks: { stop: () => Promise<void> }

beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, { isSuperAdmin: true })
  estate = await addEstate(app)
  tasks = startTasks(app.platform, taskRunners)
})
afterAll(async () => {
  await tasks.stop()
  await app.close()
})

const addVendors = (prefix: string, count: number) =>
  sql`insert into vendor (name, code) select ${prefix} || number, ${prefix} || number
    from generate_series(1, ${count}) as number`.execute(app.platform.db)

const addArea = (code: string, parentId: string | null = null) =>
  admin.get(areas.add, { body: { name: code, code, type: 'zone', parentId } })

const removeVendors = (keyword: string, count: number) =>
  admin.call(vendors.removeMany, { body: { matching: { keyword }, count } })

async function ended(taskId: string) {
  for (;;) {
    const task = await admin.get(asyncTasks.detail, { params: { id: taskId } })
    if (app.failures.length > 0) throw new Error(app.failures.join())
    if (!['QUEUED', 'RUNNING'].includes(task.state)) return task
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const setMost = (most: number) =>
  sql`insert into parameter (key, group_code, value_type, value)
    values ('batch.sync.max', 'record', 'int', ${most}::text::jsonb)
    on conflict (key) do update set value = excluded.value`.execute(app.platform.db)

describe('a batch over what a list shows', () => {
  it('does what the rules allow and names what they keep, with the reason', async () => {
    await addVendors('ruled', 20)
    const { rows } = await sql<{
      id: string
    }>`insert into model (name, code, vendor_id, category_id, os_type)
      select 'of ' || name, code, id, ${estate.categoryId}, 'ANDROID' from vendor
      where name in ('ruled3', 'ruled17') returning id`.execute(app.platform.db)
    expect(rows).toHaveLength(2)
    const { data } = await removeVendors('ruled', 20)
    expect(data.count).toBe(18)
    expect(data.refused?.map(({ name, reason }) => `${name}: ${reason}`).sort()).toEqual([
      expect.stringMatching(/^ruled17: .*of ruled17/),
      expect.stringMatching(/^ruled3: .*of ruled3/),
    ])
    const { list } = await admin.get(vendors.page, { query: { keyword: 'ruled' } })
    expect(list.map(({ name }) => name).sort()).toEqual(['ruled17', 'ruled3'])
  })

  it('removes a whole branch, whatever stands first, beside a record that stays', async () => {
    const top = await addArea('branch-a')
    const below = await addArea('branch-b', top.id)
    const kept = await addArea('branch-c')
    await addArea('leaf', kept.id)
    const body = { matching: { keyword: 'branch' }, count: 3 }
    const done = await admin.get(areas.removeMany, { body })
    expect(done).toMatchObject({ count: 2, refused: [{ id: kept.id, name: 'branch-c' }] })
    expect(done.rows?.map(({ id }) => id).sort()).toEqual([top.id, below.id].sort())
  })

  it('reverts all but those whose place was taken', async () => {
    await addVendors('taken', 4)
    await removeVendors('taken', 4)
    await sql`insert into vendor (name, code) values ('new', 'taken2')`.execute(app.platform.db)
    const body = { matching: { keyword: 'taken' }, count: 4 }
    expect(await admin.get(vendors.revertMany, { body })).toMatchObject({
      count: 3,
      refused: [{ name: 'taken2', reason: 'This value is already in use' }],
    })
  })

  it('of chosen terminals says one reason once, with all for whom it holds', async () => {
    const ids = await addDevices(app, estate, { orgId: app.rootId, prefix: 'KEPT', count: 3 })
    await sql`update device set sealed_secret = '\\x00' where sn ^@ 'KEPT'`.execute(app.platform.db)
    const { msg } = await admin.call(devices.removeMany, { body: { ids } })
    expect(msg).toMatch(
      /^Nothing was changed\. KEPT00000, KEPT00001, KEPT00002: A terminal[^:]*:[^:]*$/,
    )
    await sql`delete from device where sn ^@ 'KEPT'`.execute(app.platform.db)
  })

  it('of chosen records says by name which a rule keeps, and changes none', async () => {
    await addVendors('chosen', 5)
    await sql`insert into model (name, code, vendor_id, category_id, os_type)
      select 'of ' || name, code, id, ${estate.categoryId}, 'ANDROID' from vendor
      where name in ('chosen2', 'chosen4')`.execute(app.platform.db)
    const { list } = await admin.get(vendors.page, { query: { keyword: 'chosen' } })
    const ids = list.map(({ id }) => id)
    const { code, msg, data } = await admin.call(vendors.removeMany, { body: { ids } })
    expect(code).toBe(codes.warning)
    expect(msg).toMatch(/^Nothing was changed\. chosen2: .*of chosen2.*; chosen4: .*of chosen4/)
    expect(data).toMatchObject({ refused: [{ name: 'chosen2' }, { name: 'chosen4' }] })
    const after = await admin.get(vendors.page, { query: { keyword: 'chosen' } })
    expect(after.total).toBe(5)
  })

  it('that is taken back names what a rule keeps', async () => {
    await addVendors('kept', 1)
    const [vendor] = (await admin.get(vendors.page, { query: { keyword: 'kept1' } })).list
    await sql`insert into model (name, code, vendor_id, category_id, os_type)
      values ('of kept', 'of-kept', ${vendor?.id}, ${estate.categoryId}, 'ANDROID')`.execute(
      app.platform.db,
    )
    const kept = [{ id: vendor?.id ?? '', version: vendor?.version ?? 0 }]
    expect((await admin.get(vendors.removeMany, { body: { rows: kept } })).refused).toMatchObject([
      { name: 'kept1' },
    ])
  })

  it('reaches no record outside of the data scope of its caller', async () => {
    const { id: orgId } = await addOrganization(app.platform, {
      name: 'Beside',
      code: 'beside',
      parentId: app.rootId,
    })
    const own = { orgId, prefix: 'MINE', count: 3, lifecycle: 'STOCK' }
    await addDevices(app, estate, own)
    await addDevices(app, estate, { ...own, orgId: app.rootId, prefix: 'OTHER' })
    const permissions = ['DEVICE_LIST', 'DEVICE_BATCH_DELETE']
    const operator = await signedIn(app, { orgId, permissions })
    const all = { matching: {}, count: 6 }
    expect(await operator.call(devices.removeMany, { body: all })).toMatchObject({
      code: codes.countChanged,
      data: { count: 3 },
    })
    const mine = { matching: {}, count: 3 }
    expect(await operator.get(devices.removeMany, { body: mine })).toMatchObject({ count: 3 })
    const { rows } = await sql<{
      sn: string
    }>`select sn from device where deleted_at is null order by sn`.execute(app.platform.db)
    expect(rows.map(({ sn }) => sn)).toEqual(['OTHER00000', 'OTHER00001', 'OTHER00002'])
  })

  it('asks for the right to see the list, too', async () => {
    const blind = await signedIn(app, { permissions: ['VENDOR_BATCH_DELETE'] })
    const body = { matching: {}, count: 0 }
    expect(await blind.call(vendors.removeMany, { body })).toMatchObject({
      code: 403,
      data: { permission: 'VENDOR_LIST' },
    })
  })

  it('follows filters that are no columns, and does not touch its caller', async () => {
    const { id: orgId } = await addOrganization(app.platform, {
      name: 'Team',
      code: 'team',
      parentId: app.rootId,
    })
    const boss = await signedIn(app, { orgId, isSuperAdmin: true, userName: 'team-boss' })
    await signedIn(app, { orgId, userName: 'team-one' })
    await signedIn(app, { orgId, userName: 'team-two' })
    const input = {
      params: { status: '0' as const },
      body: { matching: { within: orgId }, count: 3 },
    }
    expect(await boss.get(users.setStatusMany, input)).toMatchObject({
      count: 2,
      refused: [{ name: 'team-boss' }],
    })
  })

  it('names chosen terminals by their serial numbers', async () => {
    const of = { orgId: app.rootId, prefix: 'NAMED', count: 3, lifecycle: 'STOCK' }
    const ids = await addDevices(app, estate, of)
    await sql`update device set lifecycle = 'ACTIVE', name = 'Till' where sn = 'NAMED00001'`.execute(
      app.platform.db,
    )
    const { msg, data } = await admin.call(devices.removeMany, { body: { ids: [...ids] } })
    expect(msg).toMatch(/^Nothing was changed\. NAMED00001: /)
    expect(data).toMatchObject({ refused: [{ name: 'NAMED00001' }] })
  })

  it('writes to the action log which records it changed', async () => {
    await addVendors('logged', 2)
    const { data } = await removeVendors('logged', 2)
    const { rows } = await sql<{ targetIds: string[]; request: unknown }>`select target_ids, request
      from action_log where path like '%/vendor/batch/delete' order by at desc limit 1`.execute(
      app.platform.db,
    )
    expect(rows[0]?.request).toEqual({ matching: { keyword: 'logged' }, count: 2 })
    expect(rows[0]?.targetIds.sort()).toEqual(data.rows?.map(({ id }) => id).sort())
  })

  it('writes all of them to the action log, also where it changed more than one entry names', async () => {
    await addVendors('crowd', 1001)
    await setMost(1500)
    await removeVendors('crowd', 1001)
    expect(await timesLogged('crowd')).toEqual({ 1: 1001 })
  })
})

/** How many of the vendors called so the action log says were removed, by how often it does. */
async function timesLogged(prefix: string) {
  const { rows } = await sql<{
    times: number
    count: number
  }>`select times, count(*)::integer as count
    from (select (select count(*)::integer from action_log
        where path like '%/vendor/batch/delete' and target_ids @> array[vendor.id::text]) as times
      from vendor where name like ${`${prefix}%`}) as logged
    group by times`.execute(app.platform.db)
  return Object.fromEntries(rows.map(({ times, count }) => [times, count]))
}

describe('a batch that is too long to wait for', () => {
  it('goes on in the background, tells what was refused, and tries that again', async () => {
    await setMost(10)
    await addVendors('many', 1200)
    await sql`insert into model (name, code, vendor_id, category_id, os_type)
      select 'of ' || name, code, id, ${estate.categoryId}, 'ANDROID' from vendor
      where name in ('many7', 'many1100')`.execute(app.platform.db)
    const { data } = await removeVendors('many', 1200)
    expect(data).toMatchObject({ count: 0, taskId: expect.any(String) })
    const taskId = data.taskId ?? ''
    expect(await ended(taskId)).toMatchObject({
      type: 'BATCH',
      title: 'Delete 1,200 vendors',
      state: 'PARTIAL',
      total: 1200,
      done: 1198,
      failed: 2,
    })
    const params = { id: taskId }
    const { list } = await admin.get(asyncTasks.items, { params, query: {} })
    expect(list.map(({ key, message }) => `${key}: ${message}`).sort()).toEqual([
      expect.stringMatching(/^many1100: .*of many1100/),
      expect.stringMatching(/^many7: .*of many7/),
    ])
    await sql`delete from model where name = 'of many7'`.execute(app.platform.db)
    await admin.get(asyncTasks.retry, { params, query: { scope: 'failed' } })
    expect(await ended(taskId)).toMatchObject({ state: 'PARTIAL', done: 1199, failed: 1 })
    const left = await admin.get(vendors.page, { query: { keyword: 'many' } })
    expect(left.list.map(({ name }) => name)).toEqual(['many1100'])
    // Each that was removed is found in the action log once, by whom and for which task.
    expect(await timesLogged('many')).toEqual({ 0: 1, 1: 1199 })
    const { rows } = await sql`select distinct user_name, client_kind, request
      from action_log where request_id = ${taskId}`.execute(app.platform.db)
    expect(rows).toEqual([{ userName: admin.name, clientKind: 'CONSOLE', request: { taskId } }])
  })

  it('is undone as a whole, but for what somebody has changed since', async () => {
    await setMost(10)
    await addVendors('undone', 30)
    const { data } = await removeVendors('undone', 30)
    const params = { id: data.taskId ?? '' }
    expect(await ended(params.id)).toMatchObject({ state: 'SUCCESS', reversible: 30 })
    const inTray = async () => {
      const own = await admin.get(asyncTasks.mine, {})
      return own.find(({ id }) => id === params.id)?.reversible
    }
    expect(await inTray()).toBe(30)
    await sql`update vendor set version = version + 1 where name = 'undone9'`.execute(
      app.platform.db,
    )
    const undo = await admin.get(asyncTasks.takeBack, { params })
    expect(await ended(undo.taskId)).toMatchObject({
      title: 'Take back Delete 30 vendors',
      state: 'PARTIAL',
      done: 29,
      failed: 1,
      reversible: 29,
    })
    const items = await admin.get(asyncTasks.items, { params: { id: undo.taskId }, query: {} })
    expect(items.list).toMatchObject([{ key: 'undone9' }])
    expect((await admin.get(vendors.page, { query: { keyword: 'undone' } })).total).toBe(29)
    expect(await admin.get(asyncTasks.detail, { params })).toMatchObject({ reversible: 0 })
    expect(await inTray()).toBe(0)
    expect(await admin.call(asyncTasks.takeBack, { params })).toMatchObject({ code: codes.warning })
  })

  it('of very many is counted no further than a list is', async () => {
    await setMost(1)
    await addVendors('countless', 2)
    const { data } = await removeVendors('countless', 2)
    const id = data.taskId ?? ''
    await ended(id)
    const { db } = app.platform
    await sql`insert into batch_changed (task_id, id, name, version)
      select ${id}, uuid7(), 'n' || number, 1 from generate_series(1, 20000) as number`.execute(db)
    const reversible = countCap + 1
    expect(await admin.get(asyncTasks.detail, { params: { id } })).toMatchObject({ reversible })
    expect(await admin.get(asyncTasks.mine, {})).toContainEqual(
      expect.objectContaining({ id, reversible }),
    )
  })

  it('that switched records is undone by switching them back', async () => {
    await setMost(10)
    await addVendors('switched', 30)
    const { taskId } = await admin.get(vendors.setStatusMany, {
      params: { status: '0' },
      body: { matching: { keyword: 'switched' }, count: 30 },
    })
    expect(await ended(taskId ?? '')).toMatchObject({ state: 'SUCCESS', reversible: 30 })
    const undo = await admin.get(asyncTasks.takeBack, { params: { id: taskId ?? '' } })
    expect(await ended(undo.taskId)).toMatchObject({ state: 'SUCCESS', done: 30 })
    const query = { keyword: 'switched', status: '1' } as const
    expect((await admin.get(vendors.page, { query })).total).toBe(30)
  })

  it('goes on where another process stopped', async () => {
    await setMost(10)
    await addVendors('halfway', 40)
    await tasks.stop()
    const { data } = await removeVendors('halfway', 40)
    const { rows } = await sql<{ id: string }>`update vendor set deleted_at = now() where id in
      (select (item ->> 0)::uuid from async_task, jsonb_array_elements(params -> 'items')
        with ordinality as items (item, number) where async_task.id = ${data.taskId} and number <= 25)
      returning id`.execute(app.platform.db)
    expect(rows).toHaveLength(25)
    await sql`update async_task set done = 25 where id = ${data.taskId}`.execute(app.platform.db)
    tasks = startTasks(app.platform, taskRunners)
    expect(await ended(data.taskId ?? '')).toMatchObject({ state: 'SUCCESS', done: 40, failed: 0 })
  })

  it.each([
    ['was cancelled', 'CANCELLED', null],
    ['lost its process', 'FAILED', 'task.processLost'],
  ])(
    'that %s does what it had not reached, too, when what failed is tried again',
    async (...of) => {
      const [, state, message] = of
      const prefix = `reached${state}`
      await setMost(10)
      await addVendors(prefix, 30)
      await tasks.stop()
      const { data } = await removeVendors(prefix, 30)
      await sql`update vendor set deleted_at = now() where id in
      (select (item ->> 0)::uuid from async_task, jsonb_array_elements(params -> 'items')
        with ordinality as items (item, number)
        where async_task.id = ${data.taskId} and number <= 9)`.execute(app.platform.db)
      await sql`insert into async_task_item (task_id, number, key, message)
      values (${data.taskId}, 10, 'one', 'refused')`.execute(app.platform.db)
      await sql`update async_task set state = ${state}, message = ${message}, done = 9, failed = 1,
      total = 30, ended_at = now() where id = ${data.taskId}`.execute(app.platform.db)
      const params = { id: data.taskId ?? '' }
      await admin.get(asyncTasks.retry, { params, query: { scope: 'failed' } })
      tasks = startTasks(app.platform, taskRunners)
      expect(await ended(params.id)).toMatchObject({ state: 'SUCCESS', done: 30, failed: 0 })
      expect((await admin.get(vendors.page, { query: { keyword: prefix } })).total).toBe(0)
    },
  )
})
