import {
  agreeSessionKey,
  codes,
  makeKeyPair,
  notices,
  passkeySignIn,
  passkeys,
  passwordPolicy,
  policyPresets,
  session,
  siteSetting,
  stepUp,
  users,
} from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anAuthenticator, type Authenticator } from '../../../../test/authenticator.ts'
import {
  addPerson,
  aKey,
  aPassword,
  callPublic,
  type Person,
  setSetting,
  signInAs,
} from '../../../../test/publicCalls.ts'
import {
  openTestUser,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'

let app: TestApp
let person: Person
let user: TestUser
const clock = { now: () => new Date() }
let place = 0
/** Each test comes from an address of its own: failures of others do not count against it. */
const here = () => ({ ip: `10.7.${place}.1` })

beforeAll(async () => {
  app = await startTestApp(clock)
})
beforeEach(async () => {
  clock.now = () => new Date()
  place += 1
  person = await addPerson(app)
  user = await signInAs(app, { userName: person.userName, password: aPassword }, here())
})
afterAll(() => app.close())

const prove = (by = user) => by.get(stepUp.prove, { body: { password: aPassword } })
async function start() {
  await prove()
  return user.get(passkeys.start, {})
}

async function addPasskey(authenticator: Authenticator, name = 'Laptop') {
  const { challenge } = await start()
  return user.call(passkeys.add, { body: { name, credential: authenticator.make(challenge) } })
}

const challengeOf = async () => (await callPublic(app, passkeySignIn.start, {})).data.challenge

type Wishes = Parameters<Authenticator['show']>[1]
/** What the log of sign-ins says of the latest. */
async function lastAttempt() {
  const { rows } = await sql`select user_name, result from sign_in_log
    order by at desc, id desc limit 1`.execute(app.platform.db)
  return rows[0]
}

const signIn = async (authenticator: Authenticator, wishes?: Wishes) =>
  callPublic(
    app,
    passkeySignIn.open,
    { body: { publicKey: aKey, credential: authenticator.show(await challengeOf(), wishes) } },
    here(),
  )

describe('making a passkey', () => {
  it('asks for a proof each time, and tells its owner', async () => {
    await start()
    expect((await user.call(passkeys.start, {})).code).toBe(codes.proofRequired)
    const { data } = await addPasskey(anAuthenticator())
    expect(data).toMatchObject({ name: 'Laptop', site: 'localhost', lastUsedAt: null })
    expect(await user.get(passkeys.list, {})).toEqual([data])
    const { list } = await user.get(notices.page, { query: { type: '1' } })
    expect(JSON.stringify(list)).toContain('passkey')
  })

  it('takes a challenge once, of its own person, and not after its minutes', async () => {
    const { challenge } = await start()
    const add = (who: TestUser) =>
      who.call(passkeys.add, {
        body: { name: 'x', credential: anAuthenticator().make(challenge) },
      })
    const other = await signedIn(app)
    expect((await add(other)).code).toBe(codes.badRequest)
    expect((await add(user)).code).toBe(codes.success)
    expect((await add(user)).code).toBe(codes.badRequest)
    const { challenge: late } = await start()
    const credential = anAuthenticator().make(late)
    clock.now = () => new Date(Date.now() + 6 * 60_000)
    expect((await user.call(passkeys.add, { body: { name: 'x', credential } })).code).toBe(
      codes.badRequest,
    )
  })

  it('refuses what no authenticator has made', async () => {
    const { challenge } = await start()
    const credential = anAuthenticator().make(challenge)
    const broken = { ...credential.response, attestationObject: 'AAAA' }
    const body = { name: 'x', credential: { ...credential, response: broken } }
    expect((await user.call(passkeys.add, { body })).code).toBe(codes.badRequest)
    expect(await user.get(passkeys.list, {})).toEqual([])
  })

  it.each([
    ['signed for another site than its page', { site: 'evil.example' }],
    ['of another page that shows our site', { origin: 'https://evil.example' }],
    ['of a page that is called like ours', { origin: 'http://localhost.evil.example' }],
  ])('refuses one %s', async (_, wishes) => {
    const { challenge } = await start()
    const credential = anAuthenticator().make(challenge, wishes)
    const body = { name: 'x', credential }
    expect((await user.call(passkeys.add, { body })).code).toBe(codes.badRequest)
    expect(await user.get(passkeys.list, {})).toEqual([])
  })

  it('takes no challenge that was given for signing in', async () => {
    await start()
    const credential = anAuthenticator().make(await challengeOf())
    const body = { name: 'x', credential }
    expect((await user.call(passkeys.add, { body })).code).toBe(codes.badRequest)
  })

  it('ends at ten', async () => {
    for (let n = 0; n < 10; n += 1) await addPasskey(anAuthenticator())
    await prove()
    expect((await user.call(passkeys.start, {})).code).toBe(codes.wrongState)
  })
})

describe('signing in with a passkey', () => {
  it('needs no password, and no code where the site asks for one', async () => {
    await setSetting(app, siteSetting, { verifyType: 2 })
    const key = anAuthenticator()
    await addPasskey(key)
    const pair = await makeKeyPair()
    const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
    const { data, code } = await callPublic(app, passkeySignIn.open, {
      body: {
        publicKey: { kty: 'EC', crv: 'P-256', x, y },
        credential: key.show(await challengeOf()),
      },
    })
    await setSetting(app, siteSetting, {})
    expect(code).toBe(codes.success)
    expect(data).toMatchObject({ userName: person.userName, bindFactor: 0 })
    if (!data.publicKey) throw new Error('no key')
    const sessionKey = await agreeSessionKey(pair.privateKey, data.publicKey, data.clientId)
    const again = openTestUser(app, {
      sessionId: data.clientId,
      token: data.accessToken,
      key: sessionKey,
    })
    expect(await again.get(session.info, {})).toMatchObject({ id: person.id })
    expect((await user.get(passkeys.list, {}))[0]?.lastUsedAt).not.toBeNull()
  })

  it('refuses one that nobody has, another page, an unverified owner and a second use', async () => {
    const key = anAuthenticator()
    expect((await signIn(key)).code).toBe(codes.badCredentials)
    await addPasskey(key)
    expect((await signIn(key, { origin: 'https://evil.example' })).code).toBe(codes.badCredentials)
    expect((await signIn(key, { isVerified: false })).code).toBe(codes.badCredentials)
    const body = { publicKey: aKey, credential: key.show(await challengeOf()) }
    expect((await callPublic(app, passkeySignIn.open, { body }, here())).code).toBe(codes.success)
    expect((await callPublic(app, passkeySignIn.open, { body }, here())).code).toBe(
      codes.badCredentials,
    )
  })

  it.each([
    ['for another site', { site: 'evil.example' }],
    ['on a page that is called like ours', { origin: 'http://localhost.evil.example' }],
    ['on another page of ours', { origin: 'https://sub.localhost' }],
  ])('is refused to one signed %s, and then still good', async (_, wishes) => {
    const key = anAuthenticator()
    await addPasskey(key)
    expect((await signIn(key, wishes)).code).toBe(codes.badCredentials)
    expect((await signIn(key)).code).toBe(codes.success)
  })

  it('takes no challenge but its own: none that was made up, nor one for making a passkey', async () => {
    const key = anAuthenticator()
    await addPasskey(key)
    const { challenge: forMaking } = await start()
    const madeUp = Buffer.alloc(32, 7).toString('base64url')
    for (const challenge of [madeUp, forMaking]) {
      const body = { publicKey: aKey, credential: key.show(challenge) }
      expect((await callPublic(app, passkeySignIn.open, { body }, here())).code).toBe(
        codes.badCredentials,
      )
    }
  })

  it('is refused to a disabled account', async () => {
    const key = anAuthenticator()
    await addPasskey(key)
    await app.platform.db
      .updateTable('appUser')
      .set({ status: 0 })
      .where('id', '=', person.id)
      .execute()
    expect((await signIn(key)).code).toBe(codes.accountDisabled)
    expect(await lastAttempt()).toEqual({ userName: person.userName, result: 'NOT_ACTIVE' })
  })

  it('stands in the log of sign-ins also where it comes from an address that nobody may use', async () => {
    const key = anAuthenticator()
    await addPasskey(key)
    const ipAllowList = ['203.0.113.0/24']
    await setSetting(app, passwordPolicy, { ...policyPresets.default, ipAllowList })
    const { code } = await signIn(key)
    await setSetting(app, passwordPolicy, policyPresets.default)
    expect(code).toBe(codes.addressNotAllowed)
    expect(await lastAttempt()).toEqual({ userName: '', result: 'WRONG_PLACE' })
  })
})

it('is of the public address alone, where there is one: no other page makes or shows any', async () => {
  const key = anAuthenticator()
  await addPasskey(key)
  Object.assign(app.platform.env, { publicUrl: 'https://muster.example' })
  const elsewhere = await addPasskey(anAuthenticator('https://evil.example'))
  const before = await signIn(key)
  const own = await addPasskey(anAuthenticator('https://muster.example'))
  Object.assign(app.platform.env, { publicUrl: null })
  expect(elsewhere.code).toBe(codes.badRequest)
  expect(before.code).toBe(codes.badCredentials)
  expect(own.data).toMatchObject({ site: 'muster.example' })
})

describe('taking a passkey away', () => {
  it('asks for a proof; it signs in no more', async () => {
    const key = anAuthenticator()
    const { data } = await addPasskey(key)
    const remove = (who = user) => who.call(passkeys.remove, { params: { id: data.id } })
    expect((await remove()).code).toBe(codes.proofRequired)
    const stranger = await addPerson(app)
    const strange = await signInAs(
      app,
      { userName: stranger.userName, password: aPassword },
      here(),
    )
    expect((await remove(strange)).code).toBe(codes.notFound)
    await prove()
    expect((await remove()).code).toBe(codes.success)
    expect((await signIn(key)).code).toBe(codes.badCredentials)
  })

  it('comes with the reset of the second factor', async () => {
    const key = anAuthenticator()
    await addPasskey(key)
    const admin = await signedIn(app, { isSuperAdmin: true })
    const params = { id: person.id }
    expect(await admin.get(users.detail, { params })).toMatchObject({ hasFactor: true })
    await admin.get(users.resetFactor, { params })
    expect(await admin.get(users.detail, { params })).toMatchObject({ hasFactor: false })
    expect((await signIn(key)).code).toBe(codes.badCredentials)
  })
})
