import { createHash } from 'node:crypto'
import { areas, clients, codes, fillPath, mailLog, mailServers } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../test/testApp.ts'

let app: TestApp
let user: TestUser

beforeAll(async () => {
  app = await startTestApp()
  user = await signedIn(app, { isSuperAdmin: true })
})
afterAll(() => app.close())

/** Nobody listens there. */
const silentServer = {
  name: 'Silent',
  host: '127.0.0.1',
  port: 9,
  security: 'none' as const,
  senderName: 'Muster',
  senderAddress: 'muster@example.com',
}

/** Adds an area under an idempotency key. */
const add = (key: string, code: string) =>
  user.send({
    method: 'POST',
    url: areas.add.path,
    body: JSON.stringify({ name: 'Area', code, type: 'zone' }),
    headers: { 'idempotency-key': key },
  })

const withCode = async (code: string) => {
  const { total } = await user.get(areas.page, { query: { code } })
  return total
}

it('has one effect and one answer however often the same request comes', async () => {
  const first = await add('key-1', 'ONCE')
  expect(await add('key-1', 'ONCE')).toEqual(first)
  expect(first.code).toBe(codes.success)
  expect(await withCode('ONCE')).toBe(1)
})

it('lets a twin that comes at the same time wait for the first', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => add('key-2', 'TWIN')))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(await withCode('TWIN')).toBe(1)
})

it('refuses the key for another request', async () => {
  await add('key-3', 'FIRST')
  expect(await add('key-3', 'SECOND')).toMatchObject({
    status: 409,
    code: codes.idempotencyConflict,
  })
})

it('answers a refusal again, whatever has changed since, and lets a better request take the key', async () => {
  const { id } = await user.get(areas.add, { body: { name: 'Taken', code: 'TAKEN', type: 'zone' } })
  const refused = await add('key-6', 'TAKEN')
  expect(refused).toMatchObject({ status: 409, code: codes.duplicate })
  await user.get(areas.remove, { params: { id } })
  expect(await add('key-6', 'TAKEN')).toEqual(refused)
  expect(await withCode('TAKEN')).toBe(0)
  expect((await add('key-6', 'FREE')).code).toBe(codes.success)
})

it('answers a refusal again that kept what it wrote', async () => {
  const { id } = await user.get(mailServers.add, { body: silentServer })
  const test = () =>
    user.send({
      method: 'POST',
      url: fillPath(mailServers.test.path, { id }),
      body: JSON.stringify({ to: 'me@example.com' }),
      headers: { 'idempotency-key': 'key-7' },
    })
  const refused = await test()
  expect(refused).toMatchObject({ status: 409, code: codes.warning })
  expect(refused.msg).toContain('was not delivered')
  expect(await test()).toEqual(refused)
  const { total } = await user.get(mailLog.page, { query: { to: 'me@example.com' } })
  expect(total).toBe(1)
})

it('lets a refused request be tried again under its key', async () => {
  expect((await add('key-4', '!')).code).toBe(codes.badRequest)
  expect((await add('key-4', 'AGAIN')).code).toBe(codes.success)
})

it('keeps no secret that an answer tells, and tells it again to who asks again', async () => {
  const raw = {
    method: 'POST',
    url: clients.add.path,
    body: JSON.stringify({ name: 'Client', kind: 'OPEN_API', orgId: app.rootId }),
    headers: { 'idempotency-key': 'key-5' },
  }
  const first = await user.send(raw)
  const { secret } = first.data as { secret: string }
  expect(await user.send(raw)).toEqual(first)
  const { rows } = await app.platform.pool.query<{ kept: string }>(
    `select answer::text as kept from idempotency where key = 'key-5'`,
  )
  expect(rows[0]?.kept).not.toContain(secret)
  expect(rows[0]?.kept).not.toContain(Buffer.from(secret).toString('base64').slice(2, 40))
})

it('keeps nothing of a request that its body could be guessed by', async () => {
  const body = JSON.stringify({ name: 'Area', code: 'GUESS', type: 'zone' })
  await add('key-guess', 'GUESS')
  const { rows } = await app.platform.pool.query<{ hash: string }>(
    `select encode(request_hash, 'hex') as hash from idempotency where key = 'key-guess'`,
  )
  const tried = [body, `POST ${areas.add.path}\n${body}`].map((text) =>
    createHash('sha256').update(text).digest('hex'),
  )
  expect(rows).toHaveLength(1)
  expect(tried).not.toContain(rows[0]?.hash)
})

it('takes keys of up to 128 characters whole, and refuses longer ones', async () => {
  const [longest, longer] = ['k'.repeat(128), 'k'.repeat(129)]
  const first = await add(longest, 'LONGEST')
  expect(await add(longest, 'LONGEST')).toEqual(first)
  expect(await add(longer, 'LONGER')).toMatchObject({
    code: codes.badRequest,
    data: { fields: [{ field: 'Idempotency-Key', message: 'At most 128 characters' }] },
  })
  expect(await withCode('LONGER')).toBe(0)
})
