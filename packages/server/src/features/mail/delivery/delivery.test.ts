import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { mailLog, mailServers, orgWebsite } from '@muster/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type MailTrap, startMailTrap } from '../../../../test/mailTrap.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { mailTo } from '../index.ts'
import { sendDue } from './delivery.worker.ts'
import { notDelivered } from './transport.ts'

let app: TestApp
let admin: TestUser
let trap: MailTrap

beforeAll(async () => {
  app = await startTestApp(undefined, { MUSTER_MAIL_NETWORKS: '127.0.0.0/8' })
  admin = await signedIn(app, { isSuperAdmin: true })
})
afterAll(() => app.close())

beforeEach(async () => {
  trap = await startMailTrap()
  await app.platform.pool.query('delete from mail_log; delete from mail_server')
})
afterEach(() => trap.stop())

const write = (to: string, more: { orgId?: string; code?: string } = {}) =>
  mailTo(
    { db: app.platform.db, platform: app.platform, ring: () => undefined },
    {
      to,
      template: 'LOGIN_CODE',
      language: 'en',
      values: { code: more.code ?? '123456', minutes: 10 },
      orgId: more.orgId ?? null,
    },
  )

const addServer = (name: string, more: object = {}) =>
  admin.get(mailServers.add, {
    body: {
      name,
      host: '127.0.0.1',
      port: trap.port,
      security: 'none',
      senderName: 'Tigris, Bank',
      senderAddress: 'noreply@tigris.example',
      ...more,
    },
  })

const logOf = (id: string) => admin.get(mailLog.detail, { params: { id } })
const due = () => app.platform.pool.query(`update mail_log set next_attempt_at = now()`)

it('keeps a mail readable while there is no server, and sends it when there is one', async () => {
  const id = await write('layla@example.com')
  await sendDue(app.platform)
  expect(await logOf(id)).toMatchObject({ state: 'QUEUED', attempts: 0, isBlotted: false })
  const { text } = await admin.get(mailLog.reveal, { params: { id } })
  expect(text).toContain('123456')
  await addServer('main')
  await sendDue(app.platform)
  expect(trap.mails).toMatchObject([{ from: 'noreply@tigris.example', to: ['layla@example.com'] }])
  expect(await logOf(id)).toMatchObject({ state: 'SENT', serverName: 'main', error: null })
})

it('writes a mail that readers with and without HTML understand', async () => {
  await addServer('main', { replyTo: 'help@tigris.example' })
  await write('layla@example.com')
  await sendDue(app.platform)
  const source = trap.mails[0]?.source ?? ''
  expect(source).toMatch(/^From: "Tigris, Bank" <noreply@tigris\.example>\r?$/m)
  expect(source).toMatch(/^Reply-To: help@tigris\.example\r?$/m)
  expect(source).toMatch(/^Subject: Your sign-in code for Terminal Management System\r?$/m)
  expect(source).toMatch(/^Auto-Submitted: auto-generated\r?$/m)
  expect(source).toContain('Content-Type: text/plain')
  expect(source).toContain('Content-Type: text/html')
})

it('blots a code out of the log once it is sent', async () => {
  await addServer('main')
  const id = await write('layla@example.com', { code: '987654' })
  await sendDue(app.platform)
  expect(trap.mails[0]?.source).toContain('987654')
  const mail = await logOf(id)
  expect(mail.isBlotted).toBe(true)
  expect(mail.html + mail.text).not.toContain('987654')
  expect(await admin.call(mailLog.resend, { params: { id } })).toMatchObject({ code: 102 })
})

it('tries again later when the server is busy, and not when it refuses the address', async () => {
  await addServer('main')
  trap.refuse = { code: 451, text: 'busy' }
  const busy = await write('busy@example.com')
  await sendDue(app.platform)
  const waiting = await logOf(busy)
  expect(waiting).toMatchObject({ state: 'QUEUED', attempts: 1 })
  expect(waiting.error).toContain('busy')
  expect(Date.parse(waiting.nextAttemptAt ?? '')).toBeGreaterThan(Date.now() + 30_000)
  trap.refuse = { code: 550, text: 'nobody here' }
  const wrong = await write('wrong@example.com')
  await sendDue(app.platform)
  expect(await logOf(wrong)).toMatchObject({ state: 'FAILED', attempts: 1 })
  trap.refuse = null
  await due()
  await sendDue(app.platform)
  expect(await logOf(busy)).toMatchObject({ state: 'SENT', attempts: 2, error: null })
  expect(trap.mails).toHaveLength(1)
})

it('says why a server refused a mail, and nothing of what listens at an address', async () => {
  await addServer('main')
  trap.refuse = { code: 451, text: 'busy' }
  const refused = await write('busy@example.com')
  await sendDue(app.platform)
  expect((await logOf(refused)).error).toContain('451 busy')
  // A closed port, one that speaks no SMTP, and an inner address: all told alike.
  const silent = createServer((socket) => void socket.end('SSH-2.0-OpenSSH')).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const places = [{ port: 1 }, { port }, { host: '10.0.0.1' }, { host: 'nowhere.invalid' }]
  const told: (string | null)[] = []
  for (const place of places) {
    await app.platform.pool.query('delete from mail_log; delete from mail_server')
    await addServer('other', place)
    const id = await write('layla@example.com')
    await sendDue(app.platform)
    told.push((await logOf(id)).error)
  }
  silent.close()
  expect(new Set(told)).toEqual(new Set([notDelivered]))
})

it('sends each mail once when several workers send at the same time', async () => {
  await addServer('main')
  for (let n = 0; n < 60; n++) await write(`user${n}@example.com`)
  await Promise.all([1, 2, 3].map(() => sendDue(app.platform)))
  await sendDue(app.platform)
  const receivers = trap.mails.map(({ to }) => to[0])
  expect(receivers).toHaveLength(60)
  expect(new Set(receivers).size).toBe(60)
})

it('keeps to the day’s share of a server', async () => {
  await addServer('main', { dailyLimit: 3 })
  for (let n = 0; n < 5; n++) await write(`user${n}@example.com`)
  await sendDue(app.platform)
  await due()
  await sendDue(app.platform)
  expect(trap.mails).toHaveLength(3)
  expect(await admin.get(mailServers.page, { query: {} })).toMatchObject({
    list: [{ sentToday: 3 }],
  })
  const { list } = await admin.get(mailLog.page, { query: { state: 'QUEUED' } })
  expect(list.map(({ attempts }) => attempts)).toEqual([0, 0])
})

it('asks the server of the nearest organisation', async () => {
  const { platform, rootId } = app
  const bank = await addOrganization(platform, { name: 'Bank', code: 'bank', parentId: rootId })
  const branch = await addOrganization(platform, {
    name: 'Branch',
    code: 'branch',
    parentId: bank.id,
  })
  const { id } = await addServer('all')
  await admin.get(mailServers.setDefault, { params: { id } })
  await addServer('own', { orgId: bank.id, senderAddress: 'bank@tigris.example' })
  await write('one@example.com', { orgId: branch.id })
  await write('two@example.com', { orgId: rootId })
  await sendDue(platform)
  const senders = Object.fromEntries(trap.mails.map(({ to, from }) => [to[0], from]))
  expect(senders).toEqual({
    'one@example.com': 'bank@tigris.example',
    'two@example.com': 'noreply@tigris.example',
  })
})

it('asks the server that the white label of the organisation names, and no other’s', async () => {
  const { platform, rootId } = app
  const place = (code: string, parentId: string) =>
    addOrganization(platform, { name: code, code, parentId })
  const shop = await place('shop', rootId)
  const till = await place('till', shop.id)
  const { id } = await addServer('all')
  await admin.get(mailServers.setDefault, { params: { id } })
  const named = await addServer('named', { senderAddress: 'named@tigris.example' })
  const elsewhere = await addServer('elsewhere', { orgId: (await place('else', rootId)).id })
  const params = { id: shop.id }
  const { id: _, inherited: __, ...website } = await admin.get(orgWebsite.get, { params })
  const save = (mailServerId: string) =>
    admin.call(orgWebsite.save, { params, body: { ...website, mailServerId } })
  expect(await save(elsewhere.id)).toMatchObject({ data: { fields: [{ field: 'mailServerId' }] } })
  expect((await save(named.id)).code).toBe(200)
  const below = await admin.get(orgWebsite.get, { params: { id: till.id } })
  expect(below.inherited).toContainEqual({ field: 'mailServerId', value: 'named', from: 'shop' })
  await write('one@example.com', { orgId: till.id })
  await write('two@example.com', { orgId: rootId })
  await sendDue(platform)
  const senders = Object.fromEntries(trap.mails.map(({ to, from }) => [to[0], from]))
  expect(senders).toEqual({
    'one@example.com': 'named@tigris.example',
    'two@example.com': 'noreply@tigris.example',
  })
})

it('does not send what is too old', async () => {
  const id = await write('late@example.com')
  await app.platform.pool.query(`update mail_log set expires_at = now() - interval '1 second'`)
  await addServer('main')
  await sendDue(app.platform)
  expect(await logOf(id)).toMatchObject({ state: 'FAILED', isBlotted: true })
  expect(trap.mails).toEqual([])
})

it('uses the server of SMTP_URL where the screen names none', async () => {
  const smtpUrl = `smtp://127.0.0.1:${trap.port}?security=none&from=ops@tigris.example`
  await write('layla@example.com')
  await sendDue({ ...app.platform, env: { ...app.platform.env, smtpUrl } })
  expect(trap.mails).toMatchObject([{ from: 'ops@tigris.example' }])
})

describe('the ways to a server', () => {
  it('use TLS from the beginning, or before anything is told, where that is asked for', async () => {
    const tls = await startMailTrap({ secure: true })
    try {
      const answers = [
        await testOf('tls', { port: tls.port, security: 'tls' }),
        await testOf('starttls', { security: 'starttls' }),
      ]
      // Our own certificate is nobody's to trust: both refuse to go on, and neither sends in clear.
      expect(answers.map(({ code }) => code)).toEqual([102, 102])
      expect([...tls.mails, ...trap.mails]).toEqual([])
    } finally {
      await tls.stop()
    }
  })

  it('never fall back to clear text where STARTTLS is asked for and not offered', async () => {
    const plain = await startMailTrap({ hideSTARTTLS: true, disabledCommands: ['STARTTLS'] })
    try {
      expect((await testOf('starttls', { port: plain.port, security: 'starttls' })).code).toBe(102)
      expect(plain.mails).toEqual([])
    } finally {
      await plain.stop()
    }
  })

  it('sign in with the password that was saved', async () => {
    const answer = await testOf('signed', { userName: 'muster', password: 'right' })
    expect(answer.code).toBe(200)
    expect(trap.mails[0]?.user).toBe('muster')
    const wrong = await testOf('wrong', { userName: 'muster', password: 'guess' })
    expect(wrong.msg).toContain('The test mail was not delivered')
  })

  async function testOf(name: string, more: object) {
    const { id } = await addServer(name, more)
    return admin.call(mailServers.test, { params: { id }, body: { to: 'me@example.com' } })
  }
})
