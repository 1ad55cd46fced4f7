import { agreeSessionKey, codes, headers, makeKeyPair, session } from '@muster/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addPerson, aPassword, type Person, signInAs, tryLogin } from '../publicCalls.ts'
import { openTestUser, startTestApp, type TestApp } from '../testApp.ts'

// Somebody knows, or chooses, what a person's browser holds before that person signs in.

let app: TestApp
let person: Person

beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(async () => {
  person = await addPerson(app)
})
afterAll(() => app.close())

const login = () => ({ userName: person.userName, password: aPassword })

/** Signs in as a browser that was made to send somebody's session along. */
async function signInWith(planted: { sessionId: string; token: string }) {
  const pair = await makeKeyPair()
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const answer = await app.http.inject({
    method: 'POST',
    url: session.login.path,
    headers: {
      'content-type': 'application/json',
      [headers.token]: planted.token,
      [headers.clientId]: planted.sessionId,
      cookie: `token=${planted.token}; sessionId=${planted.sessionId}`,
    },
    payload: { ...login(), publicKey: { kty: 'EC', crv: 'P-256', x, y } },
  })
  const { data } = answer.json<{ data: Awaited<ReturnType<typeof tryLogin>>['data'] }>()
  if (!data.publicKey) throw new Error('no key')
  const key = await agreeSessionKey(pair.privateKey, data.publicKey, data.clientId)
  return openTestUser(app, { sessionId: data.clientId, token: data.accessToken, key })
}

const infoOf = async (user: ReturnType<typeof openTestUser>) => user.call(session.info, {})

describe('a session that somebody knew before the sign-in', () => {
  it('stays who it was: signing in always makes another', async () => {
    const thief = await addPerson(app)
    const planted = await signInAs(app, { userName: thief.userName, password: aPassword })
    const victim = await signInWith(planted)
    expect(victim.sessionId).not.toBe(planted.sessionId)
    expect(victim.token).not.toBe(planted.token)
    expect((await infoOf(victim)).data.userName).toBe(person.userName)
    expect((await infoOf(planted)).data.userName).toBe(thief.userName)
  })

  it('is not brought back to life when its owner signs in with it', async () => {
    const planted = await signInAs(app, login())
    await planted.get(session.logout, {})
    const again = await signInWith(planted)
    expect((await infoOf(planted)).code).toBe(codes.signInAgain)
    expect((await infoOf(again)).code).toBe(codes.success)
  })

  it('opens nothing together with what belongs to another one', async () => {
    const thief = await addPerson(app)
    const planted = await signInAs(app, { userName: thief.userName, password: aPassword })
    const victim = await signInWith(planted)
    const { sessionId, token, key } = planted.credentials
    for (const mixed of [
      { sessionId: victim.sessionId, token, key },
      { sessionId, token: victim.token, key },
      { sessionId: victim.sessionId, token: victim.token, key },
    ])
      expect((await infoOf(openTestUser(app, mixed))).status).toBe(401)
    expect((await infoOf(victim)).code).toBe(codes.success)
  })
})

it.each(['clientId', 'accessToken', 'sessionId', 'id'])(
  'refuses a sign-in that names its %s itself',
  async (member) => {
    const chosen = { ...login(), [member]: '00000000-0000-7000-8000-000000000001' }
    expect((await tryLogin(app, chosen)).code).toBe(codes.badRequest)
  },
)
