import { asyncTasks, codes, organizations, users, vendors } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  begin,
  csv,
  imported,
  importTo,
  resultRows,
  taskEnd,
  upload,
} from '../../../../test/importing.ts'
import { startTaskApp } from '../../../../test/taskApp.ts'
import { signedIn, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { personOf, scriptOf } from '../../../../test/testToken.ts'

let app: TestApp
let user: TestUser

beforeAll(async () => {
  app = await startTaskApp()
  user = await signedIn(app, { isSuperAdmin: true })
})
afterAll(() => app.close())

const codesOf = async (prefix: string) =>
  (await user.get(vendors.page, { query: { name: prefix, sortField: 'code', pageSize: 100 } })).list

/** Rows of which every third is bad. */
const rowsOf = (prefix: string, count: number) =>
  csv(
    ['code', 'name', 'warrantyMonths'],
    ...Array.from({ length: count }, (_, n) => [
      `${prefix}-${1000 + n}`,
      `${prefix} ${n}`,
      n % 3 === 2 ? 'many' : '12',
    ]),
  )

/** An import that is at rest in the middle of its work: two batches are written. */
async function resting(prefix: string): Promise<string> {
  const { data } = await upload(user, rowsOf(prefix, 600))
  const taskId = await begin(user, vendors.page, { fileId: data.fileId, onFault: 'skip' })
  await expect
    .poll(async () => (await codesOf(prefix)).length, { interval: 5, timeout: 60_000 })
    .toBeGreaterThan(0)
  await user.get(asyncTasks.pause, { params: { id: taskId } })
  await expect
    .poll(async () => (await user.get(asyncTasks.detail, { params: { id: taskId } })).state, {
      timeout: 60_000,
    })
    .toBe('PAUSED')
  return taskId
}

it('says what stays of a cancelled import, lists what it refused, and takes back what it added', async () => {
  const taskId = await resting('Rest')
  await user.get(asyncTasks.cancel, { params: { id: taskId } })
  const task = await taskEnd(user, taskId)
  const { rows, added, changed, same, refused } = await user.get(
    importTo(vendors.page).calls.result,
    { params: { id: taskId } },
  )
  const left = rows - added - changed - same - refused
  expect(left).toBeGreaterThan(0)
  expect(task).toMatchObject({
    state: 'CANCELLED',
    done: added,
    failed: refused,
    message: `What was written stays: ${added} added, 0 changed. Not reached: ${left}.`,
  })
  const states = (await resultRows(user, task)).slice(1).map((row) => row[3])
  const count = (state: string) => states.filter((one) => one === state).length
  expect([count('Added'), count('Refused'), count('Not done')]).toEqual([added, refused, left])
  const items = await user.get(asyncTasks.items, { params: { id: taskId }, query: {} })
  expect(items.total).toBe(refused)
  const vendorsOf = async () =>
    (
      await sql<{ there: number; gone: number }>`select
        count(*) filter (where deleted_at is null)::int as there,
        count(*) filter (where deleted_at is not null)::int as gone
      from vendor where name like 'Rest %'`.execute(app.platform.db)
    ).rows[0]
  expect(await vendorsOf()).toEqual({ there: added, gone: 0 })

  const { taskId: undo } = await user.get(asyncTasks.takeBack, { params: { id: taskId } })
  expect(await taskEnd(user, undo)).toMatchObject({ state: 'SUCCESS', done: added, failed: 0 })
  expect(await vendorsOf()).toEqual({ there: 0, gone: added })
  const again = await user.call(asyncTasks.takeBack, { params: { id: taskId } })
  expect(again.code).toBe(codes.warning)
}, 300_000)

it('tries what a cancelled import did not reach together with what it refused, after a take back, too', async () => {
  const taskId = await resting('Left')
  await user.get(asyncTasks.cancel, { params: { id: taskId } })
  await taskEnd(user, taskId)
  const { added, refused } = await user.get(importTo(vendors.page).calls.result, {
    params: { id: taskId },
  })
  const { taskId: undo } = await user.get(asyncTasks.takeBack, { params: { id: taskId } })
  await taskEnd(user, undo)
  await user.get(asyncTasks.retry, { params: { id: taskId }, query: { scope: 'failed' } })
  const task = await taskEnd(user, taskId)
  const [rows, bad] = [600 - added, 200]
  expect(task).toMatchObject({ state: 'PARTIAL', total: rows, done: rows - bad, failed: bad })
  expect(refused).toBeLessThan(bad)
  // What was taken back had been written well: a try of what failed leaves it alone.
  const found = await user.get(vendors.page, { query: { name: 'Left' } })
  expect(found.total).toBe(rows - bad)
  const states = (await resultRows(user, task)).slice(1).map((row) => row[3])
  expect(states.filter((state) => state === 'Added')).toHaveLength(rows - bad)
  expect(states.filter((state) => state === 'Refused')).toHaveLength(bad)
}, 300_000)

it('tries a stopped import as a whole once more, where only what failed is asked for', async () => {
  const content = csv(['code', 'name'], ['stop-a', 'Stop A'], ['stop-b', 'Stop B'])
  const { db } = app.platform
  await imported(user, vendors.page, { content: csv(['code', 'name'], ['stop-b', 'Stop B']) })
  const { task } = await imported(user, vendors.page, { content })
  expect(task).toMatchObject({ state: 'FAILED', message: 'import.stopped' })
  await sql`update vendor set deleted_at = now() where code = 'stop-b'`.execute(db)
  await user.get(asyncTasks.retry, { params: { id: task.id }, query: { scope: 'failed' } })
  expect(await taskEnd(user, task.id)).toMatchObject({ state: 'SUCCESS', total: 2, done: 2 })
}, 300_000)

it('does not count rows of a file that it has not read to its end', async () => {
  const { data } = await upload(user, rowsOf('Unread', 20_000))
  // Nothing of it can be kept until it is cancelled.
  const holder = await app.platform.pool.connect()
  await holder.query('begin; lock table import_row in share row exclusive mode')
  const taskId = await begin(user, vendors.page, { fileId: data.fileId, onFault: 'skip' })
  const isHeld = async () => {
    const { rows } = await holder.query(
      `select from pg_locks where relation = 'import_row'::regclass and not granted`,
    )
    return rows.length > 0
  }
  await expect.poll(isHeld).toBe(true)
  await user.get(asyncTasks.cancel, { params: { id: taskId } })
  await holder.query('rollback')
  holder.release()
  expect(await taskEnd(user, taskId)).toMatchObject({
    state: 'CANCELLED',
    done: 0,
    failed: 0,
    message: 'The file was still being read. Nothing was written.',
  })
  expect(await codesOf('Unread')).toEqual([])
})

it('takes back a whole tree, and names what it could not remove', async () => {
  const heading = ['code', 'name', 'type', 'parentId', 'contact']
  const { task } = await imported(user, organizations.page, {
    content: csv(
      heading,
      ['tree-a', 'Tree A', 'BANK', 'platform', ''],
      ['tree-b', 'Tree B', 'AGENT', 'tree-a', ''],
      ['tree-c', 'Tree C', 'BANK', 'platform', ''],
    ),
  })
  const { list } = await user.get(organizations.page, { query: { name: 'Tree C' } })
  const body = {
    name: 'Below C',
    code: 'below-c',
    type: 'AGENT',
    contact: '',
    parentId: list[0]?.id,
  }
  await user.get(organizations.add, { body: body as never })
  expect(await user.get(asyncTasks.detail, { params: { id: task.id } })).toMatchObject({
    reversible: 3,
  })
  const { taskId } = await user.get(asyncTasks.takeBack, { params: { id: task.id } })
  expect(await taskEnd(user, taskId)).toMatchObject({ state: 'PARTIAL', done: 2, failed: 1 })
  const items = await user.get(asyncTasks.items, { params: { id: taskId }, query: {} })
  expect(items.list).toMatchObject([{ key: 'tree-c', message: expect.stringContaining('Below C') }])
})

it('takes nothing back for who may not remove, and nothing away from others', async () => {
  const clerk = await signedIn(app, {
    permissions: ['ASYNCTASK_LIST', 'ASYNCTASK_CANCEL', 'VENDOR_IMPORT', 'VENDOR_ADD'],
  })
  const content = rowsOf('Right', 2)
  const { task } = await imported(clerk, vendors.page, { content, onFault: 'skip' })
  const answer = await clerk.call(asyncTasks.takeBack, { params: { id: task.id } })
  expect(answer.code).toBe(codes.forbidden)
  const stranger = await signedIn(app, { permissions: ['ASYNCTASK_LIST', 'ASYNCTASK_CANCEL'] })
  expect((await stranger.call(asyncTasks.takeBack, { params: { id: task.id } })).code).toBe(
    codes.notFound,
  )
  expect(await codesOf('Right')).toHaveLength(2)
  // What was refused has not used the offer up.
  expect(await user.get(asyncTasks.detail, { params: { id: task.id } })).toMatchObject({
    reversible: 2,
  })
})

it('takes no accounts back by a token, which removes none either', async () => {
  const owner = await personOf(app, { isSuperAdmin: true })
  const role = await app.platform.db
    .insertInto('role')
    .values({ code: 'guest', name: 'guest', orgId: app.rootId })
    .returning('id as roleId')
    .executeTakeFirstOrThrow()
  await app.platform.db
    .insertInto('dataScope')
    .values({ ...role, kind: 'SELF' })
    .execute()
  const { task } = await imported(owner, users.page, {
    content: csv(
      ['userName', 'realName', 'email', 'orgId', 'roleIds'],
      ['taken.back', 'Taken Back', 'taken.back@example.org', 'platform', 'guest'],
    ),
  })
  expect(await owner.get(asyncTasks.detail, { params: { id: task.id } })).toMatchObject({
    reversible: 1,
  })
  const { script } = await scriptOf(owner)
  const answer = await script.call(asyncTasks.takeBack, { params: { id: task.id } })
  expect(answer.code).toBe(codes.forbidden)
  expect(await owner.get(asyncTasks.detail, { params: { id: task.id } })).toMatchObject({
    reversible: 1,
  })
})
