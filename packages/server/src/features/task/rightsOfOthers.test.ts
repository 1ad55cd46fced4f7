import { asyncTasks, fileTasks, vendors } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { csv, imported, importTo, taskEnd, upload } from '../../../test/importing.ts'
import { signedIn, type TestApp, type TestUser } from '../../../test/testApp.ts'
import { startTaskApp } from '../../../test/taskApp.ts'

let app: TestApp
let maker: TestUser

const { start, result } = importTo(vendors.page).calls
const reading = ['FILE_LIST', 'FILE_DOWNLOAD', 'FILE_ALL', 'ASYNCTASK_LIST', 'ASYNCTASK_ALL']
const making = [start, result, vendors.add, vendors.update, vendors.page, vendors.setStatusMany]
const reader = (more: readonly string[] = []) =>
  signedIn(app, { permissions: [...reading, ...more], dataScope: 'ALL' })

beforeAll(async () => {
  app = await startTaskApp()
  maker = await reader(making.map(({ permission }) => permission))
  await sql`insert into parameter (key, group_code, value_type, default_value, rule, is_system, value)
    values ('batch.sync.max', 'record', 'int', '1', '{}', true, '1')
    on conflict (key) do update set value = excluded.value`.execute(app.platform.db)
})
afterAll(() => app.close())

const content = csv(['code', 'name'], ['told-1', 'Told 1'], ['told-2', 'Told 2'])

/** What somebody gets of a file and of a task. */
async function got(who: TestUser, { fileId, taskId }: { fileId: string; taskId: string }) {
  const params = { id: taskId }
  const tasks = await who.get(asyncTasks.page, { query: {} })
  return {
    file: (await who.file(fileTasks.download, { params: { id: fileId } })).status,
    task: tasks.list.some(({ id }) => id === taskId),
    items: (await who.call(asyncTasks.items, { params, query: {} })).status,
  }
}

const sheets = async (who: TestUser) =>
  (await who.get(fileTasks.page, { query: {} })).list.filter(({ kind }) => kind === 'IMPORT')

it('an uploaded sheet and its task are read by those who hold the right of its list', async () => {
  const { task } = await imported(maker, vendors.page, { content })
  const [sheet] = await sheets(maker)
  const made = { fileId: sheet?.id ?? '', taskId: task.id }
  const nothing = { file: 404, task: false, items: 404 }
  expect(await got(await reader(), made)).toEqual(nothing)
  expect(await got(await reader([vendors.page.permission]), made)).toEqual(nothing)
  const all = { file: 200, task: true, items: 200 }
  expect(await got(await reader([start.permission]), made)).toEqual(all)
  expect(await got(maker, made)).toEqual(all)
})

it('a sheet that no import was begun with is read by whoever sent it', async () => {
  const { data } = await upload(maker, content, 'waiting.csv')
  const ids = async (who: TestUser) => (await sheets(who)).map(({ id }) => id)
  expect(await ids(maker)).toContain(data.fileId)
  expect(await ids(await reader([start.permission]))).not.toContain(data.fileId)
})

it('a batch is read by those who may see its list', async () => {
  const input = {
    params: { status: '0' as const },
    body: { matching: { keyword: 'Told' }, count: 2 },
  }
  const { taskId = '' } = await maker.get(vendors.setStatusMany, input)
  await taskEnd(maker, taskId)
  const finds = async (who: TestUser) =>
    (await who.call(asyncTasks.items, { params: { id: taskId }, query: {} })).status
  expect(await finds(await reader())).toBe(404)
  expect(await finds(await reader([vendors.page.permission]))).toBe(200)
})

it('never fails, whatever it is asked', () => {
  expect(app.failures).toEqual([])
})
