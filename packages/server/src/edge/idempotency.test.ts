import { areas, clients, codes } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../test/testApp.ts'

let app: TestApp
let user: TestUser

beforeAll(async () => {
  app = await startTestApp()
  user = await signedIn(app, { isSuperAdmin: true })
})
afterAll(() => app.close())

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
