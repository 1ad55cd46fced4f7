import { codes, mailServers, siteSetting, verifyTypes } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MailTrap, startMailTrap } from '../../../../test/mailTrap.ts'
import { lifecycleSpec } from '../../../../test/lifecycleSpec.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'

const make = (n: number) => ({
  name: `Server ${n}`,
  host: 'smtp.example.com',
  port: 587,
  security: 'starttls' as const,
  userName: '',
  password: null,
  senderName: 'Muster',
  senderAddress: 'muster@example.com',
  replyTo: null,
  orgId: null,
  dailyLimit: null,
})

lifecycleSpec(mailServers, { make, text: 'senderName', unique: 'name' })

describe('a mail server', () => {
  let app: TestApp
  let admin: TestUser

  beforeAll(async () => {
    app = await startTestApp()
    admin = await signedIn(app, { isSuperAdmin: true })
  })
  afterAll(() => app.close())

  const add = (n: number, more: object = {}) =>
    admin.get(mailServers.add, { body: { ...make(n), ...more } })

  it('never shows its password, and keeps it while nobody types a new one', async () => {
    const row = await add(1, { userName: 'muster', password: 'sesame' })
    expect(row).toMatchObject({ password: null, hasPassword: true })
    const kept = await admin.get(mailServers.update, {
      body: { ...make(1), userName: 'muster', dailyLimit: 5, id: row.id, version: row.version },
    })
    expect(kept).toMatchObject({ hasPassword: true, dailyLimit: 5 })
    const { rows } = await app.platform.pool.query<{ text: string }>(
      'select to_jsonb(action_log)::text as text from action_log',
    )
    expect(rows.map(({ text }) => text).join()).not.toContain('sesame')
  })

  it('is not pointed elsewhere by who does not know its password', async () => {
    const row = await add(2, { userName: 'muster', password: 'sesame' })
    const edit = {
      ...make(2),
      userName: 'muster',
      host: 'evil.example',
      id: row.id,
      version: row.version,
    }
    expect(await admin.call(mailServers.update, { body: edit })).toMatchObject({
      code: 400,
      data: { fields: [{ field: 'password' }] },
    })
    expect(
      (await admin.call(mailServers.update, { body: { ...edit, password: 'other' } })).code,
    ).toBe(200)
  })

  it('is the default alone, also when two are made so at once', async () => {
    const ids = [(await add(3)).id, (await add(4)).id]
    await Promise.all(ids.map((id) => admin.call(mailServers.setDefault, { params: { id } })))
    const { list } = await admin.get(mailServers.page, { query: {} })
    expect(list.filter(({ isDefault }) => isDefault)).toHaveLength(1)
  })

  it('is the default only while it is enabled, and not any more once it was removed', async () => {
    const { id } = await add(5)
    await admin.get(mailServers.setStatus, { params: { id, status: '0' } })
    expect((await admin.call(mailServers.setDefault, { params: { id } })).code).toBe(102)
    await admin.get(mailServers.setStatus, { params: { id, status: '1' } })
    await admin.get(mailServers.setDefault, { params: { id } })
    await admin.get(mailServers.remove, { params: { id } })
    await admin.get(mailServers.revert, { params: { id } })
    expect(await admin.get(mailServers.detail, { params: { id } })).toMatchObject({
      isDefault: false,
    })
  })

  it('is tried at public addresses only, and what is told is always the same', async () => {
    const trap = await startMailTrap()
    const answers = new Set<string>()
    const hosts = [
      '127.0.0.1',
      '::1',
      'localhost',
      '10.1.2.3',
      '169.254.169.254',
      'nowhere.invalid',
    ]
    for (const [place, host] of hosts.entries()) {
      const { id } = await add(20 + place, { host, port: trap.port, security: 'none' })
      const { code, msg } = await admin.call(mailServers.test, {
        params: { id },
        body: { to: 'me@example.com' },
      })
      const { lastTestError } = await admin.get(mailServers.detail, { params: { id } })
      answers.add(JSON.stringify({ code, msg, lastTestError }))
    }
    const { rows } = await app.platform.pool.query<{ error: string }>(
      'select distinct error from mail_log where error is not null',
    )
    await trap.stop()
    expect(trap.mails).toEqual([])
    expect([...answers]).toHaveLength(1)
    expect(rows).toHaveLength(1)
    expect([...answers][0]).toContain('"code":102')
  })

  it.each([
    { host: 'a b' },
    { host: 'x\r\nRCPT TO:<evil@example.com>' },
    { senderName: 'Muster\r\nBcc: evil@example.com' },
    { senderAddress: 'muster@example.com\nBcc: evil@example.com' },
    { port: 0 },
    { security: 'maybe' },
  ])('is not made with %j', async (more) => {
    const body = { ...make(90), ...more } as ReturnType<typeof make>
    expect((await admin.call(mailServers.add, { body })).code).toBe(codes.badRequest)
  })

  it('of the whole platform is not seen by who has one organisation', async () => {
    const { id } = await add(6)
    const bank = await addOrganization(app.platform, {
      name: 'Bank',
      code: 'bank',
      parentId: app.rootId,
    })
    const permissions = [
      'MAILCONFIG_LIST',
      'MAILCONFIG_DETAIL',
      'MAILCONFIG_ADD',
      'MAILCONFIG_EDIT',
      'MAIL_TEST',
    ]
    const someone = await signedIn(app, { orgId: bank.id, permissions })
    expect((await someone.get(mailServers.page, { query: {} })).total).toBe(0)
    expect((await someone.call(mailServers.detail, { params: { id } })).code).toBe(404)
    expect((await someone.call(mailServers.setDefault, { params: { id } })).code).toBe(404)
    const test = { params: { id }, body: { to: 'me@example.com' } }
    expect((await someone.call(mailServers.test, test)).code).toBe(404)
    const own = { body: { ...make(7), orgId: bank.id } }
    expect((await someone.call(mailServers.add, own)).code).toBe(200)
    expect((await someone.call(mailServers.add, { body: make(8) })).code).toBe(404)
  })
})

describe('signing in by mailed codes', () => {
  let app: TestApp
  let admin: TestUser
  let trap: MailTrap

  beforeAll(async () => {
    trap = await startMailTrap()
    app = await startTestApp({ now: () => new Date() }, { MUSTER_MAIL_NETWORKS: '127.0.0.0/8' })
    admin = await signedIn(app, { isSuperAdmin: true })
  })
  afterAll(async () => {
    await app.close()
    await trap.stop()
  })

  const choose = async (verifyType: number) => {
    const value = await admin.get(siteSetting.get, {})
    return admin.call(siteSetting.save, { body: { ...value, verifyType } })
  }
  const refused = { status: 400, data: { fields: [{ field: 'verifyType' }] } }
  const needed = { code: codes.warning, msg: expect.stringContaining('keep one enabled') }
  const fields = (n: number) => ({
    ...make(n),
    host: '127.0.0.1',
    port: trap.port,
    security: 'none' as const,
  })
  const prove = (id: string) =>
    admin.get(mailServers.test, { params: { id }, body: { to: 'me@example.com' } })

  it('is chosen once a server for everybody has delivered a test, as it is now', async () => {
    expect(await choose(verifyTypes.mail)).toMatchObject(refused)
    expect(await choose(verifyTypes.both)).toMatchObject(refused)
    expect((await choose(verifyTypes.totp)).code).toBe(codes.success)
    const bank = await addOrganization(app.platform, { name: 'B', code: 'b', parentId: app.rootId })
    const ofBank = await admin.get(mailServers.add, { body: { ...fields(1), orgId: bank.id } })
    await prove(ofBank.id)
    expect(await choose(verifyTypes.mail)).toMatchObject(refused)
    const { id, version } = await admin.get(mailServers.add, { body: fields(2) })
    expect(await choose(verifyTypes.mail)).toMatchObject(refused)
    await prove(id)
    const elsewhere = { ...fields(2), id, version, host: '127.0.0.2' }
    await admin.get(mailServers.update, { body: elsewhere })
    expect(await admin.get(mailServers.detail, { params: { id } })).toMatchObject({
      lastTestAt: null,
    })
    expect(await choose(verifyTypes.mail)).toMatchObject(refused)
    const back = { ...fields(2), id, version: version + 1 }
    await admin.get(mailServers.update, { body: back })
    await prove(id)
    expect((await choose(verifyTypes.mail)).code).toBe(codes.success)
  })

  it('keeps the last server that delivers to everybody', async () => {
    const { list } = await admin.get(mailServers.page, { query: { name: 'Server 2' } })
    const [{ id, version, orgId: _ } = { id: '', version: 0, orgId: null }] = list
    const off = { params: { id, status: '0' as const } }
    expect(await admin.call(mailServers.setStatus, off)).toMatchObject(needed)
    expect(await admin.call(mailServers.remove, { params: { id } })).toMatchObject(needed)
    const all = { body: { ids: [id] } }
    expect((await admin.call(mailServers.removeMany, all)).code).not.toBe(codes.success)
    const { id: bankId } = await addOrganization(app.platform, {
      name: 'C',
      code: 'c',
      parentId: app.rootId,
    })
    const given = { body: { ...fields(2), id, version, orgId: bankId } }
    expect(await admin.call(mailServers.update, given)).toMatchObject(needed)
    // One that has shown nothing yet takes the place of none that has.
    const { id: newId } = await admin.get(mailServers.add, { body: fields(3) })
    const untested = { code: codes.warning, msg: expect.stringContaining('test another one') }
    const edited = { ...fields(2), id, version }
    for (const wrong of [{ host: '127.0.0.2' }, { password: 'other' }])
      expect(await admin.call(mailServers.update, { body: { ...edited, ...wrong } })).toMatchObject(
        untested,
      )
    expect(await admin.call(mailServers.setStatus, off)).toMatchObject(untested)
    const asDefault = { params: { id: newId } }
    expect(await admin.call(mailServers.setDefault, asDefault)).toMatchObject(untested)
    await prove(newId)
    expect((await admin.call(mailServers.setDefault, asDefault)).code).toBe(codes.success)
    expect((await admin.call(mailServers.setStatus, off)).code).toBe(codes.success)
    expect((await choose(verifyTypes.totp)).code).toBe(codes.success)
  })
})
