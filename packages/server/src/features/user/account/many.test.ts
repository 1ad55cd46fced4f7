import { asyncTasks, codes, roles, type User, users } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { taskRunners } from '../../index.ts'
import { startTasks } from '../../task/index.ts'

let app: TestApp
let admin: TestUser
let north: string
let tasks: { stop: () => Promise<void> }

beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, { userName: 'the-admin', isSuperAdmin: true })
  const place = { name: 'North', code: 'north', parentId: app.rootId }
  north = (await addOrganization(app.platform, place)).id
  tasks = startTasks(app.platform, taskRunners)
})
afterAll(async () => {
  await tasks.stop()
  await app.close()
})

const addUsers = (prefix: string, count: number) =>
  sql`insert into app_user (user_name, real_name, org_id, password_hash)
    select ${prefix} || '-' || number, 'Many', ${app.rootId}, 'none'
    from generate_series(1, ${count}::integer) as number`.execute(app.platform.db)

const shown = async (keyword: string): Promise<User[]> =>
  (await admin.get(users.page, { query: { keyword, pageSize: 100 } })).list

const addRole = (code: string, orgId: string, inheritable = false) =>
  admin.get(roles.add, {
    body: { code, name: `Role ${code}`, type: 'ORGANIZATION', orgId, inheritable },
  })

it('moves all accounts that a list shows', async () => {
  await addUsers('moved', 3)
  const body = { matching: { keyword: 'moved-' }, count: 3, orgId: north }
  const done = await admin.get(users.moveMany, { body })
  expect(done).toMatchObject({ count: 3, refused: [] })
  expect(done.rows?.map(({ name }) => name).toSorted()).toEqual(['moved-1', 'moved-2', 'moved-3'])
  expect((await shown('moved-')).map(({ orgId }) => orgId)).toEqual([north, north, north])
})

it('moves none where others match by now, and says how many', async () => {
  await addUsers('counted', 2)
  const body = { matching: { keyword: 'counted-' }, count: 3, orgId: north }
  expect(await admin.call(users.moveMany, { body })).toMatchObject({
    code: codes.countChanged,
    data: { count: 2 },
  })
  expect((await shown('counted-')).map(({ orgId }) => orgId)).toEqual([app.rootId, app.rootId])
})

it('gives a role to all that match but whom a rule keeps, and says which', async () => {
  await addUsers('given', 2)
  const role = await addRole('given', app.rootId)
  await admin.get(users.moveMany, {
    body: { ids: [(await shown('given-1'))[0]?.id ?? ''], orgId: north },
  })
  const body = { matching: { keyword: 'given-' }, count: 2, roleId: role.id }
  const done = await admin.get(users.addRoleMany, { body })
  // The role is not for the organisations below.
  expect(done).toMatchObject({ count: 1, refused: [{ name: 'given-1' }] })
  const held = await shown('given-')
  expect(held.map(({ userName, roleNames }) => [userName, roleNames])).toEqual([
    ['given-1', []],
    ['given-2', ['Role given']],
  ])
})

it('leaves whoever acts as he is, where he is among those that match', async () => {
  const role = await addRole('own', app.rootId)
  const body = { matching: { keyword: 'the-admin' }, count: 1, roleId: role.id }
  expect(await admin.get(users.addRoleMany, { body })).toMatchObject({
    count: 0,
    refused: [{ name: 'the-admin' }],
  })
})

it('takes no two ways of naming accounts, and no call without a place', async () => {
  const [one] = await shown('the-admin')
  const { method, path: url } = users.moveMany
  for (const body of [
    { ids: [one?.id ?? ''], matching: {}, count: 1, orgId: north },
    { matching: {}, orgId: north },
    { matching: {}, count: 1 },
  ])
    expect((await admin.send({ method, url, body: JSON.stringify(body) })).code).toBe(
      codes.badRequest,
    )
})

it('goes on in the background with more than one waits for', async () => {
  await addUsers('queued', 12)
  await sql`insert into parameter (key, group_code, value_type, value)
    values ('batch.sync.max', 'record', 'int', '10')`.execute(app.platform.db)
  const body = { matching: { keyword: 'queued-' }, count: 12, orgId: north }
  const { taskId = '' } = await admin.get(users.moveMany, { body })
  await expect
    .poll(async () => (await admin.get(asyncTasks.detail, { params: { id: taskId } })).state)
    .toBe('SUCCESS')
  const task = await admin.get(asyncTasks.detail, { params: { id: taskId } })
  expect(task.title).toBe('Move 12 users to another organisation')
  expect(new Set((await shown('queued-')).map(({ orgId }) => orgId))).toEqual(new Set([north]))
})
