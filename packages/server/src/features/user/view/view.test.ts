import { codes, type ListViewState, listViews, viewSharing } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'

let app: TestApp
let layla: TestUser
let omar: TestUser
let elsewhere: TestUser
const list = '/admin/vendor/v1/vendor/page'
const look = {
  order: ['code', 'name'],
  hidden: ['contact'],
  widths: { name: 240 },
  density: 'compact' as const,
}
const state: ListViewState = {
  filter: { status: '1' },
  keyword: 'pay',
  sort: { field: 'name', order: 'desc' },
  pageSize: 50,
  look,
}

beforeAll(async () => {
  app = await startTestApp()
  const { id: orgId } = await addOrganization(app.platform, {
    name: 'Beside',
    code: 'beside',
    parentId: app.rootId,
  })
  const permissions = ['VIEW_SHARE']
  layla = await signedIn(app, { permissions, userName: 'layla' })
  omar = await signedIn(app, { userName: 'omar' })
  elsewhere = await signedIn(app, { permissions, orgId, userName: 'elsewhere' })
})
beforeEach(() => sql`delete from list_view`.execute(app.platform.db))
afterAll(() => app.close())

const roleOf = async ({ userId }: TestUser) => {
  const { rows } = await sql<{ roleId: string }>`select role_id from user_role
    where user_id = ${userId}`.execute(app.platform.db)
  return rows[0]?.roleId ?? ''
}

const add = (user: TestUser, name: string, roleIds: string[] = []) =>
  user.get(listViews.add, { body: { list, name, state, roleIds } })

const seenBy = async (user: TestUser, of = list) => {
  const { views } = await user.get(listViews.list, { query: { list: of } })
  return views.map(({ name }) => name)
}

it('keeps a whole tree of conditions', async () => {
  const one = { field: 'name', op: 'is', values: ['x'.repeat(60)] }
  const tree = JSON.stringify({ all: Array.from({ length: 30 }, () => one) })
  const body = { list, name: 'Tree', state: { ...state, filter: { tree } }, roleIds: [] }
  expect(await layla.get(listViews.add, { body })).toMatchObject({ state: { filter: { tree } } })
})

it('keeps what a list shows for its user, and for that list only', async () => {
  const made = await add(layla, 'Payment vendors')
  expect(made).toMatchObject({ name: 'Payment vendors', state, isOwn: true, owner: 'layla' })
  expect(await seenBy(layla)).toEqual(['Payment vendors'])
  expect(await seenBy(layla, '/admin/timezone/v1/area/page')).toEqual([])
  expect(await seenBy(omar)).toEqual([])
})

it('shows a shared view to the holders of its role, who copy but do not change it', async () => {
  const shared = await add(layla, 'For all', [await roleOf(omar)])
  const { views } = await omar.get(listViews.list, { query: { list } })
  expect(views).toMatchObject([{ name: 'For all', isOwn: false, owner: 'layla', roles: [], state }])
  expect(await seenBy(elsewhere)).toEqual([])
  const { id, version } = shared
  const body = { id, version, name: 'Mine now', state, roleIds: [] }
  expect((await omar.call(listViews.update, { body })).code).toBe(404)
  expect((await omar.call(listViews.remove, { params: { id } })).code).toBe(404)
  await add(omar, 'For all')
  expect(await seenBy(omar)).toEqual(['For all', 'For all'])
  await layla.get(listViews.update, { body: { ...body, name: 'For me' } })
  expect(await seenBy(omar)).toEqual(['For all'])
})

it('shares with roles that its user sees, and only by VIEW_SHARE', async () => {
  const roleIds = [await roleOf(omar)]
  const body = { list, name: 'Shared', state, roleIds }
  expect(await omar.call(listViews.add, { body })).toMatchObject({
    code: 403,
    data: { permission: 'VIEW_SHARE' },
  })
  expect(await elsewhere.call(listViews.add, { body })).toMatchObject({
    code: 400,
    data: { fields: [{ field: 'roleIds' }] },
  })
  const offered = await elsewhere.get(viewSharing.roles, {})
  expect(offered.map(({ id }) => id)).toContain(await roleOf(elsewhere))
  expect(offered.map(({ id }) => id)).not.toContain(roleIds[0])
})

it('lets a user without VIEW_SHARE go on editing what was shared earlier', async () => {
  const view = await add(omar, 'Kept')
  const roleId = await roleOf(layla)
  await sql`insert into list_view_role (view_id, role_id) values (${view.id}, ${roleId})`.execute(
    app.platform.db,
  )
  const body = { id: view.id, version: 1, name: 'Renamed', state, roleIds: [roleId] }
  expect(await omar.get(listViews.update, { body })).toMatchObject({ name: 'Renamed', version: 2 })
  expect(await seenBy(layla)).toEqual(['Renamed'])
  const more = { ...body, version: 2, roleIds: [roleId, await roleOf(omar)] }
  expect((await omar.call(listViews.update, { body: more })).code).toBe(403)
})

it('refuses a name twice, whatever its case, and an older version', async () => {
  const view = await add(omar, 'Once')
  const body = { list, name: 'ONCE', state }
  expect(await omar.call(listViews.add, { body })).toMatchObject({
    code: codes.duplicate,
    data: { fields: [{ field: 'name' }] },
  })
  const edit = { id: view.id, version: 1, name: 'Two', state }
  await omar.get(listViews.update, { body: edit })
  expect(await omar.call(listViews.update, { body: edit })).toMatchObject({
    code: codes.versionConflict,
    data: { version: 2 },
  })
})

it('opens a list with a chosen view until it is gone or out of sight', async () => {
  const view = await add(layla, 'Default', [await roleOf(omar)])
  const opened = async () => (await omar.get(listViews.list, { query: { list } })).defaultId
  await omar.get(listViews.setDefault, { body: { list, id: view.id } })
  expect(await opened()).toBe(view.id)
  await sql`delete from list_view_role`.execute(app.platform.db)
  expect(await opened()).toBeNull()
  const hidden = { list, id: view.id }
  expect((await omar.call(listViews.setDefault, { body: hidden })).code).toBe(404)
  const own = await add(omar, 'Own')
  await omar.get(listViews.setDefault, { body: { list, id: own.id } })
  expect(await opened()).toBe(own.id)
  await omar.get(listViews.setDefault, { body: { list, id: null } })
  expect(await opened()).toBeNull()
})

it("keeps each user's columns by list", async () => {
  await omar.get(listViews.setLook, { body: { list, look } })
  const lookOf = async (user: TestUser) =>
    (await user.get(listViews.list, { query: { list } })).look
  expect(await lookOf(omar)).toEqual(look)
  expect(await lookOf(layla)).toBeNull()
  await omar.get(listViews.setLook, { body: { list, look: null } })
  expect(await lookOf(omar)).toBeNull()
})

it('keeps at most 50 views of one list', async () => {
  await sql`insert into list_view (user_id, list, name, state)
    select ${omar.userId}, ${list}, 'view ' || number, '{}' from generate_series(1, 50) as number`.execute(
    app.platform.db,
  )
  const body = { list, name: 'One more', state }
  expect((await omar.call(listViews.add, { body })).code).toBe(102)
})

it('refuses widths, lists and names that make no sense', async () => {
  const body = { list, name: 'Good', state }
  for (const odd of [
    { ...body, list: 'javascript:alert(1)' },
    { ...body, name: '<b>' },
    { ...body, state: { ...state, pageSize: 101 } },
    { ...body, state: { ...state, look: { ...look, widths: { name: 99_999 } } } },
  ])
    expect((await omar.call(listViews.add, { body: odd })).code).toBe(400)
})
