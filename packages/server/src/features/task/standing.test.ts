import {
  asyncTasks,
  codes,
  exportOf,
  fileTasks,
  organizations,
  tokens,
  users,
  vendors,
} from '@muster/contract'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { taskEnd } from '../../../test/importing.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
  type UserWishes,
} from '../../../test/testApp.ts'
import { personOf, scriptOf, setUser } from '../../../test/testToken.ts'
import { taskRunners } from '../index.ts'
import { startTasks } from './index.ts'

let app: TestApp
let folder: string
let tasks: { stop: () => Promise<void> }
let north: string

const started = () => startTasks(app.platform, taskRunners)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-standing-'))
  app = await startTestApp()
  Object.assign(app.platform.env, { dataFolder: folder })
  tasks = started()
  north = (await addOrganization(app.platform, { name: 'n', code: 'n', parentId: app.rootId })).id
  // Whatever is longer than one row is work for the background.
  await sql`insert into parameter (key, group_code, value_type, default_value, rule, is_system, value)
    values ('export.sync.maxRows', 'record', 'int', '1', '{}', true, '1'),
      ('batch.sync.max', 'record', 'int', '1', '{}', true, '1')
    on conflict (key) do update set value = excluded.value`.execute(app.platform.db)
  await addOrganization(app.platform, { name: 'below', code: 'below', parentId: north })
})
afterAll(async () => {
  await tasks.stop()
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const steering = ['ASYNCTASK_LIST', 'ASYNCTASK_RETRY', 'ASYNCTASK_PAUSE', 'FILE_LIST']
const list = exportOf(organizations.page)
const exporting = [...steering, list.permission, 'FILE_DOWNLOAD', 'PERSONAL_TOKEN']
const wide = (wishes: UserWishes = {}) =>
  personOf(app, { orgId: north, permissions: exporting, dataScope: 'ALL', ...wishes })

async function asked(by: TestUser) {
  const columns = JSON.stringify([['code', 'Code']])
  const answer = (await by.file(list, { query: { columns } })).json()
  expect(answer.code).toBe(codes.warning)
  const { taskId = '', fileId = '' } = answer.data
  return { taskId, fileId }
}
const contentOf = async (by: TestUser, id: string) =>
  String((await by.file(fileTasks.download, { params: { id } })).body)
const expire = (id: string) =>
  sql`update file_task set state = 'EXPIRED' where id = ${id}`.execute(app.platform.db)
const retry = (by: TestUser, id: string) => by.call(asyncTasks.retry, { params: { id }, query: {} })

const scopeBecomes = (kind: string, { userId }: TestUser) =>
  sql`update data_scope set kind = ${kind} from user_role
    where user_role.role_id = data_scope.role_id and user_role.user_id = ${userId}`.execute(
    app.platform.db,
  )
const takeRight = (code: string, { userId }: TestUser) =>
  sql`delete from role_menu using user_role, menu where role_menu.role_id = user_role.role_id
    and menu.id = role_menu.menu_id and menu.button_code = ${code}
    and user_role.user_id = ${userId}`.execute(app.platform.db)

/** Work that waits until the test lets the workers go on. */
async function whileNobodyWorks<T>(work: () => Promise<T>): Promise<T> {
  await tasks.stop()
  try {
    return await work()
  } finally {
    tasks = started()
  }
}

it.each(['task', 'file'] as const)(
  'makes an export again from its %s with the scope that its maker has now',
  async (way) => {
    const maker = await wide()
    const { taskId, fileId } = await asked(maker)
    expect((await taskEnd(maker, taskId)).state).toBe('SUCCESS')
    expect(await contentOf(maker, fileId)).toContain('platform')
    await scopeBecomes('OWN_ORG_AND_BELOW', maker)
    await expire(fileId)
    if (way === 'task') await retry(maker, taskId)
    else await maker.get(fileTasks.retry, { params: { id: fileId } })
    expect((await taskEnd(maker, taskId)).state).toBe('SUCCESS')
    const content = await contentOf(maker, fileId)
    expect(content).toContain('below')
    expect(content).not.toContain('platform')
  },
)

it('does not begin again, nor go on, what its owner may no longer do', async () => {
  const maker = await wide()
  const { taskId: ended } = await asked(maker)
  await taskEnd(maker, ended)
  const resting = await whileNobodyWorks(async () => {
    const { taskId } = await asked(maker)
    await maker.get(asyncTasks.pause, { params: { id: taskId } })
    return taskId
  })
  await takeRight(list.permission, maker)
  const refused = {
    code: codes.forbidden,
    msg: `${maker.name} does not hold the right ${list.permission}, which this work takes.`,
  }
  expect(await retry(maker, ended)).toMatchObject(refused)
  expect(await maker.call(asyncTasks.resume, { params: { id: resting } })).toMatchObject(refused)
  expect((await taskEnd(maker, resting)).state).toBe('PAUSED')
})

it('begins nothing for whoever has lost the right or the account while it waited', async () => {
  const [maker, gone] = [await wide(), await wide()]
  const reader = await signedIn(app, { isSuperAdmin: true })
  const [first, second] = await whileNobodyWorks(async () => {
    const both = [await asked(maker), await asked(gone)] as const
    await takeRight(list.permission, maker)
    await setUser(gone, { status: 0 })
    return both
  })
  expect(await taskEnd(reader, first.taskId)).toMatchObject({
    state: 'FAILED',
    message: expect.stringContaining(list.permission),
  })
  const message = 'task.ownerGone'
  expect(await taskEnd(reader, second.taskId)).toMatchObject({ state: 'FAILED', message })
  // Nobody waits for its file.
  const { list: files } = await reader.get(fileTasks.page, { query: {} })
  expect(files.find(({ id }) => id === second.fileId)).toMatchObject({ state: 'FAILED', message })
  expect(await retry(reader, second.taskId)).toMatchObject({ code: codes.forbidden })
})

it('is repeated for a colleague by those only who may do it themselves', async () => {
  const add = (name: string) => app.platform.db.insertInto('vendor').values({ name, code: name })
  for (const name of ['again-1', 'again-2']) await add(name).execute()
  const permissions = [...steering, 'ASYNCTASK_ALL', 'VENDOR_LIST']
  const removing = [...permissions, vendors.removeMany.permission]
  const maker = await wide({ permissions: removing })
  const body = { matching: { keyword: 'again' }, count: 2 }
  const { taskId = '' } = await maker.get(vendors.removeMany, { body })
  expect((await taskEnd(maker, taskId)).state).toBe('SUCCESS')
  const looker = await wide({ permissions })
  expect(await retry(looker, taskId)).toMatchObject({
    code: codes.forbidden,
    data: { permission: vendors.removeMany.permission },
  })
  const other = await wide({ permissions: removing })
  expect((await retry(other, taskId)).code).toBe(codes.success)
  await taskEnd(maker, taskId)
})

it('is not repeated by a token that may not begin it', async () => {
  const permissions = [...exporting, users.page.permission, users.setStatusMany.permission]
  const boss = await wide({ permissions })
  await signedIn(app, { orgId: north, userName: 'worker-1' })
  await signedIn(app, { orgId: north, userName: 'worker-2' })
  const { taskId = '' } = await boss.get(users.setStatusMany, {
    params: { status: '0' },
    body: { matching: { keyword: 'worker-' }, count: 2 },
  })
  expect((await taskEnd(boss, taskId)).state).toBe('SUCCESS')
  const { script } = await scriptOf(boss)
  expect(await retry(script, taskId)).toMatchObject({
    code: codes.forbidden,
    msg: expect.stringContaining('token'),
  })
  expect((await retry(boss, taskId)).code).toBe(codes.success)
  await taskEnd(boss, taskId)
})

it.each(['ended', 'expired'] as const)(
  'begins nothing for a token that has %s meanwhile, until its owner repeats it himself',
  async (way) => {
    const maker = await wide()
    const { script, token } = await scriptOf(maker)
    const { taskId } = await whileNobodyWorks(async () => {
      const made = await asked(script)
      if (way === 'ended') await maker.get(tokens.end, { params: { id: token.id } })
      else
        await sql`update personal_token set valid_to = now() where id = ${token.id}`.execute(
          app.platform.db,
        )
      return made
    })
    const message = 'task.tokenOver'
    expect(await taskEnd(maker, taskId)).toMatchObject({ state: 'FAILED', message })
    const reader = await signedIn(app, { isSuperAdmin: true })
    expect((await retry(reader, taskId)).code).toBe(codes.forbidden)
    expect((await retry(maker, taskId)).code).toBe(codes.success)
    expect((await taskEnd(maker, taskId)).state).toBe('SUCCESS')
  },
)

it('never fails, whatever it is asked', () => {
  expect(app.failures).toEqual([])
})
