import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { areas, codes, livePath, organizations, ownSessions, session } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hearingOf } from '../../../../test/hears.ts'
import { createPreparedDatabase } from '../../../../test/prepared.ts'
import { addPerson, aPassword, type Person, signInAs } from '../../../../test/publicCalls.ts'
import { remoteApp } from '../../../../test/remoteApp.ts'
import { type StartedServer, startServer } from '../../../../test/startedServer.ts'
import type { TestDatabase } from '../../../../test/testDatabase.ts'
import {
  addOrganization,
  openTestUser,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addClient } from '../../../../test/testClient.ts'
import { until } from '../../../../test/until.ts'
import { openPool } from '../../../platform/db.ts'
import { secretsOf } from '../../../platform/secrets.ts'
import { watchSeconds } from './live.plugin.ts'

/** How soon whoever lost his session or his rights is out, also when the machine is busy. */
const boundMs = 10_000

const sealingKey = Buffer.alloc(32, 7)
let folder: string
let database: TestDatabase
let servers: StartedServer[]
let nodes: TestApp[]
let env: Record<string, string>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-nodes-'))
  database = await createPreparedDatabase()
  env = {
    DATABASE_URL: database.url,
    MUSTER_DATA: folder,
    MUSTER_SECRET: sealingKey.toString('base64'),
    LOG_LEVEL: 'error',
  }
  servers = [startServer({ env }), startServer({ env })]
  const addresses = await Promise.all(servers.map(({ address }) => address))
  const pool = openPool(database.url, 4)
  const secrets = secretsOf(sealingKey)
  nodes = addresses.map((address) => remoteApp(address, { pool, secrets }))
  const root = nodes[0]?.platform.db.selectFrom('organization').select('id')
  const { id } = (await root?.executeTakeFirst()) ?? { id: '' }
  nodes = nodes.map((node) => ({ ...node, rootId: id }))
})
afterAll(async () => {
  await nodes[0]?.platform.pool.end()
  for (const { child } of servers) child.kill('SIGTERM')
  await Promise.all(servers.map(({ ended }) => ended))
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** The same session, used at another node. */
const at = (node: TestApp, user: TestUser) => openTestUser(node, { ...user.credentials })

async function openStream(node: TestApp, user: TestUser): Promise<WebSocket> {
  const { ticket } = await at(node, user).get(session.ticket, { body: { path: livePath } })
  const { address } = node.http as unknown as { address: string }
  const socket = new WebSocket(new URL(`${livePath}?ticket=${ticket}`, address))
  await once(socket, 'open')
  return socket
}

/** Milliseconds until a stream is closed because its session is over. */
async function untilClosed(socket: WebSocket, since: number): Promise<number> {
  if (socket.readyState !== WebSocket.CLOSED) await once(socket, 'close')
  return performance.now() - since
}

const [first, second] = [() => nodes[0] ?? fail(), () => nodes[1] ?? fail()]
function fail(): never {
  throw new Error('no such node')
}

const db = () => first().platform.db

const endings: readonly (readonly [
  string,
  (person: Person, user: TestUser) => Promise<unknown>,
])[] = [
  [
    'the user is disabled, by whatever means',
    ({ id }) => db().updateTable('appUser').set({ status: 0 }).where('id', '=', id).execute(),
  ],
  [
    'the user is put into the recycle bin',
    ({ id }) =>
      db()
        .updateTable('appUser')
        .set({ deletedAt: new Date().toISOString() })
        .where('id', '=', id)
        .execute(),
  ],
  [
    'its organisation is disabled',
    async ({ id }) => {
      const { id: orgId } = await addOrganization(first().platform, {
        name: id,
        code: id,
        parentId: first().rootId,
      })
      await db().updateTable('appUser').set({ orgId }).where('id', '=', id).execute()
      await db().updateTable('organization').set({ status: 0 }).where('id', '=', orgId).execute()
    },
  ],
  [
    'it is ended from another session at another node',
    async ({ userName }, { sessionId }) => {
      const other = await signInAs(second(), { userName, password: aPassword })
      await other.get(ownSessions.end, { params: { id: sessionId } })
    },
  ],
  [
    'the password is changed in another session',
    async ({ userName }) => {
      const other = await signInAs(second(), { userName, password: aPassword })
      const body = { oldPassword: aPassword, newPassword: 'lantern on the pond' }
      await other.get(session.changePassword, { body })
    },
  ],
  [
    'it was idle for too long',
    (_, { sessionId }) =>
      db()
        .updateTable('session')
        .set({ lastUsedAt: new Date(Date.now() - 16 * 60_000).toISOString() })
        .where('id', '=', sessionId)
        .execute(),
  ],
  [
    'its last moment has come',
    (_, { sessionId }) =>
      db()
        .updateTable('session')
        .set({ expiresAt: new Date(Date.now() - 1).toISOString() })
        .where('id', '=', sessionId)
        .execute(),
  ],
]

describe('a session on two server processes is over on both, and on their streams, within a second, when', () => {
  it.each(endings)('%s', async (_, end) => {
    const person = await addPerson(first())
    const user = await signInAs(first(), { userName: person.userName, password: aPassword })
    const sockets = [await openStream(first(), user), await openStream(second(), user)]
    await end(person, user)
    const ended = performance.now()
    for (const node of nodes)
      expect((await at(node, user).call(session.info, {})).code).toBe(codes.signInAgain)
    const waits = await Promise.all(sockets.map((socket) => untilClosed(socket, ended)))
    expect(Math.max(...waits)).toBeLessThan(boundMs)
    expect(watchSeconds).toBeLessThan(1)
  })
})

it('a role that is narrowed narrows calls and streams of every process within a second', async () => {
  const person = await addPerson(first())
  const role = await db()
    .insertInto('role')
    .values({ code: `r-${person.userName}`, name: 'Role' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db().insertInto('dataScope').values({ roleId: role.id, kind: 'ALL' }).execute()
  await db().insertInto('userRole').values({ userId: person.id, roleId: role.id }).execute()
  const user = await signInAs(first(), { userName: person.userName, password: aPassword })
  const branch = { name: 'Branch', code: 'branch', parentId: first().rootId }
  const { id: orgId } = await addOrganization(first().platform, branch)
  const socket = await openStream(second(), user)
  const announce = async (of: string | null, path: string, ids: readonly string[]) => {
    const payload = JSON.stringify({ announcements: [{ path, ids, parts: [{ orgId: of, ids }] }] })
    await first().platform.pool.query('select pg_notify($1, $2)', ['muster_live', payload])
  }
  const { heard, upToNow } = await hearingOf(socket, (path, ids) => announce(null, path, ids))
  const isHeard = async (id: string) => {
    await announce(orgId, '/admin/device/v1/device', [id])
    await upToNow()
    return heard.some((text) => text.includes(id))
  }
  expect(await isHeard('before')).toBe(true)
  await db().updateTable('dataScope').set({ kind: 'SELF' }).where('roleId', '=', role.id).execute()
  const since = performance.now()
  await until(async () => !(await isHeard(randomUUID())), 'the stream is narrowed')
  expect(performance.now() - since).toBeLessThan(boundMs)
  expect(await isHeard('after')).toBe(false)
  socket.close()
})

const clientEndings: readonly (readonly [string, number, (id: string) => Promise<unknown>])[] = [
  [
    'it is disabled',
    codes.accountDisabled,
    (id) => db().updateTable('apiClient').set({ status: 0 }).where('id', '=', id).execute(),
  ],
  [
    'its time is over',
    codes.accountExpired,
    (id) =>
      db()
        .updateTable('apiClient')
        .set({ validTo: new Date(Date.now() - 1).toISOString() })
        .where('id', '=', id)
        .execute(),
  ],
  [
    'it is put into the recycle bin',
    codes.signInAgain,
    (id) =>
      db()
        .updateTable('apiClient')
        .set({ deletedAt: new Date().toISOString() })
        .where('id', '=', id)
        .execute(),
  ],
  [
    'its secret is ended',
    codes.badSignature,
    (id) =>
      db()
        .updateTable('apiClientSecret')
        .set({ validTo: new Date(Date.now() - 1).toISOString() })
        .where('clientId', '=', id)
        .execute(),
  ],
  [
    'its network is closed to it',
    codes.addressNotAllowed,
    (id) =>
      db()
        .updateTable('apiClient')
        .set({ ipAllow: ['192.0.2.1'] })
        .where('id', '=', id)
        .execute(),
  ],
  [
    'its right is taken',
    codes.forbidden,
    (id) => db().deleteFrom('apiClientMenu').where('clientId', '=', id).execute(),
  ],
]

describe('an API client is refused by both processes at once when', () => {
  it.each(clientEndings)('%s', async (_, code, end) => {
    const client = await addClient(first(), { permissions: ['AREA_LIST'] })
    const ask = async () =>
      Promise.all(
        nodes.map(async (node) => (await at(node, client).call(areas.page, { query: {} })).code),
      )
    expect(await ask()).toEqual([codes.success, codes.success])
    await end(client.userId)
    expect(await ask()).toEqual([code, code])
  })

  it('its data scope is narrowed', async () => {
    const permissions = ['ORGANIZATION_LIST']
    const client = await addClient(first(), { permissions, dataScope: 'ALL' })
    const seen = async () =>
      Promise.all(
        nodes.map(
          async (node) => (await at(node, client).get(organizations.page, { query: {} })).total,
        ),
      )
    expect(Math.min(...(await seen()))).toBeGreaterThan(0)
    await db()
      .updateTable('dataScope')
      .set({ kind: 'SELF' })
      .where('clientId', '=', client.userId)
      .execute()
    expect(await seen()).toEqual([0, 0])
  })

  it('has spent the nonce of a read at the other one, and at one that was started since', async () => {
    const client = await addClient(first(), { permissions: ['AREA_LIST'] })
    const raw = { method: 'GET', url: areas.page.path, nonce: '0'.repeat(23) + '6' }
    expect((await at(first(), client).send(raw)).code).toBe(codes.success)
    expect((await at(second(), client).send(raw)).code).toBe(codes.replayed)
    const started = startServer({ env })
    servers.push(started)
    const { pool, secrets } = first().platform
    const later = remoteApp(await started.address, { pool, secrets })
    expect((await at(later, client).send(raw)).code).toBe(codes.replayed)
    const anew = { ...raw, nonce: '0'.repeat(23) + '8' }
    expect((await at(later, client).send(anew)).code).toBe(codes.success)
  })

  it('has spent the nonce of a write that was refused', async () => {
    const client = await addClient(first(), { permissions: ['AREA_ADD'] })
    const body = JSON.stringify({ name: 'Node', code: 'NOT-A-CODE' })
    const raw = { method: 'POST', url: areas.add.path, body, nonce: '0'.repeat(23) + '9' }
    expect((await at(first(), client).send(raw)).code).toBe(codes.badRequest)
    expect((await at(second(), client).send(raw)).code).toBe(codes.replayed)
  })

  it('has spent the nonce of a write at the other one', async () => {
    const client = await addClient(first(), { permissions: ['AREA_ADD'] })
    const body = JSON.stringify({ name: 'Node', code: 'NODE', type: 'zone' })
    const raw = { method: 'POST', url: areas.add.path, body, nonce: '0'.repeat(23) + '7' }
    const answers = await Promise.all(nodes.map((node) => at(node, client).send(raw)))
    expect(new Set(answers.map(({ code }) => code))).toEqual(
      new Set([codes.success, codes.replayed]),
    )
  })

  it('has made its calls at the other one', async () => {
    const client = await addClient(first(), { permissions: ['AREA_LIST'] })
    const { userId: id } = client
    await db().updateTable('apiClient').set({ rateLimit: 4 }).where('id', '=', id).execute()
    const ask = async (node: TestApp) =>
      (await at(node, client).call(areas.page, { query: {} })).code
    for (let call = 0; call < 4; call++) expect(await ask(first())).toBe(codes.success)
    const written = async () => {
      const minutes = db().selectFrom('apiClientMinute').select('calls').where('clientId', '=', id)
      return (await minutes.execute()).reduce((sum, { calls }) => sum + calls, 0)
    }
    await expect.poll(written).toBe(4)
    expect(await ask(second())).toBe(codes.tooManyRequests)
  })
})
