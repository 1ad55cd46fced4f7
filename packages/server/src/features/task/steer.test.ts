import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { asyncTasks, codes, fileTasks, vendors } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { draftPath } from '../../platform/fileStore.ts'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../test/testApp.ts'
import { taskRunners } from '../index.ts'
import { type Job, startTasks } from './index.ts'

let app: TestApp
let user: TestUser
let tasks: { stop: () => Promise<void> }
/** How often the work was begun, and whether it may end. */
let begun = 0
let mayEnd = false
let fault: Error | null = null

/** Work that goes on until it may end, saying how far it is. */
async function longWork({ progress, signal }: Job) {
  begun++
  if (fault) throw fault
  for (let done = 1; !mayEnd; done++) {
    await progress({ done: Math.min(done, 9), total: 10 })
    signal.throwIfAborted()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return { done: 10, failed: 0 }
}

beforeAll(async () => {
  app = await startTestApp()
  tasks = startTasks(app.platform, { ...taskRunners, EXPORT: longWork })
})
beforeEach(async () => {
  begun = 0
  mayEnd = false
  fault = null
  user = await signedIn(app, { permissions: rights })
})
afterAll(async () => {
  mayEnd = true
  await tasks.stop()
  await app.close()
})

const rights = [
  'ASYNCTASK_LIST',
  'ASYNCTASK_CANCEL',
  'ASYNCTASK_PAUSE',
  'ASYNCTASK_RETRY',
  'FILE_LIST',
  'FILE_DELETE',
  'VENDOR_EXPORT',
]

/** Puts a task of the user's into the table; later than now it waits. */
async function addOne(wait = '0 seconds'): Promise<string> {
  const { rows } = await sql<{ id: string }>`insert into async_task
      (type, title, params, principal, org_id, created_by, language, run_at)
    values ('EXPORT', 'a.csv', ${JSON.stringify({ path: vendors.page.path, ids: [] })}, ${principalOf(user)}, ${app.rootId},
      ${user.userId}, 'en', now() + ${wait}::interval) returning id`.execute(app.platform.db)
  app.platform.live.ring('asyncTask')
  return rows[0]?.id ?? ''
}
const principalOf = ({ userId, name }: TestUser) =>
  JSON.stringify({
    kind: 'user',
    userId,
    userName: name,
    orgId: app.rootId,
    isSuperAdmin: true,
    roleIds: [],
    permissions: [],
    scope: { all: true, rules: [] },
  })

const detail = (id: string) => user.get(asyncTasks.detail, { params: { id } })
const becomes = (id: string, state: string) =>
  expect.poll(async () => (await detail(id)).state).toBe(state)
const statesOf = async (id: string) => (await detail(id)).events.map(({ state }) => state)

it('is found by a part of the name of whoever asked for it', async () => {
  const admin = await signedIn(app, {
    permissions: [...rights, 'ASYNCTASK_ALL'],
    isSuperAdmin: true,
  })
  const id = await addOne('1 hour')
  const found = async (createdBy: string) =>
    (await admin.get(asyncTasks.page, { query: { createdBy } })).list.map((task) => task.id)
  expect(await found(user.name.slice(1).toUpperCase())).toContain(id)
  expect(await found(`${user.name}_`)).toEqual([])
  await user.get(asyncTasks.cancel, { params: { id } })
})

describe('a task that is paused', () => {
  it('stops where it is, and goes on when it is told to', async () => {
    const id = await addOne()
    await becomes(id, 'RUNNING')
    await user.get(asyncTasks.pause, { params: { id } })
    await becomes(id, 'PAUSED')
    await expect.poll(() => begun).toBe(1)
    expect(await detail(id)).toMatchObject({ attempts: 0, endedAt: null })
    mayEnd = true
    await user.get(asyncTasks.resume, { params: { id } })
    await becomes(id, 'SUCCESS')
    expect(begun).toBe(2)
    expect(await statesOf(id)).toEqual([
      'QUEUED',
      'RUNNING',
      'PAUSED',
      'QUEUED',
      'RUNNING',
      'SUCCESS',
    ])
  })

  it('is not counted as running while it rests', async () => {
    const id = await addOne()
    await becomes(id, 'RUNNING')
    await user.get(asyncTasks.pause, { params: { id } })
    await becomes(id, 'PAUSED')
    await sql`update async_task set started_at = started_at - interval '2 hours',
      paused_at = paused_at - interval '1 hour' where id = ${id}`.execute(app.platform.db)
    const hour = expect.toSatisfy((seconds: number) => seconds >= 3600 && seconds < 3630)
    expect((await detail(id)).durationSeconds).toEqual(hour)
    mayEnd = true
    await user.get(asyncTasks.resume, { params: { id } })
    await becomes(id, 'SUCCESS')
    expect((await detail(id)).durationSeconds).toEqual(hour)
  })

  it('is not taken up when it had not begun, and can be cancelled', async () => {
    const id = await addOne('1 hour')
    const { db } = app.platform
    await sql`insert into file_task (name, kind, source, media_type, org_id, created_by, task_id)
      values ('a.csv', 'EXPORT', '/x', 'text/csv', ${app.rootId}, ${user.userId}, ${id})`.execute(
      db,
    )
    await user.get(asyncTasks.pause, { params: { id } })
    await sql`update async_task set run_at = now() where id = ${id}`.execute(db)
    app.platform.live.ring('asyncTask')
    expect((await user.call(asyncTasks.retry, { params: { id }, query: {} })).code).toBe(
      codes.warning,
    )
    await user.get(asyncTasks.cancel, { params: { id } })
    expect([(await detail(id)).state, begun]).toEqual(['CANCELLED', 0])
    // The file that it would have made is no longer waited for.
    const { list } = await user.get(fileTasks.page, { query: {} })
    expect(list).toMatchObject([{ state: 'FAILED', message: 'transfer.cancelled' }])
    expect((await user.call(asyncTasks.resume, { params: { id } })).code).toBe(codes.warning)
  })

  it('is paused and resumed by those only who hold that right', async () => {
    const id = await addOne('1 hour')
    const permissions = ['ASYNCTASK_LIST', 'ASYNCTASK_ALL']
    const other = await signedIn(app, { permissions, dataScope: 'ALL' })
    expect((await other.call(asyncTasks.pause, { params: { id } })).code).toBe(codes.forbidden)
    expect((await other.call(asyncTasks.pin, { params: { id, pinned: '1' } })).code).toBe(200)
  })
})

it('stays on top of the list when it is pinned, and is not removed', async () => {
  const [first, second] = [await addOne('1 hour'), await addOne('1 hour')]
  const order = async () =>
    (await user.get(asyncTasks.page, { query: {} })).list.map(({ id }) => id)
  expect(await order()).toEqual([second, first])
  await user.get(asyncTasks.pin, { params: { id: first, pinned: '1' } })
  expect(await order()).toEqual([first, second])
  expect(await user.get(asyncTasks.cancelMany, { body: { ids: [first, second] } })).toEqual({
    count: 2,
  })
  const removed = await user.call(asyncTasks.removeMany, { body: { ids: [first, second] } })
  expect(removed).toMatchObject({ code: codes.warning, msg: expect.stringContaining('is pinned') })
  await user.get(asyncTasks.pin, { params: { id: first, pinned: '0' } })
  expect(await order()).toEqual([second, first])
  await user.get(asyncTasks.removeMany, { body: { ids: [first, second] } })
  expect(await order()).toEqual([])
})

it('tells what was asked for, of long lists only how long they are', async () => {
  const id = await addOne('1 hour')
  const ids = JSON.stringify({ ids: Array.from({ length: 500 }, (_, place) => place), path: '/x' })
  await sql`update async_task set params = ${ids} where id = ${id}`.execute(app.platform.db)
  expect((await detail(id)).params).toEqual({ ids: 500, path: '/x' })
})

describe('a task whose process was gone before its end', () => {
  const lost = (id: string, attempts: number) =>
    sql`update async_task set state = 'RUNNING', node = 'gone', attempts = ${attempts}, run_at = now(),
      lease_until = now() - interval '1 second' where id = ${id}`.execute(app.platform.db)

  it('is begun anew', async () => {
    const id = await addOne('1 hour')
    await lost(id, 2)
    mayEnd = true
    app.platform.live.ring('asyncTask')
    await becomes(id, 'SUCCESS')
    expect([(await detail(id)).attempts, begun]).toEqual([3, 1])
  })

  it('has failed after three times, and so has its file', async () => {
    const id = await addOne('1 hour')
    const { rows: files } = await sql<{ id: string }>`insert into file_task
        (name, kind, source, media_type, org_id, created_by, task_id, state)
      values ('a.csv', 'EXPORT', '/x', 'text/csv', ${app.rootId}, ${user.userId}, ${id}, 'RUNNING')
      returning id`.execute(app.platform.db)
    const draft = draftPath(app.platform.env.dataFolder, `${files[0]?.id}-half`)
    await mkdir(dirname(draft), { recursive: true })
    await writeFile(draft, 'half a file')
    await lost(id, 3)
    app.platform.live.ring('asyncTask')
    await becomes(id, 'FAILED')
    const message = 'task.processLost'
    expect(await detail(id)).toMatchObject({ message, attempts: 3, endedAt: expect.any(String) })
    const { list } = await user.get(fileTasks.page, { query: {} })
    expect([begun, list]).toMatchObject([0, [{ state: 'FAILED', message }]])
    await expect.poll(() => existsSync(draft)).toBe(false)
    expect(app.failures.splice(0)).toEqual([expect.stringContaining('lost its process')])
  })
})

it('says that the disk was full where it fails for that', async () => {
  fault = Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' })
  const id = await addOne('1 hour')
  await sql`update async_task set attempts = 2, run_at = now() where id = ${id}`.execute(
    app.platform.db,
  )
  app.platform.live.ring('asyncTask')
  await becomes(id, 'FAILED')
  expect(await detail(id)).toMatchObject({ message: 'upload.full' })
  expect(app.failures.splice(0)).toHaveLength(1)
})

it('goes on after its worker was told to stop, which is no attempt', async () => {
  const id = await addOne()
  await becomes(id, 'RUNNING')
  await tasks.stop()
  expect(await detail(id)).toMatchObject({ state: 'QUEUED', attempts: 0 })
  mayEnd = true
  tasks = startTasks(app.platform, { ...taskRunners, EXPORT: longWork })
  await becomes(id, 'SUCCESS')
})

it('never fails, whatever it is asked', () => {
  expect(app.failures).toEqual([])
})
