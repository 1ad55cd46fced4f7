import Fastify from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../test/testDatabase.ts'
import { openPool } from '../../../platform/db.ts'
import { watchPool } from '../../../platform/poolCheck.ts'
import { databaseChecks } from './databaseCheck.ts'
import { allOf, mountHealth, reporterOf } from './health.plugin.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.drop())

const isThere = { name: 'there', check: async () => null }
const isMissing = { name: 'missing', check: async () => 'It is not there.' }

describe('the answer', () => {
  const answerOf = async (path: string, ...parts: Parameters<typeof allOf>[0][number][]) => {
    const http = Fastify()
    mountHealth(http, allOf(parts))
    const answer = await http.inject(path)
    await http.close()
    return { code: answer.statusCode, ...answer.json<object>() }
  }
  const none = { needs: [], warnings: [], vitals: [] }

  it('is 503 with the reason where a need is missing', async () => {
    const answer = await answerOf('/readyz', { ...none, needs: [isThere, isMissing] })
    expect(answer).toEqual({
      code: 503,
      ready: false,
      reasons: { missing: 'It is not there.' },
      warnings: [],
    })
  })

  it('is 200 with the sentence where it is but a warning', async () => {
    const answer = await answerOf('/readyz', { ...none, needs: [isThere], warnings: [isMissing] })
    expect(answer).toEqual({
      code: 200,
      ready: true,
      reasons: {},
      warnings: ['It is not there.'],
    })
  })

  it('names the check that a warning comes from where that says nothing itself', async () => {
    const hanging = { name: 'hanging', check: () => new Promise<null>(() => undefined) }
    const failing = { name: 'failing', check: () => Promise.reject(new Error('secret.example')) }
    const { warnings } = Object.assign(
      { warnings: [] },
      await answerOf('/readyz', { ...none, warnings: [hanging, failing] }),
    )
    expect(warnings).toEqual([
      'Check "hanging": no answer within 1.4 s.',
      'Check "failing": it could not be made.',
    ])
  })

  it('asks for a restart only where one would help', async () => {
    expect(await answerOf('/healthz', { ...none, needs: [isMissing] })).toMatchObject({
      code: 200,
    })
    expect(await answerOf('/healthz', { ...none, vitals: [isMissing] })).toEqual({
      code: 503,
      status: 'restart',
      reasons: { missing: 'It is not there.' },
    })
  })
})

it('asks a check once, however many reports of it are asked for at once', async () => {
  let asked = 0
  const check = async () => (asked++ < 0 ? 'never' : null)
  const health = { needs: [{ name: 'counted', check }], warnings: [], vitals: [] }
  await Promise.all([reporterOf(health)(), reporterOf(health)()])
  expect(asked).toBe(1)
})

describe('the database', () => {
  it('is told to take no writes where it is read only', async () => {
    const pool = openPool(database.url, 1)
    const { write } = databaseChecks(pool, { now: () => new Date() })
    expect(await write.check()).toBeNull()
    await pool.query('set default_transaction_read_only = on')
    expect(await write.check()).toBe(
      'The database takes no writes: it is a standby, or set to read only.',
    )
    await pool.end()
  })

  it('measures how far our clock is off: a little is a warning, a lot keeps us from work', async () => {
    const pool = openPool(database.url, 1)
    let ahead = 0
    const { clock, drift } = databaseChecks(pool, {
      now: () => new Date(Date.now() + ahead),
    })
    const verdicts = () => Promise.all([clock.check(), drift.check()])
    expect(await verdicts()).toEqual([null, null])
    ahead = 30_000
    expect(await verdicts()).toEqual([null, expect.stringMatching(/^The clock .* s ahead of the/)])
    ahead = -90_000
    const [worst] = await verdicts()
    expect(worst).toMatch(/ s behind the database's\.$/)
    await pool.end()
  })

  it('is told to be away without its address', async () => {
    const pool = openPool('postgres://nobody:secret@127.0.0.1:9/none', 1)
    const { write } = databaseChecks(pool, { now: () => new Date() })
    expect(await write.check()).toBe('The database does not answer (ECONNREFUSED).')
    await pool.end()
  })
})

it('misses connections only when nobody who waits gets one', async () => {
  const pool = openPool(database.url, 2)
  const { need, warning } = watchPool(pool, 'web')
  const holder = new pg.Client(database.url)
  await holder.connect()
  await holder.query('select pg_advisory_lock(46)')
  const held = Array.from({ length: 2 }, () => pool.query('select pg_advisory_lock_shared(46)'))
  for (const one of held) one.catch(() => undefined)
  expect(await need.check()).toBeNull()
  const waiting = pool.query('select 1').catch(() => 'refused')
  await expect.poll(() => warning.check()).toBe('1 calls wait for a connection of the role web.')
  expect(await need.check()).toBeNull()
  const another = setInterval(() => pool.query('select 1').catch(() => undefined), 500)
  await expect.poll(() => need.check()).toMatch(/^All 2 connections/)
  clearInterval(another)
  await holder.query('select pg_advisory_unlock(46)')
  await Promise.allSettled([...held, waiting])
  await expect.poll(() => need.check()).toBeNull()
  await holder.end()
  await pool.end()
})
