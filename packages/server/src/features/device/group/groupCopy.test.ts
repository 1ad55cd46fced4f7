import { codes, type Filter, groups } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { keepMembership } from '../membership/follow.ts'

let app: TestApp
let admin: TestUser
let estate: Estate
let north: string
let south: string
let n = 0

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  const place = (code: string) =>
    addOrganization(app.platform, { name: code, code, parentId: app.rootId })
  north = (await place('north')).id
  south = (await place('south')).id
  admin = await signedIn(app, { isSuperAdmin: true })
})
beforeEach(async () => {
  const { db } = app.platform
  await sql`update device_group set deleted_at = now() where deleted_at is null`.execute(db)
  await sql`delete from device_group`.execute(db)
  await sql`delete from device`.execute(db)
  await settle()
})
afterAll(() => app.close())

const settle = () => keepMembership(app.platform.db, app.platform.live)
const terminals = (prefix: string, count: number) =>
  addDevices(app, estate, { orgId: north, prefix, count })
const add = (more: object = {}) =>
  admin.get(groups.add, {
    body: { name: `Some ${++n}`, orgId: north, type: 'STATIC' as const, ...more },
  })
const dynamic = (filter: Filter, more: object = {}) => add({ type: 'DYNAMIC', filter, ...more })
const named = (value: string): Filter => ({ field: 'name', op: 'is', values: [value] })
const rename = (ids: readonly string[], name: string) =>
  sql`update device set name = ${name} where id = any(${[...ids]}::uuid[])`.execute(app.platform.db)
const detail = (id: string) => admin.get(groups.detail, { params: { id } })
async function members(groupId: string): Promise<string[]> {
  const { list } = await admin.get(groups.members, { query: { groupId, pageSize: 100 } })
  return list.map(({ sn }) => sn)
}

describe('a static copy of a group', () => {
  const copy = (id: string, name = `Copy ${++n}`) => ({ params: { id }, body: { name } })

  it('holds whom a dynamic group holds now, and follows no filter', async () => {
    const ids = await terminals('NORTH', 3)
    await rename(ids.slice(0, 2), 'till')
    const group = await dynamic(named('till'), { maxMembers: 5, description: 'Tills' })
    expect(await admin.call(groups.copy, copy(group.id))).toMatchObject({ code: codes.wrongState })
    await settle()
    const made = await admin.get(groups.copy, copy(group.id))
    expect(made.count).toBe(2)
    await rename(ids, 'desk')
    await settle()
    expect(await members(group.id)).toEqual([])
    expect(await members(made.id)).toEqual(['NORTH00000', 'NORTH00001'])
    expect(await detail(made.id)).toMatchObject({
      type: 'STATIC',
      filter: null,
      state: 'ACTIVE',
      members: 2,
      maxMembers: 5,
      description: 'Tills',
    })
  })

  it('needs a name of its own, and leaves nothing behind without one', async () => {
    const group = await add()
    await terminals('NORTH', 1)
    await admin.get(groups.addMembers, { body: { groupId: group.id, sns: ['NORTH00000'] } })
    const refused = await admin.call(groups.copy, copy(group.id, group.name))
    expect(refused.data).toMatchObject({ fields: [{ field: 'name' }] })
    const { list } = await admin.get(groups.page, { query: {} })
    expect(list.map(({ id }) => id)).toEqual([group.id])
  })

  it('takes nobody whom the caller does not see, nor who has just been moved away', async () => {
    const own = await terminals('OWN', 1)
    await terminals('GONE', 1)
    await terminals('OTHER', 1)
    const group = await add()
    const sns = ['OWN00000', 'GONE00000', 'OTHER00000']
    await admin.get(groups.addMembers, { body: { groupId: group.id, sns } })
    const db = app.platform.db
    await sql`update device set org_id = ${south} where sn = 'GONE00000'`.execute(db)
    const seen = await admin.get(groups.copy, copy(group.id))
    expect(await members(seen.id)).toEqual(['OTHER00000', 'OWN00000'])
    const { modelId } = await addEstate(app, 'Other')
    await sql`update device set model_id = ${modelId} where id = any(${own}::uuid[])`.execute(db)
    const limited = await signedIn(app, {
      permissions: [groups.copy.permission],
      orgId: north,
      dataScope: 'OWN_ORG_AND_BELOW',
      modelIds: [modelId],
    })
    const made = await limited.get(groups.copy, copy(group.id))
    expect(made.count).toBe(1)
    expect(await members(made.id)).toEqual(['OWN00000'])
  })
})

it('is kept while a filter asks for it, whose name only those hear who see it', async () => {
  const asked = await add({ orgId: south })
  const filter: Filter = { field: 'groupId', op: 'in', values: [asked.id] }
  const asking = await admin.get(groups.add, {
    body: { name: 'Asks for it', orgId: app.rootId, type: 'DYNAMIC', filter },
  })
  const southern = await signedIn(app, {
    permissions: [groups.remove.permission],
    orgId: south,
    dataScope: 'OWN_ORG_AND_BELOW',
  })
  const remove = (user: TestUser) => user.call(groups.remove, { params: { id: asked.id } })
  expect((await remove(admin)).msg).toContain('Asks for it')
  expect(await remove(southern)).toMatchObject({
    code: codes.warning,
    msg: 'The record is still in use',
  })
  await admin.get(groups.remove, { params: { id: asking.id } })
  expect(await remove(southern)).toMatchObject({ code: codes.success })
})
