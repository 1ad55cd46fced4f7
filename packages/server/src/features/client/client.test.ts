import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { areas, clients, codes, devices, roles, vendors } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lifecycleSpec } from '../../../test/lifecycleSpec.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../test/testApp.ts'
import { addClient, clientCalling } from '../../../test/testClient.ts'
import { addDevices, addEstate } from '../../../test/testEstate.ts'
import { flushCalls } from '../../edge/clientCalls.ts'
import { seed } from '../seed.ts'

let rootId: string
const ofKind = { kind: 'OPEN_API' } as const

lifecycleSpec(clients, {
  prepare: async (app) => {
    rootId = app.rootId
  },
  make: (n) => ({ ...ofKind, name: `Client ${n}`, orgId: rootId }),
  text: 'name',
  unique: 'name',
  toldOnce: 'secret',
})

let app: TestApp
let admin: TestUser
let time = 0
beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(Date.now() + time) })
  await seed(app.platform.db, 'a password for tests')
  admin = await signedIn(app, { isSuperAdmin: true })
})
afterAll(() => app.close())

const fields = (name: string, orgId = app.rootId) => ({ ...ofKind, name, orgId })
const page = areas.page
const list = { query: {} }
const hour = 3_600_000

const pemOf = (key: KeyObject): string => String(key.export({ type: 'spki', format: 'pem' })).trim()

async function makeSigningPair() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const der = privateKey.export({ type: 'pkcs8', format: 'der' })
  const algorithm = { name: 'RSA-PSS', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('pkcs8', new Uint8Array(der), algorithm, false, [
    'sign',
  ])
  return { pem: pemOf(publicKey), privateKey: key }
}

describe('an API client', () => {
  it('calls with the secret that was told when it was made, and with no other', async () => {
    const made = await admin.get(clients.add, { body: fields('First') })
    expect(made.secret).toMatch(/^[\w-]{43}$/)
    const client = await clientCalling(app, made.id, made.secret ?? '')
    expect((await client.call(page, list)).code).toBe(codes.forbidden)
    const stranger = await clientCalling(app, made.id, 'x'.repeat(43))
    expect((await stranger.call(page, list)).code).toBe(codes.badSignature)
    expect((await admin.get(clients.detail, { params: { id: made.id } })).secret).toBeNull()
  })

  it('calls with its private key where it has told the public one, and by no secret then', async () => {
    const pair = await makeSigningPair()
    const made = await admin.get(clients.add, { body: { ...fields('Keyed'), publicKey: pair.pem } })
    expect(made).toMatchObject({ signAlg: 'RSA-PSS-SHA256', publicKey: pair.pem })
    const keyed = await clientCalling(app, made.id, pair.privateKey)
    expect((await keyed.call(page, list)).code).toBe(codes.forbidden)
    const bySecret = await clientCalling(app, made.id, made.secret ?? '')
    expect((await bySecret.call(page, list)).code).toBe(codes.badSignature)
    const stranger = await clientCalling(app, made.id, (await makeSigningPair()).privateKey)
    expect((await stranger.call(page, list)).code).toBe(codes.badSignature)
    const { signAlg: _, ...row } = made
    const { name, kind, orgId, id, version } = row
    await admin.get(clients.update, { body: { name, kind, orgId, id, version } })
    expect((await keyed.call(page, list)).code).toBe(codes.badSignature)
    expect((await bySecret.call(page, list)).code).toBe(codes.forbidden)
  })

  it.each([
    ['a word', () => 'key'],
    ['a short key', () => pemOf(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey)],
    ['a key of another kind', () => pemOf(generateKeyPairSync('ed25519').publicKey)],
    [
      'a private key',
      () =>
        String(
          generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
            type: 'pkcs8',
            format: 'pem',
          }),
        ),
    ],
  ])('takes %s for no public key', async (_, make) => {
    const body = { ...fields('Unkeyed'), publicKey: make().slice(0, 2048) }
    expect(await admin.call(clients.add, { body })).toMatchObject({
      code: codes.badRequest,
      data: { fields: [{ field: 'publicKey' }] },
    })
  })

  it('may do what it was given, and sees what its scope lets through', async () => {
    const estate = await addEstate(app, 'Acme')
    const north = await addOrganization(app.platform, {
      name: 'N',
      code: 'north',
      parentId: app.rootId,
    })
    await addDevices(app, estate, { orgId: north.id, prefix: 'NORTH', count: 2 })
    await addDevices(app, estate, { orgId: app.rootId, prefix: 'ROOTS', count: 1 })
    const made = await admin.get(clients.add, { body: fields('Scoped', north.id) })
    const client = await clientCalling(app, made.id, made.secret ?? '')
    const params = { id: made.id }
    const rights = await admin.get(clients.rights, { params })
    const idOf = (nodes: typeof rights, code: string): string[] =>
      nodes.flatMap((node) => (node.code === code ? [node.id] : idOf([...node.children], code)))
    const menuIds = idOf(rights, 'DEVICE_LIST')
    const granted = await admin.get(clients.setRights, {
      params,
      body: { version: made.version, menuIds },
    })
    expect((await client.get(devices.page, list)).total).toBe(0)
    await admin.get(clients.setScope, {
      params,
      body: { version: granted.version, kind: 'OWN_ORG' },
    })
    expect((await client.get(devices.page, list)).total).toBe(2)
    expect((await client.call(vendors.page, list)).code).toBe(codes.forbidden)
    expect(await admin.get(clients.detail, { params })).toMatchObject({
      dataScope: 'OWN_ORG',
      rightCount: 1,
    })
  })

  it('writes, once for an Idempotency-Key, and is named in the action log', async () => {
    const client = await addClient(app, { name: 'Writer', permissions: ['AREA_ADD'] })
    const raw = {
      method: 'POST',
      url: areas.add.path,
      body: JSON.stringify({ name: 'By a client', code: 'BYCLIENT', type: 'zone' }),
      headers: { 'Idempotency-Key': 'once' },
    }
    const [one, two] = [await client.send(raw), await client.send(raw)]
    expect(one.code).toBe(codes.success)
    expect(two).toEqual(one)
    const { rows } = await app.platform.pool.query(
      `select user_name, user_id from action_log where path = $1 and user_id = $2`,
      [areas.add.path, client.userId],
    )
    expect(rows[0]).toEqual({ user_name: 'client:Writer', user_id: client.userId })
  })

  it('cannot send anything twice', async () => {
    const client = await addClient(app, { permissions: ['AREA_LIST'] })
    const nonce = '0'.repeat(23) + '1'
    expect((await client.send({ method: 'GET', url: page.path, nonce })).code).toBe(codes.success)
    expect((await client.send({ method: 'GET', url: page.path, nonce })).code).toBe(codes.replayed)
  })

  it('keeps the secret before for 24 hours when it is rotated, and not a moment longer', async () => {
    const made = await admin.get(clients.add, { body: fields('Rotated') })
    const params = { id: made.id }
    const old = await clientCalling(app, made.id, made.secret ?? '')
    const { secret, oldSecretUntil } = await admin.get(clients.rotate, { params, body: {} })
    const next = await clientCalling(app, made.id, secret)
    const state = async () => (await admin.get(clients.detail, { params })).state
    expect(await state()).toBe('SECRET_ROTATING')
    expect(Math.round((Date.parse(oldSecretUntil ?? '') - Date.now()) / hour)).toBe(24)
    for (const client of [old, next])
      expect((await client.call(page, list)).code).toBe(codes.forbidden)
    time = 24 * hour + 1000
    expect((await old.call(page, list)).code).toBe(codes.badSignature)
    expect((await next.call(page, list)).code).toBe(codes.forbidden)
    time = 0
    const last = await admin.get(clients.rotate, { params, body: { endsOldNow: true } })
    for (const client of [old, next])
      expect((await client.call(page, list)).code).toBe(codes.badSignature)
    const current = await clientCalling(app, made.id, last.secret)
    expect((await current.call(page, list)).code).toBe(codes.forbidden)
    expect(await state()).toBe('ACTIVE')
  })

  it('never has more than two good secrets, however many rotate at once', async () => {
    const made = await admin.get(clients.add, { body: fields('Raced') })
    const params = { id: made.id }
    const told = await Promise.all(
      Array.from({ length: 5 }, () => admin.get(clients.rotate, { params, body: {} })),
    )
    const answers = await Promise.all(
      [made.secret ?? '', ...told.map(({ secret }) => secret)].map(async (secret) => {
        const client = await clientCalling(app, made.id, secret)
        return (await client.call(page, list)).code
      }),
    )
    expect(answers.filter((code) => code === codes.forbidden)).toHaveLength(2)
  })

  it('is refused when it is disabled, over, in the bin, or from elsewhere', async () => {
    const { db } = app.platform
    const change = (id: string, values: object) =>
      db.updateTable('apiClient').set(values).where('id', '=', id).execute()
    const past = new Date(Date.now() - hour).toISOString()
    for (const [values, code] of [
      [{ status: 0 }, codes.accountDisabled],
      [{ validTo: past }, codes.accountExpired],
      [{ deletedAt: past }, codes.signInAgain],
      [{ ipAllow: ['192.0.2.0/24', '2001:db8::/32'] }, codes.addressNotAllowed],
      [{ ipAllow: ['127.0.0.0/8', '192.0.2.1'] }, codes.success],
      [{ kind: 'WEBHOOK' }, codes.forbidden],
    ] as const) {
      const client = await addClient(app, { permissions: ['AREA_LIST'] })
      await change(client.userId, values)
      expect((await client.call(page, list)).code).toBe(code)
    }
  })

  it('is shut out with its organisation, and back with it', async () => {
    const { id: orgId } = await addOrganization(app.platform, {
      name: 'Lapsed',
      code: 'lapsed',
      parentId: app.rootId,
    })
    const client = await addClient(app, { orgId, permissions: ['AREA_LIST'] })
    const validTo = (moment: string | null) =>
      app.platform.db
        .updateTable('organization')
        .set({ validTo: moment })
        .where('id', '=', orgId)
        .execute()
    const answer = async () => (await client.call(page, list)).code
    expect(await answer()).toBe(codes.success)
    await validTo('2020-01-01T00:00:00.000Z')
    expect(await answer()).toBe(codes.accountExpired)
    await validTo(null)
    expect(await answer()).toBe(codes.success)
  })

  it('is no person: what is a user’s own it has not', async () => {
    const client = await addClient(app, { permissions: ['PERSONAL_BASE_INFO'] })
    const answer = await client.send({ method: 'GET', url: '/admin/user/v1/user/profile' })
    expect(answer.code).toBe(codes.forbidden)
  })

  it('with a wrong network keeps what was typed, and is told at its field', async () => {
    const body = { ...fields('Networks'), ipAllow: ['10.0.0.0/8', '10.0.0.0/33'] }
    expect(await admin.call(clients.add, { body })).toMatchObject({
      status: 400,
      data: { fields: [{ field: 'ipAllow' }] },
    })
  })
})

describe('the limits of a client', () => {
  const limit = (value: number) =>
    app.platform.db
      .updateTable('parameter')
      .set({ value: JSON.stringify(value) })
      .where('key', '=', 'client.badauth.per30min')
      .execute()

  it('let so many calls through within ten minutes, and none more until they have passed', async () => {
    const client = await addClient(app, { permissions: ['AREA_LIST'] })
    await app.platform.db
      .updateTable('apiClient')
      .set({ rateLimit: 5 })
      .where('id', '=', client.userId)
      .execute()
    const ask = async () => (await client.call(page, list)).code
    const answers: number[] = []
    for (let call = 0; call < 7; call++) {
      answers.push(await ask())
      // Half of them another node would have counted.
      if (call === 3) await flushCalls(app.platform)
    }
    expect(answers).toEqual([200, 200, 200, 200, 200, 429, 429])
    time = 11 * 60_000
    expect(await ask()).toBe(200)
    time = 0
  })

  it('lock a network out that sends wrong signatures, and no other network', async () => {
    await limit(3)
    const client = await addClient(app, { permissions: ['AREA_LIST'] })
    const stranger = await clientCalling(app, client.userId, 'x'.repeat(43))
    const from = (address: string) => ({
      method: 'GET',
      url: page.path,
      headers: { 'x-forwarded-for': address },
    })
    for (let call = 0; call < 3; call++)
      expect((await stranger.send(from('198.51.100.7'))).code).toBe(codes.badSignature)
    expect((await stranger.send(from('198.51.100.8'))).code).toBe(codes.accountLocked)
    expect((await client.send(from('198.51.100.9'))).code).toBe(codes.accountLocked)
    expect((await client.send(from('198.51.101.9'))).code).toBe(codes.success)
    time = 31 * 60_000
    expect((await client.send(from('198.51.100.9'))).code).toBe(codes.success)
    time = 0
  })
})

describe('whoever manages clients', () => {
  const manager = (permissions: readonly string[], orgId = app.rootId) =>
    signedIn(app, {
      orgId,
      permissions: [
        ...['LIST', 'DETAIL', 'ADD', 'EDIT', 'ROTATE', 'DATA', 'STATUS', 'DELETE', 'REVERT'].map(
          (verb) => `CLIENT_${verb}`,
        ),
        ...permissions,
      ],
    })

  it('gives no right that he does not hold', async () => {
    const one = await manager(['AREA_LIST'])
    const made = await one.get(clients.add, { body: fields('Given') })
    const params = { id: made.id }
    const { rows } = await app.platform.pool.query<{ id: string; button_code: string }>(
      `select id, button_code from menu where button_code in ('AREA_LIST', 'AREA_CLEAR')`,
    )
    const idOf = (code: string) => rows.find((row) => row.button_code === code)?.id ?? ''
    const give = (code: string, version: number) =>
      one.call(clients.setRights, { params, body: { version, menuIds: [idOf(code)] } })
    expect((await give('AREA_CLEAR', made.version)).code).toBe(codes.forbidden)
    expect((await give('AREA_LIST', made.version)).code).toBe(codes.success)
  })

  it('gives no scope wider than his own, and makes no client outside it', async () => {
    const west = { name: 'West', code: 'west', parentId: app.rootId }
    const { id: orgId } = await addOrganization(app.platform, west)
    const one = await manager([], orgId)
    expect(await one.call(clients.add, { body: fields('Outside') })).toMatchObject({
      status: 400,
      data: { fields: [{ field: 'orgId' }] },
    })
    const made = await one.get(clients.add, { body: fields('Inside', orgId) })
    const body = { version: made.version, kind: 'ALL' as const }
    expect(await one.call(clients.setScope, { params: { id: made.id }, body })).toMatchObject({
      code: codes.forbidden,
    })
  })

  it('leaves alone a client that holds more than he does', async () => {
    const strong = await addClient(app, { name: 'Strong', permissions: ['AREA_CLEAR'] })
    const one = await manager(['AREA_LIST'])
    const params = { id: strong.userId }
    const { version } = await one.get(clients.detail, { params })
    const body = { ...fields('Strong'), id: strong.userId, version }
    const tries = await Promise.all([
      one.call(clients.rotate, { params, body: {} }),
      one.call(clients.update, { body }),
      one.call(clients.setRights, { params, body: { version, menuIds: [] } }),
      one.call(clients.setStatus, { params: { ...params, status: '0' } }),
      one.call(clients.remove, { params }),
    ])
    expect(tries.map(({ code }) => code)).toEqual(tries.map(() => codes.forbidden))
    expect((await strong.call(page, list)).code).toBe(codes.forbidden)
  })

  it('may himself be a client, which gives what it holds and nothing more', async () => {
    const permissions = ['CLIENT_ADD', 'CLIENT_EDIT', 'CLIENT_DATA', 'AREA_LIST', 'ROLE_LIST']
    const program = await addClient(app, { permissions })
    const made = await program.get(clients.add, { body: fields('By a client') })
    const params = { id: made.id }
    const rights = await program.get(clients.rights, { params })
    const flat = (nodes: typeof rights): typeof rights =>
      nodes.flatMap((node) => [node, ...flat([...node.children])])
    const held = flat(rights).flatMap(({ code, isHeld }) => (code && isHeld ? [code] : []))
    expect(held.toSorted()).toEqual(permissions.toSorted())
    expect((await program.get(roles.page, list)).total).toBeGreaterThan(0)
  })
})

it('is never the reason of a failure', () => {
  expect(app.failures).toEqual([])
})
