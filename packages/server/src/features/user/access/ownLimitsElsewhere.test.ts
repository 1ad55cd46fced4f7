import { asyncTasks, codes, platformUsers, users } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { csv, imported, importTo, taskEnd } from '../../../../test/importing.ts'
import { addOrganization, signedIn, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { startTaskApp } from '../../../../test/taskApp.ts'
import { setUser } from '../../../../test/testToken.ts'

// Own limits by the ways round: a sheet, a task in the background, a registration that is linked.

let app: TestApp
let north: { id: string }
let south: { id: string }

const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
const managing = ['LIST', 'DETAIL', 'ADD', 'EDIT', 'ORG'].map((verb) => `USER_${verb}`)

beforeAll(async () => {
  app = await startTaskApp()
  const place = (code: string) =>
    addOrganization(app.platform, { name: code, code, parentId: app.rootId })
  north = await place('north')
  south = await place('south')
  // The time of whoever belongs to the north ends; in the south it does not.
  await app.platform.db
    .updateTable('organization')
    .set({ validTo: tomorrow })
    .where('id', '=', north.id)
    .execute()
})
afterAll(() => app.close())

/** Somebody who manages accounts everywhere, his own among them. */
async function manager(
  more: readonly string[] = [],
  { orgId = north.id, ...limits }: { orgId?: string; validTo?: string } = {},
): Promise<TestUser> {
  const permissions = [...managing, ...more]
  const user = await signedIn(app, { orgId, permissions, dataScope: 'ALL' })
  // A role that may be held in the south as well.
  await app.platform.pool.query(
    `update role set org_id = $2, inheritable = true
      where id in (select role_id from user_role where user_id = $1)`,
    [user.userId, app.rootId],
  )
  await setUser(user, { email: `${user.name}@example.org`, ...limits })
  return user
}

const placeOf = async ({ userId }: TestUser) =>
  app.platform.db
    .selectFrom('appUser')
    .select(['orgId', 'validTo'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
const ownGain = expect.stringMatching(/Nobody lifts his own limits/)

it('no sheet of users lifts the limits of whoever imports it', async () => {
  const { calls } = importTo(users.page)
  const rights = [calls.start.permission, calls.result.permission, 'ASYNCTASK_LIST']
  const user = await manager(rights, { orgId: south.id, validTo: tomorrow })
  const content = csv(['userName', 'validTo'], [user.name, '2099-01-01T00:00:00Z'])
  for (const mode of ['check', 'apply'] as const) {
    const wish = { content, mode, aim: 'both', onFault: 'skip' } as const
    const { result } = await imported(user, users.page, wish)
    expect(result).toMatchObject({ changed: 0, refused: 1 })
    expect(result.faults).toMatchObject([{ row: 2, message: ownGain }])
  }
  expect((await placeOf(user)).validTo).toBe(tomorrow)
})

it('no batch in the background takes its owner out of an organisation that ends', async () => {
  await app.platform.pool.query(
    `insert into parameter (key, group_code, value_type, value)
      values ('batch.sync.max', 'record', 'int', '1')`,
  )
  const user = await manager(['ASYNCTASK_LIST', 'ASYNCTASK_DETAIL'])
  const beside = await manager()
  const list = await user.get(users.page, { query: { within: north.id } })
  const body = { matching: { within: north.id }, count: list.total, orgId: south.id }
  const { taskId } = await user.get(users.moveMany, { body })
  await taskEnd(user, taskId ?? '')
  const { list: refused } = await user.get(asyncTasks.items, {
    params: { id: taskId ?? '' },
    query: {},
  })
  expect(refused.find(({ key }) => key === user.name)).toMatchObject({ message: ownGain })
  expect(await placeOf(user)).toMatchObject({ orgId: north.id })
  expect(await placeOf(beside)).toMatchObject({ orgId: south.id })
})

it('nobody takes himself elsewhere by the registration that his account came from', async () => {
  const user = await manager(['PLATFORM_USER_LINK', 'PLATFORM_USER_LIST'])
  const { db } = app.platform
  const { id, version } = await db
    .insertInto('platformUser')
    .values({
      email: `${user.name}@example.org`,
      realName: 'Somebody',
      kind: 'DEVELOPER',
      state: 'ACTIVE',
      userId: user.userId,
    })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
  const { roleIds } = await user.get(users.detail, { params: { id: user.userId } })
  const link = () =>
    user.call(platformUsers.link, {
      params: { id },
      body: { version, orgId: south.id, roleIds },
    })
  expect(await link()).toMatchObject({ code: codes.forbidden, msg: ownGain })
  expect(await placeOf(user)).toMatchObject({ orgId: north.id })
})
