import { agreeSessionKey, codes, makeKeyPair, session, site, visit } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aKey, callPublic, tryLogin } from '../../../../test/publicCalls.ts'
import { openTestUser, startTestApp, type TestApp } from '../../../../test/testApp.ts'
import { seed } from '../../seed.ts'
import { setVisitor } from './visitor.ts'

let app: TestApp
let demonstration: TestApp

beforeAll(async () => {
  app = await startTestApp()
  demonstration = await startTestApp(undefined, { MUSTER_VIRTUAL_ROLE: 'true' })
  await seed(demonstration.platform.db, 'kite harbour velvet')
  await setVisitor(demonstration.platform.db, true)
})
afterAll(() => Promise.all([app.close(), demonstration.close()]))

async function visitor() {
  const pair = await makeKeyPair()
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const body = { publicKey: { kty: 'EC', crv: 'P-256', x, y } } as const
  const { data } = await callPublic(demonstration, visit.open, { body })
  if (!data.publicKey) throw new Error('no key')
  const key = await agreeSessionKey(pair.privateKey, data.publicKey, data.clientId)
  return openTestUser(demonstration, { sessionId: data.clientId, token: data.accessToken, key })
}

it('gives full access without signing in, in a closed demonstration', async () => {
  expect((await callPublic(demonstration, site.init, {})).data.virtualRoles).toBe(true)
  const user = await visitor()
  expect(await user.get(session.info, {})).toMatchObject({ isVirtual: true, isSuperAdmin: 1 })
  expect((await user.get(session.menu, {})).length).toBeGreaterThan(3)
})

it('is refused everywhere else', async () => {
  expect((await callPublic(app, site.init, {})).data.virtualRoles).toBe(false)
  const answer = await callPublic(app, visit.open, { body: { publicKey: aKey } })
  expect(answer.code).toBe(codes.wrongState)
})

it('says so where the operator looks', async () => {
  const warnings = async ({ http }: TestApp) =>
    (await http.inject('/readyz')).json<{ warnings: string[] }>().warnings
  expect(await warnings(demonstration)).toContainEqual(
    expect.stringContaining('MUSTER_VIRTUAL_ROLE'),
  )
  expect((await warnings(app)).join()).not.toContain('MUSTER_VIRTUAL_ROLE')
})

it('opens no account to a password, and ends with the demonstration', async () => {
  const user = await visitor()
  const { userName } = await user.get(session.info, {})
  for (const password of ['none', '', 'visitor'])
    expect((await tryLogin(demonstration, { userName, password })).code).not.toBe(codes.success)
  await setVisitor(demonstration.platform.db, false)
  expect((await user.call(session.info, {})).code).toBe(codes.signInAgain)
})
