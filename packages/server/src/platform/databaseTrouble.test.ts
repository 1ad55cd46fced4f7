import { once } from 'node:events'
import { createServer } from 'node:net'
import { Client } from 'pg'
import { expect, inject, it } from 'vitest'
import { databaseTrouble } from './databaseTrouble.ts'

/** What the driver says of a connection, in our words. */
async function sentenceFor(url: string): Promise<string | null> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return 'connected'
  } catch (error) {
    return databaseTrouble(error)
  } finally {
    await client.end().catch(() => undefined)
  }
}

const withParts = (parts: Partial<URL>) =>
  Object.assign(new URL(inject('testServer').url), parts).href

it('says that nobody answers, and where', async () => {
  const sentence = await sentenceFor('postgres://muster:hidden@127.0.0.1:9/muster')
  expect(sentence).toContain('does not answer (connect ECONNREFUSED 127.0.0.1:9)')
  expect(sentence).not.toContain('hidden')
})

it('says that nobody answers at any address of a host', async () => {
  const error = new AggregateError([new Error('connect ECONNREFUSED ::1:9')], '')
  expect(databaseTrouble(Object.assign(error, { code: 'ECONNREFUSED' }))).toContain('::1:9')
})

it('says that what answers hangs up', async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  expect(await sentenceFor(`postgres://muster@127.0.0.1:${port}/muster`)).toMatch(
    /does not answer \((Connection terminated unexpectedly|read ECONNRESET)\)/,
  )
  server.close()
})

it('says that the host is not known', async () => {
  expect(await sentenceFor('postgres://muster@nobody.invalid/muster')).toContain(
    'host of the database is not known',
  )
})

it('says that user or password are wrong, without them', async () => {
  const sentence = await sentenceFor(withParts({ password: 'a-wrong-one' }))
  expect(sentence).toContain('does not let us in')
  expect(sentence).not.toContain('a-wrong-one')
})

it('says that there is no such database', async () => {
  expect(await sentenceFor(withParts({ pathname: '/not_there' }))).toContain(
    'The database is not there: database "not_there" does not exist',
  )
})

it('says that the database takes no TLS', async () => {
  expect(await sentenceFor(withParts({ search: '?sslmode=verify-full' }))).toContain('takes no TLS')
})

it.each([
  ['SELF_SIGNED_CERT_IN_CHAIN', 'not trusted here'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'not trusted here'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'not trusted here'],
  ['CERT_HAS_EXPIRED', 'not trusted here'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'is for another host'],
  ['53300', 'no connection left'],
  ['53100', 'out of disk'],
  ['57P03', 'starts, stops or was restarted'],
  ['25006', 'only reads'],
  ['42501', 'lacks a right'],
])('has a sentence for %s', (code, words) => {
  const sentence = databaseTrouble(Object.assign(new Error('as it says'), { code }))
  expect(sentence).toContain(words)
})

it('has none for a bug', () => {
  expect(databaseTrouble(Object.assign(new Error('syntax error'), { code: '42601' }))).toBeNull()
  expect(databaseTrouble(new TypeError('x is not a function'))).toBeNull()
})
