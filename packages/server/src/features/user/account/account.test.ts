import {
  callback,
  codes,
  devices,
  livePath,
  type NewOf,
  roles,
  type ScopeKind,
  session,
  users,
} from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lifecycleSpec } from '../../../../test/lifecycleSpec.ts'
import { callPublic } from '../../../../test/publicCalls.ts'
import { sentMails } from '../../../../test/sentMails.ts'
import {
  addOrganization,
  openSession,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
  type UserWishes,
} from '../../../../test/testApp.ts'

let rootId: string
let roleId: string

/** A role of an organisation with some rights. */
async function addRole(app: TestApp, wishes: UserWishes = {}): Promise<string> {
  const holder = await signedIn(app, wishes)
  const { roleId: made } = await app.platform.db
    .selectFrom('userRole')
    .select('roleId')
    .where('userId', '=', holder.userId)
    .executeTakeFirstOrThrow()
  await app.platform.db
    .updateTable('role')
    .set({ inheritable: true })
    .where('id', '=', made)
    .execute()
  await app.platform.db.deleteFrom('appUser').where('id', '=', holder.userId).execute()
  return made
}

const person = (
  userName: string,
  more: Partial<NewOf<typeof users>> = {},
): NewOf<typeof users> => ({
  userName,
  realName: `Person ${userName}`,
  email: `${userName}@example.org`,
  orgId: rootId,
  roleIds: [roleId],
  ...more,
})

lifecycleSpec(users, {
  prepare: async (app) => {
    rootId = app.rootId
    roleId = await addRole(app)
    // Those who test are no part of what is tested.
    await app.platform.db.updateTable('appUser').set({ realName: 'Tester' }).execute()
  },
  make: (n) => ({ ...person(`person-${n}`), realName: `Person ${n}`, phone: '' }),
  text: 'realName',
  unique: 'userName',
  freed: 'email',
})

const forbidden = { code: codes.forbidden }
const fault = (field: string) => ({ status: 400, data: { fields: [{ field }] } })

describe('accounts', () => {
  let app: TestApp
  let admin: TestUser
  let north: { id: string }
  let city: { id: string }
  let south: { id: string }

  beforeAll(async () => {
    app = await startTestApp()
    rootId = app.rootId
    const add = (code: string, parentId: string) =>
      addOrganization(app.platform, { name: code, code, parentId })
    north = await add('north', rootId)
    city = await add('city', north.id)
    south = await add('south', rootId)
    admin = await signedIn(app, { isSuperAdmin: true, userName: 'boss' })
    roleId = await addRole(app, { permissions: ['DEVICE_LIST'] })
  })
  afterAll(() => app.close())

  it('say whether an invitation can be mailed', async () => {
    expect(await admin.get(users.mailReady, {})).toEqual({ isReady: false })
    const { pool } = app.platform
    await pool.query(`insert into mail_server (name, host, port, security, sender_address)
      values ('soon', '192.0.2.1', 25, 'none', 'muster@example.com')`)
    expect(await admin.get(users.mailReady, {})).toEqual({ isReady: true })
    await pool.query(`update mail_server set status = 0`)
    expect(await admin.get(users.mailReady, {})).toEqual({ isReady: false })
    await pool.query('delete from mail_server')
  })

  const verbs = [
    'LIST',
    'DETAIL',
    'ADD',
    'EDIT',
    'DELETE',
    'STATUS',
    'REVERT',
    'RESET_PWD',
    'RESET_MFA',
  ]
  const managing = [...verbs, 'UNLOCK', 'KICK', 'DATA', 'ORG'].map((verb) => `USER_${verb}`)
  /** An administrator of North who holds what the role gives. */
  const local = (wishes: UserWishes = {}) =>
    signedIn(app, {
      orgId: north.id,
      permissions: [...managing, 'ORGANIZATION_LIST', 'DEVICE_LIST'],
      ...wishes,
    })
  const invite = (userName: string, more: Partial<NewOf<typeof users>> = {}, by = admin) =>
    by.get(users.add, { body: person(userName, more) })
  /** A session of an account, as if he had signed in. */
  const sessionOf = async (userId: string) => {
    await app.platform.db
      .updateTable('appUser')
      .set({ invitedAt: null, mustChangePassword: false })
      .where('id', '=', userId)
      .execute()
    return openSession(app, { userId, name: userId, isUnbound: false })
  }
  const isIn = async (user: TestUser) => (await user.call(session.info, {})).code === codes.success

  it('begin with a mailed link, by which the owner chooses his own password', async () => {
    const made = await invite('layla')
    expect(made).toMatchObject({ state: 'INVITED', roleNames: ['Role'], orgName: 'Platform' })
    const [mail] = await sentMails(app, 'layla@example.org')
    expect(mail?.template).toBe('INVITE')
    const token = mail?.link.split('token=')[1] ?? ''
    const newPassword = 'a word of my own choice'
    const accepted = await callPublic(app, callback.accept, { body: { token, newPassword } })
    expect(accepted.code).toBe(codes.success)
    const after = await admin.get(users.detail, { params: { id: made.id } })
    expect(after.state).toBe('ACTIVE')
  })

  it('are invited again while they wait, and the first link is over', async () => {
    const { id } = await invite('twice')
    expect(await admin.get(users.invite, { body: { ids: [id] } })).toEqual({ count: 1 })
    const [first, second] = await sentMails(app, 'twice@example.org')
    const open = (link = '') =>
      callPublic(app, callback.open, { body: { token: link.split('token=')[1] ?? '' } })
    expect((await open(first?.link)).code).toBe(codes.linkOver)
    expect((await open(second?.link)).data).toEqual({ purpose: 'INVITE', account: 'twice' })
  })

  it('show their state', async () => {
    const past = new Date(Date.now() - 86_400_000).toISOString()
    const { id } = await invite('states')
    const stateAfter = async (values: object) => {
      await app.platform.db.updateTable('appUser').set(values).where('id', '=', id).execute()
      return (await admin.get(users.detail, { params: { id } })).state
    }
    expect(await stateAfter({ invitedAt: null })).toBe('ACTIVE')
    const soon = new Date(Date.now() + 86_400_000).toISOString()
    expect(await stateAfter({ lockedUntil: soon })).toBe('LOCKED')
    expect(await admin.get(users.unlock, { params: { id } })).toEqual({ count: 1 })
    expect(await stateAfter({ validTo: past })).toBe('EXPIRED')
    expect(await stateAfter({ status: 0 })).toBe('DISABLED')
    const { list } = await admin.get(users.page, { query: { state: 'DISABLED' } })
    expect(list.map(({ userName }) => userName)).toContain('states')
  })

  it('are found by organisation, role, factor and long absence', async () => {
    const { id } = await invite('findable', { orgId: city.id })
    const names = async (query: object) =>
      (await admin.get(users.page, { query: { pageSize: 100, ...query } })).list.map(
        (row) => row.id,
      )
    expect(await names({ within: north.id })).toContain(id)
    expect(await names({ within: south.id })).not.toContain(id)
    expect(await names({ roleId })).toContain(id)
    expect(await names({ hasFactor: 'true' })).not.toContain(id)
    expect(await names({ dormantDays: 30 })).not.toContain(id)
    const long = new Date(Date.now() - 40 * 86_400_000).toISOString()
    await app.platform.db
      .updateTable('appUser')
      .set({ lastSignInAt: long })
      .where('id', '=', id)
      .execute()
    expect(await names({ dormantDays: 30 })).toContain(id)
  })

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['disabled', (id) => admin.get(users.setStatus, { params: { id, status: '0' } })],
    ['removed', (id) => admin.get(users.remove, { params: { id } })],
    ['signed out everywhere', (id) => admin.get(users.kick, { params: { id } })],
    ['given another password', (id) => admin.get(users.resetPassword, { params: { id } })],
    [
      'disabled among others',
      (id) => admin.get(users.setStatusMany, { params: { status: '0' }, body: { ids: [id] } }),
    ],
  ])('lose their sessions and streams within a second when %s', async (_, act) => {
    const { id } = await invite(`gone-${Math.random().toString(36).slice(2, 9)}`)
    const user = await sessionOf(id)
    const { ticket } = await user.get(session.ticket, { body: { path: livePath } })
    const socket = await app.http.injectWS(`${livePath}?ticket=${ticket}`)
    const closed = new Promise<number>((done) => socket.on('close', () => done(Date.now())))
    expect(await isIn(user)).toBe(true)
    await act(id)
    const since = Date.now()
    expect(await isIn(user)).toBe(false)
    // The watch's own second is stated where it is; a busy machine may add to it.
    expect((await closed) - since).toBeLessThan(10_000)
  })

  it('get a one-time password that must be changed, and it is told once', async () => {
    const { id } = await invite('forgetful')
    const { password } = await admin.get(users.resetPassword, { params: { id } })
    expect(password).toMatch(/^[a-zA-Z2-9]{16}$/)
    const row = await app.platform.db
      .selectFrom('appUser')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ mustChangePassword: true, invitedAt: null, lockedUntil: null })
    expect(JSON.stringify(row)).not.toContain(password)
    const { rows } = await app.platform.pool.query('select * from action_log')
    expect(JSON.stringify(rows)).not.toContain(password)
  })

  it('lose a second factor only by who may take it', async () => {
    const { id } = await invite('factored')
    await app.platform.db
      .insertInto('secondFactor')
      .values({ userId: id, sealedSecret: Buffer.from('x') })
      .execute()
    expect((await admin.get(users.detail, { params: { id } })).hasFactor).toBe(true)
    const viewer = await signedIn(app, { permissions: ['USER_LIST', 'USER_RESET_PWD'] })
    expect(await viewer.call(users.resetFactor, { params: { id } })).toMatchObject(forbidden)
    expect(await admin.get(users.resetFactor, { params: { id } })).toEqual({ count: 1 })
    expect((await admin.get(users.detail, { params: { id } })).hasFactor).toBe(false)
  })

  it('are given no role that their giver does not hold, nor one of elsewhere', async () => {
    const boss = await local()
    const strong = await addRole(app, { permissions: ['DEVICE_REBOOT'] })
    const wide = await addRole(app, { permissions: ['DEVICE_LIST'], dataScope: 'ALL' })
    for (const one of [strong, wide]) {
      const body = person('climber', { orgId: north.id, roleIds: [one] })
      expect(await boss.call(users.add, { body })).toMatchObject(forbidden)
    }
    const theirs = await addRole(app, { orgId: south.id })
    const elsewhere = person('climber', { orgId: north.id, roleIds: [theirs] })
    expect(await boss.call(users.add, { body: elsewhere })).toMatchObject(fault('roleIds'))
    expect(await admin.call(users.add, { body: elsewhere })).toMatchObject({ code: codes.warning })
    const made = await invite('modest', { orgId: north.id }, boss)
    const body = {
      ...person('modest', { orgId: north.id, roleIds: [roleId, strong] }),
      id: made.id,
    }
    expect(
      await boss.call(users.update, { body: { ...body, version: made.version } }),
    ).toMatchObject(forbidden)
  })

  it('that hold more than an administrator are out of his hands', async () => {
    const boss = await local()
    const strong = await addRole(app, { permissions: ['DEVICE_REBOOT'] })
    const above = await invite('above', { orgId: north.id, roleIds: [roleId, strong] })
    const wider = await invite('wider', { orgId: north.id })
    const all = { kind: 'ALL' as const, organizations: [], vendorIds: [], modelIds: [] }
    const { version } = await admin.get(users.setScope, {
      params: { id: wider.id },
      body: { version: wider.version, scope: all },
    })
    for (const { id } of [above, wider]) {
      const params = { id }
      const body = { ...person('x-taken', { orgId: north.id }), id, version }
      const answers = [
        await boss.call(users.resetPassword, { params }),
        await boss.call(users.resetFactor, { params }),
        await boss.call(users.kick, { params }),
        await boss.call(users.remove, { params }),
        await boss.call(users.setStatus, { params: { id, status: '0' } }),
        await boss.call(users.setScope, { params, body: { version, scope: null } }),
        await boss.call(users.move, { params, body: { orgId: city.id } }),
        await boss.call(users.update, { body }),
        await boss.call(users.invite, { body: { ids: [id] } }),
      ]
      for (const answer of answers) expect(answer).toMatchObject(forbidden)
    }
  })

  it.each<[ScopeKind, boolean]>([
    ['ALL', false],
    ['OWN_ORG_AND_BELOW', true],
    ['SELF', true],
  ])('get the scope %s from the administrator of a subtree: %s', async (kind, may) => {
    const boss = await local()
    const made = await invite(`scoped-${kind.toLowerCase()}`, { orgId: city.id }, boss)
    const scope = { kind, organizations: [], vendorIds: [], modelIds: [] }
    const body = { version: made.version, scope }
    const { code } = await boss.call(users.setScope, { params: { id: made.id }, body })
    expect(code).toBe(may ? codes.success : codes.forbidden)
    const read = await boss.get(users.scope, { params: { id: made.id } })
    expect(read?.kind ?? null).toBe(may ? kind : null)
  })

  it('move with the roles that they may keep there', async () => {
    const boss = await local()
    const made = await invite('mover', { orgId: north.id }, boss)
    const params = { id: made.id }
    expect(await boss.call(users.move, { params, body: { orgId: south.id } })).toMatchObject(
      fault('orgId'),
    )
    await boss.get(users.move, { params, body: { orgId: city.id } })
    expect((await boss.get(users.detail, { params })).orgName).toBe('city')
    const bound = await admin.get(roles.add, {
      body: { code: 'bound', name: 'Bound', type: 'ORGANIZATION', orgId: city.id },
    })
    await admin.get(users.addRoleMany, { body: { ids: [made.id], roleId: bound.id } })
    const out = await admin.call(users.moveMany, { body: { ids: [made.id], orgId: north.id } })
    expect(out).toMatchObject({ code: codes.warning })
    expect(out.msg).toContain('Bound')
  })

  it('are moved or removed by two at once, and end in one place', async () => {
    const omar = await signedIn(app, { isSuperAdmin: true })
    for (let round = 0; round < 4; round++) {
      const { id } = await invite(`raced-${round}`, { orgId: north.id })
      const params = { id }
      const [north2, city2, removed] = await Promise.all([
        admin.call(users.move, { params, body: { orgId: north.id } }),
        omar.call(users.move, { params, body: { orgId: city.id } }),
        admin.call(users.remove, { params }),
      ])
      for (const { code } of [north2, city2]) expect([codes.success, 404]).toContain(code)
      expect(removed.code).toBe(codes.success)
      expect(await admin.call(users.detail, { params })).toMatchObject({ code: 404 })
      await admin.get(users.revert, { params })
      const { orgId } = await admin.get(users.detail, { params })
      expect([north.id, city.id]).toContain(orgId)
    }
  })

  it('lock themselves out by no call', async () => {
    const boss = await local()
    const params = { id: boss.userId }
    const answers = [
      await boss.call(users.remove, { params }),
      await boss.call(users.setStatus, { params: { ...params, status: '0' } }),
      await boss.call(users.resetPassword, { params }),
      await boss.call(users.setStatusMany, {
        params: { status: '0' },
        body: { ids: [boss.userId] },
      }),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ code: codes.warning })
    expect(await isIn(boss)).toBe(true)
  })

  it('see exactly what was granted', async () => {
    const boss = await local()
    const made = await invite('narrow', { orgId: city.id }, boss)
    const user = await sessionOf(made.id)
    expect((await user.get(session.info, {})).btns).toEqual(['DEVICE_LIST'])
    expect((await user.call(devices.page, { query: {} })).code).toBe(codes.success)
    expect(await user.call(users.page, { query: {} })).toMatchObject(forbidden)
  })

  it('never make the server fail', () => {
    expect(app.failures).toEqual([])
  })
})
