import {
  agreeSessionKey,
  codes,
  type InputOf,
  makeKeyPair,
  type ReplyOf,
  session,
} from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addressOf,
  type Answer,
  openTestUser,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { seed } from '../../seed.ts'
import { lockout } from './password.rules.ts'

const chosen = 'a password of my own'
const clock = { now: () => new Date() }
let app: TestApp
let oneTime: string

beforeAll(async () => {
  app = await startTestApp(clock)
  oneTime = (await seed(app.platform.db, null)) ?? ''
})
afterAll(() => app.close())

type Login = InputOf<typeof session.login>['body']
type SignedIn = ReplyOf<typeof session.login>

async function login(body: Login, remoteAddress = '10.0.0.1'): Promise<Answer<SignedIn>> {
  const { url, body: payload = '' } = addressOf(session.login, { body })
  const headers = { 'content-type': 'application/json' }
  const response = await app.http.inject({ method: 'POST', url, headers, payload, remoteAddress })
  return { status: response.statusCode, ...response.json<Omit<Answer<SignedIn>, 'status'>>() }
}

/** Signs in as the console does, with a key pair of its own. */
async function signInWith(password: string): Promise<TestUser> {
  const pair = await makeKeyPair()
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const { data } = await login({
    userName: 'admin',
    password,
    publicKey: { kty: 'EC', crv: 'P-256', x, y },
  })
  if (!data.publicKey) throw new Error('no key')
  const key = await agreeSessionKey(pair.privateKey, data.publicKey, data.clientId)
  return openTestUser(app, { sessionId: data.clientId, token: data.accessToken, key })
}

const aKey = {
  kty: 'EC',
  crv: 'P-256',
  x: 'axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpY',
  y: 'T-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
} as const

describe('signing in', () => {
  it('forces a new password and refuses everything else until then', async () => {
    const admin = await signInWith(oneTime)
    expect((await admin.call(session.ticket, { body: { path: '/x' } })).code).toBe(
      codes.passwordChangeRequired,
    )
    expect((await admin.get(session.info, {})).userName).toBe('admin')
    await admin.get(session.changePassword, { body: { oldPassword: oneTime, newPassword: chosen } })
    expect((await admin.call(session.ticket, { body: { path: '/x' } })).code).toBe(codes.success)
    expect((await login({ userName: 'admin', password: oneTime, publicKey: aKey })).code).toBe(
      codes.badCredentials,
    )
  })

  it('tells an unknown user and a wrong password alike', async () => {
    const unknown = await login({ userName: 'nobody', password: 'x', publicKey: aKey })
    const wrong = await login({ userName: 'ADMIN', password: 'x', publicKey: aKey })
    expect({ ...wrong }).toEqual({ ...unknown })
    expect(wrong).toMatchObject({ status: 401, code: codes.badCredentials })
  })

  it('refuses a session without a key', async () => {
    expect((await login({ userName: 'admin', password: chosen })).code).toBe(codes.badRequest)
  })

  it.each(['the old one', 'too short', 'the one with the name: admin'])(
    'refuses %s as a new password',
    async (kind) => {
      const admin = await signInWith(chosen)
      const newPassword =
        { 'the old one': chosen, 'too short': 'short' }[kind] ?? 'admin is my name, hello'
      const answer = await admin.call(session.changePassword, {
        body: { oldPassword: chosen, newPassword },
      })
      expect(answer).toMatchObject({
        code: codes.badRequest,
        data: { fields: [{ field: 'newPassword' }] },
      })
    },
  )
})

describe('ending a session', () => {
  it('ends it at once with the sign-out', async () => {
    const admin = await signInWith(chosen)
    await admin.get(session.logout, {})
    expect((await admin.call(session.info, {})).code).toBe(codes.signInAgain)
  })

  it('ends all others when the password changes', async () => {
    const [other, mine] = [await signInWith(chosen), await signInWith(chosen)]
    await mine.get(session.changePassword, {
      body: { oldPassword: chosen, newPassword: `${chosen}!` },
    })
    expect((await other.call(session.info, {})).code).toBe(codes.signInAgain)
    await mine.get(session.changePassword, {
      body: { oldPassword: `${chosen}!`, newPassword: chosen },
    })
    expect((await mine.call(session.info, {})).code).toBe(codes.success)
  })

  it('ends it when the user is disabled', async () => {
    const admin = await signInWith(chosen)
    const { db } = app.platform
    await db.updateTable('appUser').set({ status: 0 }).where('userName', '=', 'admin').execute()
    expect((await admin.call(session.info, {})).code).toBe(codes.signInAgain)
    await db.updateTable('appUser').set({ status: 1 }).where('userName', '=', 'admin').execute()
  })
})

describe('guessing', () => {
  it('locks the account after too many failures, also for the right password, for a while', async () => {
    for (let failure = 1; failure < lockout.failures; failure++)
      expect((await login({ userName: 'admin', password: 'wrong', publicKey: aKey })).code).toBe(
        codes.badCredentials,
      )
    expect((await login({ userName: 'admin', password: 'wrong', publicKey: aKey })).code).toBe(
      codes.accountLocked,
    )
    expect((await login({ userName: 'admin', password: chosen, publicKey: aKey })).code).toBe(
      codes.accountLocked,
    )
    const later = Date.now() + (lockout.minutes + 1) * 60_000
    clock.now = () => new Date(later)
    expect((await login({ userName: 'admin', password: chosen, publicKey: aKey })).code).toBe(
      codes.success,
    )
    clock.now = () => new Date()
  })

  it('refuses an address that failed a hundred times within a day, and no other', async () => {
    const ip = '10.9.9.9'
    const failure = { userName: 'x', ip, result: 'UNKNOWN_USER' }
    await app.platform.db
      .insertInto('signInLog')
      .values(Array.from({ length: 100 }, () => failure))
      .execute()
    const right = { userName: 'admin', password: chosen, publicKey: aKey }
    expect(await login(right, ip)).toMatchObject({ status: 429, code: codes.tooManyRequests })
    expect((await login(right)).code).toBe(codes.success)
  })
})
