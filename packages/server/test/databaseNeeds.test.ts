import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type ForeignPostgres, startDebianPostgres } from './debianPostgres.ts'
import { startServer } from './startedServer.ts'
import { makeAuthority } from './testAuthority.ts'
import { until } from './until.ts'

let postgres: ForeignPostgres
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-needs-'))
  postgres = await startDebianPostgres()
  await as('postgres', 'postgres', 'create role muster login; create role guest login')
})

afterAll(async () => {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

const addressOf = (username: string, database: string) =>
  Object.assign(new URL(postgres.url), { username, pathname: `/${database}` }).href

/** A database of a server of its own, which is stopped with the test. */
async function otherServer(wishes: Parameters<typeof startDebianPostgres>[0]): Promise<URL> {
  const other = await startDebianPostgres(wishes)
  onTestFinished(() => other.stop())
  const client = new Client(other.url)
  await client.connect()
  await client.query('create role muster login')
  await client.query('create database muster owner muster')
  await client.end()
  return Object.assign(new URL(other.url), { username: 'muster', pathname: '/muster' })
}

async function as(user: string, database: string, sql: string): Promise<void> {
  const client = new Client(addressOf(user, database))
  await client.connect()
  await client.query(sql)
  await client.end()
}

/** All that a start on this database says. */
const refusalOf = (user: string, database: string) => refusalAt(addressOf(user, database))

async function refusalAt(url: string): Promise<string> {
  const env = { DATABASE_URL: url, MUSTER_DATA: folder }
  const server = startServer({ env })
  expect(await server.ended).toBe(1)
  expect(server.output().trim().split('\n')).toHaveLength(1)
  return server.output()
}

it('says in one sentence that the role may not add the extensions, and how they come', async () => {
  await as('postgres', 'postgres', 'create database closed')
  expect(await refusalOf('guest', 'closed')).toContain(
    'The role guest may not add the extensions ltree and pg_trgm to the database closed: let its owner run `create extension ltree; create extension pg_trgm;` there',
  )
})

it('says in one sentence that the role may not make tables', async () => {
  await as('postgres', 'postgres', 'create database given')
  await as('postgres', 'given', 'create extension ltree; create extension pg_trgm')
  expect(await refusalOf('guest', 'given')).toContain(
    'The role guest may not make tables in the schema public of the database given',
  )
})

it('says in one sentence that the encoding is another one', async () => {
  await as(
    'postgres',
    'postgres',
    `create database bytes owner muster encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C' template template0`,
  )
  expect(await refusalOf('muster', 'bytes')).toContain('is encoded in SQL_ASCII')
})

it('says in one sentence that the server does not bring an extension', async () => {
  const { href } = await otherServer({ without: 'ltree' })
  expect(await refusalAt(href)).toContain(
    "The database server does not have the extension ltree: install PostgreSQL's contrib package there",
  )
})

it('says in one sentence that the server is too old', async () => {
  const old = await openOldServer(postgres.url)
  onTestFinished(old.close)
  await as('postgres', 'postgres', 'create database old owner muster')
  const url = Object.assign(new URL(addressOf('muster', 'old')), { port: old.port })
  expect(await refusalAt(url.href)).toMatch(/is PostgreSQL 14\.\d+.*; Muster needs 15 or newer\./)
})

describe('a certificate of an authority of its own', () => {
  it('is not trusted, in one sentence, until it is named', async () => {
    const authority = await makeAuthority('Estate')
    const url = await otherServer({ tls: await authority.issue('db', ['localhost']) })
    url.hostname = 'localhost'
    url.searchParams.set('sslmode', 'verify-full')
    expect(await refusalAt(url.href)).toContain('add sslrootcert=/path/to/ca.pem to DATABASE_URL')

    const file = join(folder, 'ca.pem')
    await writeFile(file, authority.cert)
    url.searchParams.set('sslrootcert', file)
    const server = startServer({ env: { DATABASE_URL: url.href, MUSTER_DATA: folder } })
    const address = await server.address
    await until(async () => (await fetch(`${address}/readyz`)).status === 200)
    server.child.kill('SIGKILL')
    await server.ended

    // The certificate names no address.
    url.hostname = '127.0.0.1'
    expect(await refusalAt(url.href)).toContain(
      'The certificate of the database is for another host',
    )
  }, 400_000)
})

async function versionOf(url: string): Promise<string> {
  const client = new Client(url)
  await client.connect()
  const { rows } = await client.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  )
  await client.end()
  return rows[0]?.version ?? ''
}

/** The server at this address, which says that it is of version 14. */
async function openOldServer(url: string): Promise<{ port: string; close: () => Promise<void> }> {
  const { hostname, port } = new URL(url)
  const [major = ''] = /^\d+/.exec(await versionOf(url)) ?? []
  const own = new RegExp(`\\b${major}(\\d{4}|\\.\\d)`, 'g')
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    near.pipe(far)
    // As many bytes as before: 15.9 is 150009.
    const older = (bytes: Buffer) =>
      Buffer.from(bytes.toString('latin1').replaceAll(own, '14$1'), 'latin1')
    far.on('data', (bytes) => near.write(older(bytes)))
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' ? String(address?.port) : '',
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
