import {
  areas,
  clients,
  codes,
  customizes,
  menus,
  organizations,
  orgPolicy,
  passwordPolicy,
  policyPresets,
  users,
} from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
  type UserWishes,
} from '../../../../test/testApp.ts'
import { addClient } from '../../../../test/testClient.ts'
import { addEstate } from '../../../../test/testEstate.ts'
import { setUser } from '../../../../test/testToken.ts'
import { seed } from '../../seed.ts'

let app: TestApp
let north: { id: string }
let vendorId: string

beforeAll(async () => {
  app = await startTestApp()
  await seed(app.platform.db, 'a password of my own')
  vendorId = (await addEstate(app)).vendorId
  north = await addOrganization(app.platform, { name: 'N', code: 'n', parentId: app.rootId })
})
afterAll(() => app.close())

const managing = ['LIST', 'DETAIL', 'EDIT', 'DATA', 'ORG', 'ADD_ROLE'].map((verb) => `USER_${verb}`)
const tomorrow = new Date(Date.now() + 86_400_000).toISOString()

/** Somebody who manages accounts, his own among them, within limits that others set. */
async function manager(wishes: UserWishes = {}, limits: object = {}): Promise<TestUser> {
  const user = await signedIn(app, { orgId: north.id, permissions: managing, ...wishes })
  await setUser(user, { email: `${user.name}@example.org`, ...limits })
  return user
}

const recordOf = (user: TestUser) => user.get(users.detail, { params: { id: user.userId } })

/** The form of his own account with some fields changed. */
async function edit(user: TestUser, changes: object) {
  const { id, version, userName, realName, email, orgId, roleIds } = await recordOf(user)
  if (email === null) throw new Error('he has an address')
  const { vendorId: maker, validFrom, validTo } = await recordOf(user)
  const times = { vendorId: maker, validFrom, validTo }
  const body = { id, version, userName, realName, email, orgId, roleIds, ...times }
  return user.call(users.update, { body: { ...body, ...changes } })
}

const refused = { status: 403, msg: expect.stringMatching(/^Nobody lifts his own limits/) }

it.each<[string, object, object]>([
  ['the end of his time', { validTo: tomorrow }, { validTo: null }],
  ['the start of his time', { validFrom: '2020-01-02T00:00:00Z' }, { validFrom: null }],
])('nobody lifts %s from himself', async (_, limits, change) => {
  for (const wishes of [{}, { isSuperAdmin: true }]) {
    const user = await manager(wishes, limits)
    expect(await edit(user, change)).toMatchObject(refused)
    expect((await edit(user, { realName: 'Another Name' })).code).toBe(codes.success)
  }
})

it('nobody lifts the vendor that his sight is cut to', async () => {
  for (const wishes of [{ dataScope: 'ALL' }, { isSuperAdmin: true }] as const) {
    const user = await manager(wishes, { vendorId })
    expect(await edit(user, { vendorId: null })).toMatchObject(refused)
    expect((await recordOf(user)).vendorId).toBe(vendorId)
  }
})

it('nobody drops a scope that was given to him in place of his roles', async () => {
  const user = await manager({ dataScope: 'ALL' })
  await app.platform.db
    .insertInto('dataScope')
    .values({ userId: user.userId, kind: 'OWN_ORG' })
    .execute()
  const drop = async () => {
    const { id, version } = await recordOf(user)
    return user.call(users.setScope, { params: { id }, body: { version, scope: null } })
  }
  expect(await drop()).toMatchObject(refused)
})

it('nobody switches on a menu item that gives him a right', async () => {
  const { setStatus } = menus
  const user = await manager({ permissions: [setStatus.permission, areas.add.permission] })
  const { id } = await app.platform.db
    .updateTable('menu')
    .set({ status: 0 })
    .where('buttonCode', '=', areas.add.permission)
    .returning('id')
    .executeTakeFirstOrThrow()
  const on = { params: { id, status: '1' as const } }
  expect(await user.call(setStatus, on)).toMatchObject(refused)
  const other = await signedIn(app, { permissions: [setStatus.permission] })
  expect((await other.call(setStatus, on)).code).toBe(codes.success)
})

it('his address and the name he signs in with are not changed as if he were another', async () => {
  const user = await manager()
  const fault = (field: string) => ({ status: 400, data: { fields: [{ field }] } })
  expect(await edit(user, { email: 'other@example.org' })).toMatchObject(fault('email'))
  expect(await edit(user, { userName: 'other-name' })).toMatchObject(fault('userName'))
  const boss = await manager({ isSuperAdmin: true, orgId: app.rootId })
  const { id, version, realName, orgId, roleIds } = await recordOf(user)
  const body = {
    id,
    version,
    realName,
    orgId,
    roleIds,
    userName: user.name,
    email: 'b@example.org',
  }
  expect((await boss.call(users.update, { body })).code).toBe(codes.success)
})

it('nobody widens the networks that he himself must come from', async () => {
  const permissions = [...managing, 'ORGANIZATION_LIST', 'CUSTOMIZE_EDIT']
  const user = await manager({
    permissions: [...permissions, orgPolicy.save.permission, orgPolicy.get.permission],
  })
  const params = { id: north.id }
  const save = async (ipAllowList: string[], by: TestUser) => {
    const {
      isOwn: _,
      above: __,
      from: ___,
      id: ____,
      ...policy
    } = await by.get(orgPolicy.get, { params })
    return by.call(orgPolicy.save, { params, body: { ...policy, ipAllowList } })
  }
  expect((await save(['127.0.0.0/8'], user)).code).toBe(codes.success)
  expect((await save(['127.0.0.0/16'], user)).code).toBe(codes.success)
  expect(await save(['127.0.0.0/16', '10.0.0.0/8'], user)).toMatchObject(refused)
  expect(await save([], user)).toMatchObject(refused)
  const boss = await signedIn(app, { isSuperAdmin: true })
  expect((await save([], boss)).code).toBe(codes.success)
})

it('nobody shuts himself out by networks that he does not come from', async () => {
  const shutOut = {
    status: 400,
    msg: 'You would shut yourself out: your own address 127.0.0.1 would not be let in any more',
    data: { fields: [{ field: 'ipAllowList' }] },
  }
  const boss = await signedIn(app, { isSuperAdmin: true })
  const everywhere = await boss.get(passwordPolicy.get, {})
  const platform = (ipAllowList: string[]) =>
    boss.call(passwordPolicy.save, { body: { ...everywhere, ipAllowList } })
  expect(await platform(['192.0.2.0/24', '2001:db8::/32'])).toMatchObject(shutOut)
  const south = await addOrganization(app.platform, { name: 'S', code: 's', parentId: app.rootId })
  const permissions = [orgPolicy.save.permission, customizes.setStatus.permission, 'CUSTOMIZE_LIST']
  const user = await signedIn(app, { orgId: south.id, permissions })
  const body = { ...policyPresets.default, version: 0, ipAllowList: ['192.0.2.0/24'] }
  const own = { params: { id: south.id }, body }
  expect(await user.call(orgPolicy.save, own)).toMatchObject(shutOut)
  // Who is not of that organisation is let in as before; nobody of it enables what shuts him out.
  expect((await boss.call(orgPolicy.save, own)).code).toBe(codes.success)
  const { list } = await boss.get(customizes.page, { query: { orgId: south.id } })
  const params = { id: list[0]?.id ?? '' }
  await boss.get(customizes.setStatus, { params: { ...params, status: '0' } })
  const enable = { params: { ...params, status: '1' as const } }
  expect(await user.call(customizes.setStatus, enable)).toMatchObject({ msg: shutOut.msg })
})

it('no API client shuts itself out', async () => {
  const permissions = ['CLIENT_LIST', 'CLIENT_DETAIL', 'CLIENT_EDIT']
  const client = await addClient(app, { orgId: app.rootId, permissions })
  const params = { id: client.userId }
  const { name, kind, orgId, version } = await client.get(clients.detail, { params })
  const body = { ...params, version, name, kind, orgId, ipAllow: ['192.0.2.7'] }
  expect(await client.call(clients.update, { body })).toMatchObject({
    status: 400,
    data: { fields: [{ field: 'ipAllow' }] },
  })
  const kept = { body: { ...body, ipAllow: ['192.0.2.7', '127.0.0.1'] } }
  expect((await client.call(clients.update, kept)).code).toBe(codes.success)
})

it('no API client lifts its own limits', async () => {
  const permissions = ['CLIENT_LIST', 'CLIENT_DETAIL', 'CLIENT_EDIT']
  const client = await addClient(app, { orgId: app.rootId, permissions })
  const params = { id: client.userId }
  const { db } = app.platform
  const limits = { validTo: tomorrow, ipAllow: ['127.0.0.0/8'], rateLimit: 50 }
  await db.updateTable('apiClient').set(limits).where('id', '=', params.id).execute()
  for (const change of [{ validTo: null }, { ipAllow: [] }, { rateLimit: 5000 }]) {
    const { name, kind, orgId, version, ...row } = await client.get(clients.detail, { params })
    const { validTo, ipAllow, rateLimit } = row
    const body = {
      id: params.id,
      version,
      name,
      kind,
      orgId,
      validTo,
      ipAllow,
      rateLimit,
      ...change,
    }
    expect(await client.call(clients.update, { body })).toMatchObject(refused)
  }
})

it('nobody moves an organisation to where he sees more of it', async () => {
  const add = (code: string, parentId: string) =>
    addOrganization(app.platform, { name: code, code, parentId })
  const one = await add('one', app.rootId)
  const two = await add('two', app.rootId)
  const inner = await add('inner', one.id)
  const user = await signedIn(app, {
    permissions: [organizations.move.permission, organizations.update.permission],
    dataScope: 'CUSTOM',
    places: [{ orgId: one.id, withBelow: true }],
    vendorIds: [vendorId],
  })
  const { roleId } = await app.platform.db
    .insertInto('role')
    .values({ code: 'second', name: 'Second', orgId: app.rootId })
    .returning('id as roleId')
    .executeTakeFirstOrThrow()
  await app.platform.db.insertInto('userRole').values({ userId: user.userId, roleId }).execute()
  const { id: scopeId } = await app.platform.db
    .insertInto('dataScope')
    .values({ roleId, kind: 'CUSTOM' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const place = { scopeId, orgId: two.id, withBelow: true }
  await app.platform.db.insertInto('dataScopeOrganization').values(place).execute()
  const move = () => user.call(organizations.move, { params: { id: inner.id, parentId: two.id } })
  expect(await move()).toMatchObject(refused)
  await app.platform.db
    .updateTable('dataScope')
    .set({ vendorIds: [vendorId] })
    .where('id', '=', scopeId)
    .execute()
  expect((await move()).code).toBe(codes.success)
})
