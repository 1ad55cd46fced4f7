import { codes, mailServers } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
