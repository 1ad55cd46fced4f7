import {
  asyncTasks,
  codes,
  exportOf,
  fileTasks,
  organizations,
  vendors as vendorList,
} from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { csv, imported, importTo, taskEnd } from '../../../test/importing.ts'
import {
  addOrganization,
  signedIn,
  type TestApp,
  type TestUser,
  type UserWishes,
} from '../../../test/testApp.ts'
import { startTaskApp } from '../../../test/taskApp.ts'
import { addEstate } from '../../../test/testEstate.ts'
import { forgetReaches } from '../../access/reach.ts'

let app: TestApp
let north: string
let shop: string
let vendorId: string

beforeAll(async () => {
  app = await startTaskApp()
  vendorId = (await addEstate(app)).vendorId
  north = await below(app.rootId, 'north')
  shop = await below(north, 'shop')
  // Two rows are too many for an answer at once.
  await sql`insert into parameter (key, group_code, value_type, default_value, rule, is_system, value)
    values ('export.sync.maxRows', 'record', 'int', '1', '{}', true, '1')
    on conflict (key) do update set value = excluded.value`.execute(app.platform.db)
})
afterAll(() => app.close())

const below = async (parentId: string, code: string) =>
  (await addOrganization(app.platform, { name: code, code, parentId })).id

const list = exportOf(organizations.page)
const making = [list.permission, organizations.page.permission, 'ASYNCTASK_LIST']
const reading = ['FILE_LIST', 'FILE_DOWNLOAD', 'FILE_DELETE', 'FILE_ALL', 'ASYNCTASK_ALL']

/** Somebody of the north who exports, reads the files of others, or both. */
const person = (wishes: UserWishes = {}) =>
  signedIn(app, { orgId: north, permissions: [...making, ...reading], ...wishes })

interface Made {
  readonly taskId: string
  readonly fileId: string
}

async function made(by: TestUser): Promise<Made> {
  const columns = JSON.stringify([['name', 'Name']])
  const answer = (await by.file(list, { query: { columns } })).json()
  expect(answer.code).toBe(codes.warning)
  const { taskId = '', fileId = '' } = answer.data
  expect((await taskEnd(by, taskId)).state).toBe('SUCCESS')
  return { taskId, fileId }
}

/** Whether somebody finds a file, its bytes and its task, in every call alike. */
async function finds(reader: TestUser, { fileId, taskId }: Made) {
  const { list: files } = await reader.get(fileTasks.page, { query: {} })
  const { list: found } = await reader.get(asyncTasks.page, { query: {} })
  const params = { id: fileId }
  const codesOf = {
    download: (await reader.file(fileTasks.download, { params })).status,
    zip: (await reader.file(fileTasks.zip, { query: { ids: fileId } })).status,
    detail: (await reader.call(asyncTasks.detail, { params: { id: taskId } })).status,
  }
  return {
    file: files.some(({ id }) => id === fileId),
    task: found.some(({ id }) => id === taskId),
    ...codesOf,
  }
}

const all = { file: true, task: true, download: 200, zip: 200, detail: 200 }
const nothing = { file: false, task: false, download: 404, zip: 404, detail: 404 }

it('shows nobody what was exported under a wider scope than his', async () => {
  const wide = await made(await person({ dataScope: 'ALL' }))
  const narrow = await person()
  expect(await finds(narrow, wide)).toEqual(nothing)
  const remove = await narrow.call(fileTasks.remove, { params: { id: wide.fileId } })
  expect(remove.code).toBe(codes.notFound)
  expect(await finds(await person({ dataScope: 'ALL' }), wide)).toEqual(all)
})

it('shows what was exported under the same scope or a narrower one', async () => {
  const same = await made(await person())
  const places = [
    { orgId: shop, withBelow: true },
    { orgId: north, withBelow: false },
  ]
  const narrower = await made(await person({ dataScope: 'CUSTOM', places }))
  const reader = await person()
  expect(await finds(reader, same)).toEqual(all)
  expect(await finds(reader, narrower)).toEqual(all)
})

it('shows nobody of one vendor’s staff what was exported of all vendors', async () => {
  const [maker, reader] = [await person(), await person({ vendorIds: [vendorId] })]
  expect(await finds(reader, await made(maker))).toEqual(nothing)
  const own = await person({ vendorIds: [vendorId] })
  expect(await finds(reader, await made(own))).toEqual(all)
})

it('shows it also where the organisation has moved since', async () => {
  const [west, east] = [await below(app.rootId, 'west'), await below(app.rootId, 'east')]
  await below(west, 'west-1')
  const [maker, reader] = [await person({ orgId: west }), await person({ orgId: west })]
  const file = await made(maker)
  await app.platform.db
    .updateTable('organization')
    .set({ parentId: east })
    .where('id', '=', west)
    .execute()
  expect(await finds(reader, file)).toEqual(all)
})

it('has one reach of an organisation that was moved, until nothing names it', async () => {
  const { db } = app.platform
  const [top, other] = [await below(app.rootId, 'top'), await below(app.rootId, 'other')]
  await below(top, 'top-1')
  const maker = await person({ orgId: top })
  const files = [await made(maker)]
  await db.updateTable('organization').set({ parentId: other }).where('id', '=', top).execute()
  files.push(await made(maker))
  const tasks = files.map(({ taskId }) => taskId)
  const { rows: named } = await sql<{ id: string }>`select distinct reach_id as id from async_task
    where id = any(${tasks}::uuid[])`.execute(db)
  expect(named).toHaveLength(1)
  const kept = async () =>
    (
      await db
        .selectFrom('reach')
        .select('id')
        .where('id', '=', named[0]?.id ?? '')
        .execute()
    ).length
  await forgetReaches(app.platform)
  expect(await kept()).toBe(1)
  await db.deleteFrom('fileTask').where('taskId', 'in', tasks).execute()
  await db.deleteFrom('asyncTask').where('id', 'in', tasks).execute()
  await forgetReaches(app.platform)
  expect(await kept()).toBe(0)
})

it('shows no export to who may not make it', async () => {
  const file = await made(await person())
  const reader = await person({ permissions: [...reading, 'ASYNCTASK_LIST'] })
  expect(await finds(reader, file)).toEqual({ ...nothing, task: true, detail: 200 })
})

it('shows its maker his own, whatever he sees now', async () => {
  const maker = await person({ dataScope: 'ALL' })
  const file = await made(maker)
  await sql`update data_scope set kind = 'SELF' from user_role
    where user_role.role_id = data_scope.role_id and user_role.user_id = ${maker.userId}`.execute(
    app.platform.db,
  )
  expect(await finds(maker, file)).toEqual(all)
})

it('keeps sheets of imports and what became of their rows to the same rule', async () => {
  const { calls } = importTo(vendorList.page)
  const permissions = [
    ...new Set([
      calls.start.permission,
      calls.result.permission,
      vendorList.add.permission,
      vendorList.update.permission,
      'ASYNCTASK_LIST',
      ...reading,
    ]),
  ]
  const maker = await person({ permissions, dataScope: 'ALL' })
  const content = csv(['code', 'name'], ['made-1', 'Made 1'])
  const { task } = await imported(maker, vendorList.page, { content })
  expect(task.state).toBe('SUCCESS')
  const kinds = async (reader: TestUser) =>
    (await reader.get(fileTasks.page, { query: {} })).list
      .filter(({ createdBy }) => createdBy === maker.name)
      .map(({ kind }) => kind)
      .toSorted()
  expect(await kinds(maker)).toEqual(['IMPORT', 'IMPORT_RESULT'])
  expect(await kinds(await person({ permissions, dataScope: 'ALL' }))).toEqual([
    'IMPORT',
    'IMPORT_RESULT',
  ])
  expect(await kinds(await person({ permissions }))).toEqual([])
})

it('never fails, whatever it is asked', () => {
  expect(app.failures).toEqual([])
})
