import { frames, frameSigning, menuTypes } from '@muster/contract'
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  openSession,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { makeHttp } from '../../../platform/http.ts'
import { mountFramePolicy } from './framePolicy.plugin.ts'
import { mountProviderMap } from './providerMap.plugin.ts'

let app: TestApp
let user: TestUser

beforeAll(async () => {
  app = await startTestApp()
  user = await signedIn(app)
  // Names below `.invalid` never lead anywhere.
  await embed('Board', 'https://board.invalid/day?a=1')
  await embed('Plain', 'http://plain.invalid/')
})
afterAll(() => app.close())

/** Puts an embedded page into the menu of the user's role. */
async function embed(frontName: string, iframeUrl: string): Promise<void> {
  const { db } = app.platform
  const { id: menuId } = await db
    .insertInto('menu')
    .values({ menuType: menuTypes.iframe, menuName: frontName, frontName, iframeUrl })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { roleId } = await db
    .selectFrom('userRole')
    .select('roleId')
    .where('userId', '=', user.userId)
    .executeTakeFirstOrThrow()
  await db.insertInto('roleMenu').values({ roleId, menuId }).execute()
}

it('lets the page of the console embed what the menu lists, over https only', async () => {
  const http = await makeHttp(app.platform.log, { secure: false })
  mountFramePolicy(http, app.platform)
  http.get('/', (_, reply) => reply.type('text/html').send('<p>'))
  http.get('/other', (_, reply) => reply.send({}))
  const policyOf = async (url: string) =>
    (await http.inject(url)).headers['content-security-policy']
  expect(await policyOf('/')).toMatch(/;frame-src 'self' https:\/\/board\.invalid$/)
  expect(await policyOf('/')).toContain("script-src 'self'")
  expect(await policyOf('/other')).not.toContain('frame-src')
  await http.close()
})

it('lets a provider’s map load its own, in a frame of this site that has no origin', async () => {
  const http = await makeHttp(app.platform.log, { secure: false })
  mountProviderMap(http)
  for (const path of ['/providerMap.html', '/providerMap.js', '/providerMap.css'])
    http.get(path, (_, reply) => reply.send(''))
  const page = (await http.inject('/providerMap.html')).headers
  const policy = String(page['content-security-policy'])
  expect(policy).toContain('sandbox allow-scripts')
  expect(policy).not.toContain('allow-same-origin')
  expect(policy).toContain("frame-ancestors 'self'")
  expect(page['x-frame-options']).toBe('SAMEORIGIN')
  const resource = 'cross-origin-resource-policy'
  expect((await http.inject('/providerMap.js')).headers[resource]).toBe('cross-origin')
  expect((await http.inject('/providerMap.css')).headers[resource]).toBe('same-origin')
  await http.close()
})

it('says which pages refuse to be embedded, and leaves those it cannot ask to the browser', async () => {
  const check = (frontName: string) => user.call(frames.check, { query: { frontName } })
  expect((await check('Plain')).data).toEqual({ embeds: false, url: null })
  expect((await check('Board')).data).toEqual({
    embeds: true,
    url: 'https://board.invalid/day?a=1',
  })
})

it('tells nobody about pages of others', async () => {
  const other = await signedIn(app)
  const { code } = await other.call(frames.check, { query: { frontName: 'Board' } })
  expect(code).toBe(404)
})

it('signs the address with a secret that the next one ends', async () => {
  const { db } = app.platform
  const { id } = await db
    .selectFrom('menu')
    .select('id')
    .where('frontName', '=', 'Board')
    .executeTakeFirstOrThrow()
  const admin = await signedIn(app, { permissions: ['MENU_EDIT'] })
  const sign = async (isSigned: boolean) =>
    (await admin.get(frameSigning.set, { params: { id }, body: { isSigned } })).secret
  const address = async () =>
    (await user.get(frames.check, { query: { frontName: 'Board' } })).url ?? ''
  const isBy = (secret: string | null, signed: string) => {
    const [said = '', sig] = signed.split('&sig=')
    return (
      createHmac('sha256', secret ?? '')
        .update(said)
        .digest('hex') === sig
    )
  }
  const first = await sign(true)
  expect(isBy(first, await address())).toBe(true)
  expect(new URL(await address()).searchParams.get('uid')).toBe(user.name)
  const second = await sign(true)
  expect(isBy(second, await address())).toBe(true)
  expect(await addressForWhoLooksAs(user)).toBe('https://board.invalid/day?a=1')
  expect(isBy(first, await address())).toBe(false)
  expect(await sign(false)).toBeNull()
  expect(await address()).toBe('https://board.invalid/day?a=1')
  expect(await sign(true)).not.toBe(second)
  await sign(false)
})

/** What an operator is answered who looks at the console as somebody: he must not be him elsewhere. */
async function addressForWhoLooksAs({ userId, name }: TestUser): Promise<string | null> {
  const operator = await signedIn(app, { isSuperAdmin: true })
  const looking = await openSession(app, { userId, name, isUnbound: false })
  await app.platform.db
    .updateTable('session')
    .set({ impersonatorSessionId: operator.sessionId })
    .where('id', '=', looking.sessionId)
    .execute()
  return (await looking.get(frames.check, { query: { frontName: 'Board' } })).url
}
