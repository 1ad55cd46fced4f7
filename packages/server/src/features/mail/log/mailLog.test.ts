import { codes, mailLog } from '@muster/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { addPerson, aPassword, signInAs } from '../../../../test/publicCalls.ts'
import { addOrganization, signedIn, startTestApp, type TestApp } from '../../../../test/testApp.ts'
import { addClient } from '../../../../test/testClient.ts'
import { scriptOf, setUser } from '../../../../test/testToken.ts'
import { endExpired, markFailed } from '../delivery/delivery.queries.ts'
import { mailTo } from '../index.ts'

let app: TestApp
const code = '918273'
const reader = { permissions: ['MAIL_LOG_LIST', 'MAIL_LOG_DETAIL'], dataScope: 'ALL' } as const

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.platform.pool.query('delete from mail_log'))

const write = (to = 'layla@example.com') =>
  mailTo(
    { db: app.platform.db, platform: app.platform, ring: () => undefined },
    {
      to,
      template: 'FORGET_PWD',
      language: 'en',
      values: { code, minutes: 10 },
      orgId: app.rootId,
    },
  )

it('shows a code that waits to nobody who only reads the log', async () => {
  const id = await write()
  const admin = await signedIn(app, { isSuperAdmin: true })
  const shown = await admin.get(mailLog.detail, { params: { id } })
  expect(shown).toMatchObject({ isWaiting: true, isBlotted: false })
  expect(JSON.stringify(shown)).not.toContain(code)
})

it('shows it to a person who proves himself for it, and puts that on record', async () => {
  const id = await write()
  const { userName } = await addPerson(app, { isSuperAdmin: true })
  const person = await signInAs(app, { userName, password: aPassword })
  await app.platform.db
    .updateTable('session')
    .set({ provedAt: new Date(Date.now() - 120_000).toISOString() })
    .where('id', '=', person.sessionId)
    .execute()
  const asked = await person.call(mailLog.reveal, { params: { id } })
  expect(asked.code).toBe(codes.proofRequired)
  expect(JSON.stringify(asked)).not.toContain(code)
  const admin = await signedIn(app, { isSuperAdmin: true })
  expect((await admin.get(mailLog.reveal, { params: { id } })).text).toContain(code)
  const { rows } = await app.platform.pool.query<{ line: string }>(
    `select to_jsonb(action_log)::text as line from action_log where path like '%/log/reveal/%' and code = 200`,
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.line).toContain(id)
  expect(rows[0]?.line).not.toContain(code)
})

it('shows it to no token, whatever it reaches, and to no API client', async () => {
  const id = await write()
  const owner = await signedIn(app, { isSuperAdmin: true })
  const all = await scriptOf(owner)
  const reading = await scriptOf(owner, { reach: 'READ' })
  const chosen = await scriptOf(owner, { reach: 'CHOSEN', codes: ['MAIL_LOG_DETAIL'] })
  const client = await addClient(app, { orgId: app.rootId, ...reader })
  for (const caller of [all.script, reading.script, chosen.script, client]) {
    const answers = [
      await caller.call(mailLog.page, { query: {} }),
      await caller.call(mailLog.detail, { params: { id } }),
      await caller.call(mailLog.reveal, { params: { id } }),
    ]
    expect(answers.at(-1)?.code).toBe(codes.forbidden)
    expect(JSON.stringify(answers)).not.toContain(code)
  }
})

it('shows it to nobody of one organisation, and not where the receiver holds more', async () => {
  const bank = await addOrganization(app.platform, {
    name: 'Bank',
    code: 'bank',
    parentId: app.rootId,
  })
  const local = await signedIn(app, { orgId: bank.id, permissions: reader.permissions })
  const boss = await signedIn(app, { isSuperAdmin: true, userName: 'boss' })
  await setUser(boss, { email: 'Boss@example.com' })
  const id = await write('boss@example.com')
  await app.platform.db.updateTable('mailLog').set({ orgId: bank.id }).execute()
  const everywhere = await signedIn(app, reader)
  for (const caller of [local, everywhere]) {
    const answer = await caller.call(mailLog.reveal, { params: { id } })
    expect(answer.code).toBe(codes.forbidden)
    expect(JSON.stringify(answer)).not.toContain(code)
  }
  await app.platform.db.deleteFrom('mailLog').execute()
  const common = { params: { id: await write('somebody@example.com') } }
  expect((await everywhere.call(mailLog.reveal, common)).code).toBe(codes.success)
})

it('keeps it for no repetition: once it is gone from the log, the same key shows nothing', async () => {
  const id = await write()
  const admin = await signedIn(app, { isSuperAdmin: true })
  const raw = {
    method: 'POST',
    url: `/admin/system/v1/mail/log/reveal/${id}`,
    headers: { 'idempotency-key': 'the-same' },
  }
  expect(JSON.stringify(await admin.send(raw))).toContain(code)
  await app.platform.pool.query(`update mail_log set expires_at = now() - interval '1 second'`)
  await endExpired(app.platform)
  const again = await admin.send(raw)
  expect(again.code).toBe(codes.warning)
  expect(JSON.stringify(again)).not.toContain(code)
})

it('forgets the code of a mail that no server took, too', async () => {
  const id = await write()
  await markFailed(app.platform, id, { error: 'refused', minutes: null, serverId: null })
  await app.platform.pool.query(`update mail_log set expires_at = now() - interval '1 second'`)
  await endExpired(app.platform)
  const { rows } = await app.platform.pool.query('select * from mail_log')
  expect(rows).toMatchObject([{ state: 'FAILED', is_blotted: true }])
  expect(JSON.stringify(rows)).not.toContain(code)
})
