import { classifications, codes, type Filter, groups } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { lookupIn } from '../filter/lookup.ts'
import { keepMembership } from '../membership/follow.ts'
import { followGroups } from '../membership/groups.queries.ts'

let app: TestApp
let admin: TestUser
let ids: string[] = []
let n = 0

beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, { isSuperAdmin: true })
  const estate = await addEstate(app)
  ids = await addDevices(app, estate, { orgId: app.rootId, prefix: 'FAILS', count: 3 })
})
afterAll(() => app.close())

const named = (name: string): Filter => ({ field: 'name', op: 'contains', values: [name] })
const body = (more: object = {}) => ({
  name: `Some ${++n}`,
  orgId: app.rootId,
  type: 'DYNAMIC' as const,
  filter: named('till'),
  ...more,
})
const add = (more: object = {}) => admin.get(groups.add, { body: body(more) })
const detail = (id: string) => admin.get(groups.detail, { params: { id } })
const settle = () =>
  keepMembership(app.platform.db, app.platform.live).catch((error: unknown) => error)
const rename = (some: readonly string[], name: string) =>
  sql`update device set name = ${name} where id = any(${[...some]}::uuid[])`.execute(
    app.platform.db,
  )
/** As an earlier version kept it, which knew a fact that there is no more. */
const spoil = (id: string, more = sql``) =>
  sql`update device_group set filter = '{"field": "shoeSize", "op": "is", "values": ["44"]}' ${more}
    where id = ${id}`.execute(app.platform.db)
const listed = async (state: 'FAILED' | 'PENDING' | 'ACTIVE') =>
  (await admin.get(groups.page, { query: { state } })).list.map(({ id }) => id)

it('a group whose filter cannot be judged says so, keeps its members and holds up no other', async () => {
  await rename(ids.slice(0, 1), 'till')
  const [bad, good] = [await add(), await add()]
  await settle()
  await spoil(bad.id)
  await rename(ids.slice(0, 2), 'till')
  await settle()
  expect(await settle()).toBeInstanceOf(AggregateError)
  await settle()
  expect(await detail(good.id)).toMatchObject({ state: 'ACTIVE', failure: null, members: 2 })
  const failed = { state: 'PENDING', failure: 'FILTER', members: 1 }
  expect(await detail(bad.id)).toMatchObject({ ...failed, failedAt: expect.any(String) })
  expect(await listed('FAILED')).toEqual([bad.id])
  expect(await listed('PENDING')).not.toContain(bad.id)
  const { version, name } = await detail(bad.id)
  const cured = { ...body({ filter: named('till') }), id: bad.id, version, name }
  expect(await admin.get(groups.update, { body: cured })).toMatchObject({ state: 'PENDING' })
  expect(await detail(bad.id)).toMatchObject({ failure: null })
  await settle()
  expect(await detail(bad.id)).toMatchObject({ state: 'ACTIVE', failure: null, members: 2 })
})

it('a group that takes too long is found once, and the others beside it shortly', async () => {
  await rename(ids, 'quick')
  const [slow, ...quick] = [await add(), await add(), await add()].map(({ id }) => id)
  const { db } = app.platform
  const judged = await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = '3s'`.execute(trx)
    const lookup = {
      ...lookupIn(trx),
      organizationsBelow: ([id]: readonly string[]) =>
        Promise.resolve(sql<SqlBool>`${sql.raw(id === slow ? 'pg_sleep(9) is not null' : 'true')}`),
    }
    const common = { includeSubOrgs: true, modelIds: [], filter: named('quick') }
    const groups = [slow, ...quick].map((id = '') => ({ ...common, id, orgId: id }))
    const begin = performance.now()
    const changed = await followGroups(trx, { ids, groups, lookup })
    const seconds = (performance.now() - begin) / 1000
    const { rows } = await sql`show statement_timeout`.execute(trx)
    return { changed, seconds, rows }
  })
  expect(judged).toMatchObject({ changed: [slow, ...quick], rows: [{ statementTimeout: '3s' }] })
  // Halves would have taken three seconds each.
  expect(judged.seconds).toBeLessThan(8)
})

it('a label whose rule cannot be judged holds up neither groups nor other labels', async () => {
  await rename(ids, 'shelf')
  const label = (code: string) =>
    admin.get(classifications.add, {
      body: { name: code, code, dimension: 'USE', colour: '#00AA00', rule: named('pos') },
    })
  const [bad, good] = [await label('BAD'), await label('GOOD')]
  const group = await add({ filter: named('pos') })
  await settle()
  await settle()
  await sql`update classification set rule = '{"field": "shoeSize", "op": "is", "values": ["44"]}'
    where id = ${bad.id}`.execute(app.platform.db)
  await rename(ids.slice(0, 2), 'pos')
  await settle()
  expect(await detail(group.id)).toMatchObject({ members: 2 })
  const given = await sql<{ id: string }>`select distinct classification_id as id
    from device_classification`.execute(app.platform.db)
  expect(given.rows).toEqual([{ id: good.id }])
  expect(await settle()).toBeInstanceOf(AggregateError)
})

it('a group that failed can be made static with those it has', async () => {
  await rename(ids, 'desk')
  const { id } = await add({ filter: named('desk') })
  await settle()
  await spoil(id, sql`, state = 'PENDING', filter_rev = filter_rev + 1`)
  await settle()
  expect(await detail(id)).toMatchObject({ failure: 'FILTER' })
  await admin.get(groups.freeze, { params: { id } })
  expect(await detail(id)).toMatchObject({
    type: 'STATIC',
    state: 'ACTIVE',
    failure: null,
    members: 3,
  })
})

it('an organisation has so many dynamic groups and no more, whichever way they come', async () => {
  const { id: orgId } = await addOrganization(app.platform, {
    name: 'Small',
    code: 'SMALL',
    parentId: app.rootId,
  })
  const moved = await add()
  await sql`insert into parameter (key, group_code, value_type, value)
    values ('group.dynamic.organization', 'device', 'int', '2')`.execute(app.platform.db)
  const first = await add({ orgId })
  const both = await Promise.all(
    [1, 2].map(() => admin.call(groups.add, { body: body({ orgId }) })),
  )
  expect(both.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([
    codes.warning,
    codes.success,
  ])
  expect(both.find(({ code }) => code === codes.warning)?.msg).toContain('Small')
  // Static ones are named, not found: they cost nobody anything.
  await add({ orgId, type: 'STATIC', filter: null })
  await admin.get(groups.remove, { params: { id: first.id } })
  await add({ orgId })
  const back = { params: { id: first.id } }
  expect(await admin.call(groups.revert, back)).toMatchObject({ code: codes.warning })
  const elsewhere = { ...body({ orgId }), id: moved.id, version: moved.version, name: moved.name }
  expect(await admin.call(groups.update, { body: elsewhere })).toMatchObject({
    code: codes.warning,
  })
})
