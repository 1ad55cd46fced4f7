import {
  areas,
  codes,
  curlExample,
  devices,
  isClosedToTokens,
  organizations,
  passwordPolicy,
  policyPresets,
  profile,
  recovery,
  tokens,
  users,
  vendors,
} from '@muster/contract'
import { execFile } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callPublic, mailedCode, setSetting } from '../../../../test/publicCalls.ts'
import { sampleRequest } from '../../../../test/sampleInput.ts'
import {
  addOrganization,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { clientCalling } from '../../../../test/testClient.ts'
import { personOf, scriptOf, setNumber, setUser, wishOf } from '../../../../test/testToken.ts'
import { flushCalls } from '../../../edge/clientCalls.ts'
import { features } from '../../index.ts'
import { seed } from '../../seed.ts'

let app: TestApp
let admin: TestUser
let time = 0
beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(Date.now() + time) })
  await seed(app.platform.db, 'a password for tests')
  admin = await personOf(app, { isSuperAdmin: true })
})
beforeEach(() => {
  time = 0
})
afterAll(() => app.close())

const db = () => app.platform.db

const list = { query: {} }
const codeOf = async (script: TestUser) => (await script.call(areas.page, list)).code
const hour = 3_600_000

describe('a personal token', () => {
  it('acts as its owner, with the secret that was told once', async () => {
    const owner = await personOf(app, { permissions: ['PERSONAL_TOKEN', 'AREA_LIST'] })
    const { token, secret } = await owner.get(tokens.make, { body: wishOf({ name: 'Nightly' }) })
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(await codeOf(await clientCalling(app, token.id, secret))).toBe(codes.success)
    const stranger = await clientCalling(app, token.id, 'x'.repeat(43))
    expect(await codeOf(stranger)).toBe(codes.badSignature)
    const shown = await owner.get(tokens.list, {})
    expect(shown).toMatchObject({ mostDays: 365, list: [{ name: 'Nightly', isOver: false }] })
    expect(JSON.stringify(shown)).not.toContain(secret)
  })

  it('lies sealed in the database', async () => {
    const { token, secret } = await admin.get(tokens.make, { body: wishOf({}) })
    const kept = await db()
      .selectFrom('personalToken')
      .select('sealed')
      .where('id', '=', token.id)
      .executeTakeFirstOrThrow()
    expect(kept.sealed.includes(Buffer.from(secret))).toBe(false)
  })

  it('may do what its owner may now: rights given and taken count at once', async () => {
    const owner = await personOf(app, { permissions: ['PERSONAL_TOKEN', 'AREA_LIST'] })
    const { script } = await scriptOf(owner)
    expect((await script.call(vendors.page, list)).code).toBe(codes.forbidden)
    expect(await codeOf(script)).toBe(codes.success)
    await db().deleteFrom('userRole').where('userId', '=', owner.userId).execute()
    expect(await codeOf(script)).toBe(codes.forbidden)
  })

  it('sees what its owner sees now', async () => {
    const place = await addOrganization(app.platform, {
      name: 'Seen',
      code: 'seen',
      parentId: app.rootId,
    })
    const permissions = ['PERSONAL_TOKEN', 'ORGANIZATION_LIST']
    const owner = await personOf(app, { permissions, orgId: place.id, dataScope: 'OWN_ORG' })
    const { script } = await scriptOf(owner)
    expect((await script.get(organizations.page, list)).total).toBe(1)
    await setUser(owner, { orgId: app.rootId })
    const seen = await script.get(organizations.page, list)
    expect(seen.list.map(({ id }) => id)).toEqual([app.rootId])
  })

  it('reads only, where it was made so', async () => {
    const { script } = await scriptOf(admin, { reach: 'READ' })
    expect(await codeOf(script)).toBe(codes.success)
    const odd: string[] = []
    for (const { call } of features.flatMap(({ routes }) => routes)) {
      if (call.method === 'GET' || call.permission === 'public') continue
      const { code } = await script.send(sampleRequest(call, { id: admin.userId }))
      if (code !== codes.forbidden) odd.push(`${call.method} ${call.path}: ${code}`)
    }
    expect(odd).toEqual([])
  })

  it('does of chosen rights those that its owner still holds, and nothing else', async () => {
    const held = ['PERSONAL_TOKEN', 'AREA_LIST', 'VENDOR_LIST']
    const owner = await personOf(app, { permissions: held })
    const { script } = await scriptOf(owner, { reach: 'CHOSEN', codes: ['AREA_LIST'] })
    expect(await codeOf(script)).toBe(codes.success)
    expect((await script.call(vendors.page, list)).code).toBe(codes.forbidden)
    await db().deleteFrom('userRole').where('userId', '=', owner.userId).execute()
    expect(await codeOf(script)).toBe(codes.forbidden)
    const all = await scriptOf(admin, { reach: 'CHOSEN', codes: ['AREA_LIST'] })
    expect(await codeOf(all.script)).toBe(codes.success)
    expect((await all.script.call(devices.page, list)).code).toBe(codes.forbidden)
  })

  it('makes no other way in, and nothing that is its owner’s alone, whatever he may', async () => {
    const { script } = await scriptOf(admin)
    const odd: string[] = []
    let shut = 0
    for (const { call, scope } of features.flatMap(({ routes }) => routes)) {
      const isOwn = scope.name === 'ownSession' || call.permission === 'signedIn'
      if (call.permission === 'public' || !(isOwn || isClosedToTokens(call))) continue
      shut += 1
      const { code } = await script.send(sampleRequest(call, { id: admin.userId }))
      if (code !== codes.forbidden) odd.push(`${call.method} ${call.path}: ${code}`)
    }
    expect(odd).toEqual([])
    expect(shut).toBeGreaterThan(100)
  })

  it('changes what its owner may change, as him, and the log names both', async () => {
    const owner = await personOf(app, { permissions: ['PERSONAL_TOKEN', 'AREA_ADD'] })
    const { script, token } = await scriptOf(owner, { name: 'Sync' })
    const body = { name: 'By a token', code: 'BYTOKEN', type: 'zone' as const }
    expect((await script.call(areas.add, { body })).code).toBe(codes.success)
    const { rows } = await app.platform.pool.query(
      'select user_name, user_id from action_log where path = $1 and user_id = $2',
      [areas.add.path, owner.userId],
    )
    expect(rows).toEqual([{ user_name: `${owner.name} token:Sync`, user_id: owner.userId }])
    await flushCalls(app.platform)
    const [shown] = (await owner.get(tokens.list, {})).list
    expect(shown).toMatchObject({ id: token.id, lastIp: '127.0.0.1' })
    expect(shown?.lastUsedAt).not.toBeNull()
  })

  it('cannot send anything twice', async () => {
    const { script } = await scriptOf(admin)
    const body = JSON.stringify({ name: 'Twice', code: 'TWICE', type: 'zone' })
    const raw = { method: 'POST', url: areas.add.path, body, nonce: `${'0'.repeat(23)}9` }
    expect((await script.send(raw)).code).toBe(codes.success)
    expect((await script.send(raw)).code).toBe(codes.replayed)
    // Another process finds it there.
    const spent = await db()
      .selectFrom('requestNonce')
      .select('nonce')
      .where('sessionId', '=', script.sessionId)
      .execute()
    expect(spent).toHaveLength(1)
  })

  it('is over after its days, which are told only to who has the secret', async () => {
    const { script, token } = await scriptOf(admin, { days: 2 })
    const stranger = await clientCalling(app, token.id, 'x'.repeat(43))
    time = 48 * hour - 60_000
    expect(await codeOf(script)).toBe(codes.success)
    time = 48 * hour + 1000
    expect(await codeOf(script)).toBe(codes.accountExpired)
    expect(await codeOf(stranger)).toBe(codes.badSignature)
  })

  it('comes from its networks, and from where its owner may sign in', async () => {
    const elsewhere = await scriptOf(admin, { ipAllow: ['192.0.2.0/24'] })
    expect(await codeOf(elsewhere.script)).toBe(codes.addressNotAllowed)
    const here = await scriptOf(admin, { ipAllow: ['192.0.2.0/24', '127.0.0.1'] })
    expect(await codeOf(here.script)).toBe(codes.success)
    const allowed = (ipAllowList: string[]) =>
      setSetting(app, passwordPolicy, { ...policyPresets.default, ipAllowList })
    await allowed(['192.0.2.0/24'])
    expect(await codeOf(here.script)).toBe(codes.addressNotAllowed)
    await allowed(['127.0.0.0/8', '192.0.2.0/24'])
    expect(await codeOf(here.script)).toBe(codes.success)
    await allowed([])
  })

  it('comes from where the policy of its owner’s organisation lets people in', async () => {
    const place = await addOrganization(app.platform, {
      name: 'Guarded',
      code: 'guarded',
      parentId: app.rootId,
    })
    const owner = await personOf(app, {
      permissions: ['PERSONAL_TOKEN', 'AREA_LIST'],
      orgId: place.id,
    })
    const { script } = await scriptOf(owner)
    expect(await codeOf(script)).toBe(codes.success)
    const policy = JSON.stringify({ ...policyPresets.default, ipAllowList: ['198.51.100.7'] })
    await db()
      .insertInto('customize')
      .values({ orgId: place.id, name: 'Guarded', policy })
      .execute()
    expect(await codeOf(script)).toBe(codes.addressNotAllowed)
  })

  it('makes no more calls in ten minutes than a client', async () => {
    const { script } = await scriptOf(admin)
    const { token } = await scriptOf(admin)
    const limit = (value: number) => setNumber(app, 'client.rate.per10min', value)
    await limit(3)
    for (let call = 0; call < 3; call++) expect(await codeOf(script)).toBe(codes.success)
    expect(await codeOf(script)).toBe(codes.tooManyRequests)
    await flushCalls(app.platform)
    expect(await codeOf(script)).toBe(codes.tooManyRequests)
    expect(token.lastUsedAt).toBeNull()
    time = 10 * 60_000 + 60_000
    expect(await codeOf(script)).toBe(codes.success)
    await limit(3000)
  })

  it('is called by the example of the console', async () => {
    await app.http.listen({ port: 0, host: '127.0.0.1' })
    const origin = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`
    const { token, secret } = await admin.get(tokens.make, { body: wishOf({ reach: 'READ' }) })
    const env = { PATH: process.env['PATH'], MUSTER_SECRET: secret }
    const program = curlExample({ origin, clientId: token.id })
    const { stdout } = await promisify(execFile)('bash', ['-c', program], { env })
    expect(JSON.parse(stdout)).toMatchObject({ code: codes.success, data: { total: 0 } })
  })
})

const endings: readonly (readonly [string, number, (owner: TestUser) => Promise<unknown>])[] = [
  ['is disabled', codes.signInAgain, (owner) => setUser(owner, { status: 0 })],
  [
    'is put into the recycle bin',
    codes.signInAgain,
    (owner) => setUser(owner, { deletedAt: new Date().toISOString() }),
  ],
  [
    'is not valid any more',
    codes.signInAgain,
    (owner) => setUser(owner, { validTo: new Date(Date.now() - 1000).toISOString() }),
  ],
  [
    'must set a new password',
    codes.passwordChangeRequired,
    (owner) => setUser(owner, { mustChangePassword: true }),
  ],
]

describe('a token is of no use at once when its owner', () => {
  it.each(endings)('%s', async (_, code, end) => {
    const owner = await personOf(app, { permissions: ['PERSONAL_TOKEN', 'AREA_LIST'] })
    const { script } = await scriptOf(owner)
    expect(await codeOf(script)).toBe(codes.success)
    await end(owner)
    expect(await codeOf(script)).toBe(code)
  })

  it.each([
    ['status', { status: 0 }],
    ['bin', { deletedAt: new Date().toISOString() }],
    ['validity', { validTo: new Date(Date.now() - 1000).toISOString() }],
  ])('is of an organisation below one that is off: %s', async (code, values) => {
    const top = await addOrganization(app.platform, {
      name: `Top ${code}`,
      code: `top-${code}`,
      parentId: app.rootId,
    })
    const place = await addOrganization(app.platform, {
      name: `Place ${code}`,
      code: `place-${code}`,
      parentId: top.id,
    })
    const owner = await personOf(app, {
      permissions: ['PERSONAL_TOKEN', 'AREA_LIST'],
      orgId: place.id,
    })
    const { script } = await scriptOf(owner)
    await db().updateTable('organization').set(values).where('id', '=', top.id).execute()
    expect(await codeOf(script)).toBe(codes.signInAgain)
  })

  it.each([
    ['gets a new password from an administrator', resetByAdmin],
    ['sets a forgotten password by a mailed code', resetByMail],
    ['was disabled, also when he is back', disableAndBack],
    ['was deleted, also when he is back', removeAndBack],
  ])('%s', async (_, end) => {
    const owner = await personOf(app, { permissions: ['PERSONAL_TOKEN', 'AREA_LIST'] })
    const { script } = await scriptOf(owner)
    expect(await codeOf(script)).toBe(codes.success)
    await end(owner)
    expect(await codeOf(script)).toBe(codes.signInAgain)
    const left = await db()
      .selectFrom('personalToken')
      .select('id')
      .where('userId', '=', owner.userId)
      .execute()
    expect(left).toEqual([])
  })
})

const resetByAdmin = ({ userId: id }: TestUser) =>
  admin.get(users.resetPassword, { params: { id } })

async function resetByMail({ name }: TestUser) {
  const from = { ip: '10.9.9.1' }
  const asked = await callPublic(
    app,
    recovery.code,
    { query: { userName: name, verificationType: 2 } },
    from,
  )
  const body = {
    userName: name,
    codeId: asked.data.codeId,
    code: await mailedCode(app, `${name}@example.org`),
    newPassword: 'another harbour velvet',
  }
  expect((await callPublic(app, recovery.forgotten, { body }, from)).code).toBe(codes.success)
}

async function disableAndBack({ userId: id }: TestUser) {
  await admin.get(users.setStatus, { params: { id, status: '0' } })
  await admin.get(users.setStatus, { params: { id, status: '1' } })
}

async function removeAndBack({ userId: id }: TestUser) {
  await admin.get(users.remove, { params: { id } })
  await admin.get(users.revert, { params: { id } })
}

it('keeps what is a person’s own from a token: his profile', async () => {
  const owner = await personOf(app, { permissions: ['PERSONAL_TOKEN', 'PERSONAL_BASE_INFO'] })
  const { script } = await scriptOf(owner)
  expect((await script.call(profile.read, {})).code).toBe(codes.forbidden)
})
