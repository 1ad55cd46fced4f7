import { devices } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/bin/app.ts'
import { openDatabase, openPool } from '../../src/platform/db.ts'
import { type Pooler, startPooler } from '../pooler.ts'
import { signedIn, startTestApp, type TestApp } from '../testApp.ts'
import { createTestDatabase, type TestDatabase } from '../testDatabase.ts'
import { freePort } from '../freePorts.ts'
import { type FaultBench, findLost, openFaultBench } from './faultBench.ts'
import { until } from '../until.ts'

describe('a server behind PgBouncer in transaction mode', () => {
  let database: TestDatabase
  let pooler: Pooler
  let bench: FaultBench

  beforeAll(async () => {
    database = await createTestDatabase()
    pooler = await startPooler(database.url, 3)
    bench = await openFaultBench({
      databaseUrl: database.url,
      mqttPort: await freePort(),
      count: 40,
      env: { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.url },
    })
  }, 300_000)

  afterAll(async () => {
    await bench.close()
    await pooler.close()
    await database.drop()
  })

  it('takes in beats, hands out commands and loses nothing', async () => {
    const { fleet } = bench
    const items: string[] = []
    for (const { identity } of fleet.terminals)
      items.push(await bench.command(identity.sn, { cmd: 'SYNC', args: {} }))
    const done = `select count(*)::int as done from push_item where state = 'SUCCESS'`
    await until(
      async () => (await bench.pool.query<{ done: number }>(done)).rows[0]?.done === items.length,
      'every command has succeeded',
    )
    expect((await findLost(bench, await bench.record())).join(', ')).toBe('')
  }, 300_000)

  it('runs what is in the queue of jobs', async () => {
    await bench.pool.query(`select graphile_worker.add_job('server.forgetNodes')`)
    const ended = `select error from job_run where name = 'server.forgetNodes' and ended_at is not null`
    await expect
      .poll(async () => (await bench.pool.query<{ error: string | null }>(ended)).rows, {
        timeout: 60_000,
      })
      .toEqual([{ error: null }])
  }, 300_000)

  it('bounds sessions as without it', async () => {
    const pool = openPool({ url: pooler.url, directUrl: database.url }, 2)
    const { rows } = await pool.query<{ bound: string }>(
      `select current_setting('statement_timeout') || ' ' || current_setting('lock_timeout') || ' '
        || current_setting('idle_in_transaction_session_timeout') as bound`,
    )
    await pool.end()
    expect(rows).toEqual([{ bound: '30s 10s 30s' }])
  })
})

describe('calls behind PgBouncer in transaction mode', () => {
  let app: TestApp
  let pooler: Pooler
  let pooled: TestApp

  beforeAll(async () => {
    app = await startTestApp()
    const url = app.platform.env.databaseUrl ?? ''
    pooler = await startPooler(url, 2)
    const pool = openPool({ url: pooler.url, directUrl: url }, 10)
    const env = { ...app.platform.env, databaseDirectUrl: url }
    const platform = { ...app.platform, env, pool, db: openDatabase(pool) }
    pooled = { ...app, platform, http: await buildApp(platform) }
  }, 300_000)

  afterAll(async () => {
    await pooled.http.close()
    await pooled.platform.pool.end()
    await pooler.close()
    await app.close()
  })

  it('that run at once share two connections, those with hot statements too', async () => {
    const user = await signedIn(pooled, { isSuperAdmin: true })
    const pages = await Promise.all(
      Array.from({ length: 40 }, () => user.get(devices.page, { query: {} })),
    )
    expect(pages.map(({ total }) => total)).toEqual(Array(40).fill(0))
    expect(pooled.failures).toEqual([])
  })
})
