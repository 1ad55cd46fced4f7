import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { codes } from '@muster/contract'
import { sql } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { refusalOf } from '../../src/edge/failure.ts'
import { type Database, openDatabase, openPool } from '../../src/platform/db.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/embeddedPostgres.ts'
import { inTransaction } from '../../src/platform/transaction.ts'
import { signalDatabase } from './stall.ts'

let dataFolder: string
let database: EmbeddedPostgres
let pool: pg.Pool
let db: Database
let witness: pg.Client

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'muster-broken-'))
  await chmod(dataFolder, 0o755)
  const settings = { fsync: 'off' }
  database = await startEmbeddedPostgres({ dataFolder, settings, log: () => undefined })
}, 300_000)

afterAll(async () => {
  await database.stop()
  await rm(dataFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
})

beforeEach(async () => {
  pool = openPool(database.url, 4, 1_000)
  db = openDatabase(pool)
  witness = new pg.Client(database.url)
  await witness.connect()
  await witness.query('create table if not exists note (id int)')
})

afterEach(async () => {
  await pool.end()
  await witness.end()
})

/** What a caller is told of an error, and that nobody logged it as a bug. */
function answerTo(error: unknown) {
  const bugs: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void bugs.push(line) })
  return { code: refusalOf(error, log).code, bugs }
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

const kill = async (pid: number) => {
  await witness.query('select pg_terminate_backend($1, 10000)', [pid])
}

describe('a backend that is killed inside a transaction', () => {
  const unavailable = { code: codes.unavailable, bugs: [] }

  it('while a statement runs is told as unavailable', async () => {
    const failure = failureOf(
      db.transaction().execute(async (trx) => {
        const pid = await pidOf(trx)
        const running = sql`select pg_sleep(60)`.execute(trx)
        await Promise.all([running, kill(pid)])
      }),
    )
    expect(answerTo(await failure)).toEqual(unavailable)
  })

  it('between two statements is told as unavailable', async () => {
    const failure = failureOf(
      db.transaction().execute(async (trx) => {
        const pid = await pidOf(trx)
        await kill(pid)
        await sql`insert into note values (1)`.execute(trx)
      }),
    )
    expect(answerTo(await failure)).toEqual(unavailable)
  })

  it('before the commit is told as unavailable, and leaves nothing half done', async () => {
    const failure = failureOf(
      db.transaction().execute(async (trx) => {
        await sql`insert into note values (1)`.execute(trx)
        await kill(await pidOf(trx))
      }),
    )
    expect(answerTo(await failure)).toEqual(unavailable)
    expect((await witness.query('select from note')).rowCount).toBe(0)
  })

  it('is told as unavailable where the driver is used without Kysely', async () => {
    const failure = failureOf(
      inTransaction(pool, async (client) => {
        const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
        await kill(rows[0]?.pid ?? 0)
        await client.query('insert into note values (1)')
      }),
    )
    expect(answerTo(await failure)).toEqual(unavailable)
    await expect.poll(() => pool.totalCount).toBe(0)
  })
})

it('lets go of every connection that a stalled database does not answer', async () => {
  await Promise.all(Array.from({ length: 4 }, () => pool.query('select 1')))
  signalDatabase(dataFolder, 'SIGSTOP')
  try {
    const failures = await Promise.all(
      Array.from({ length: 4 }, () => failureOf(pool.query('select 1'))),
    )
    for (const failure of failures) expect(answerTo(failure).code).toBe(codes.unavailable)
    await expect.poll(() => pool.totalCount).toBe(0)
  } finally {
    signalDatabase(dataFolder, 'SIGCONT')
  }
  expect((await pool.query('select 1')).rowCount).toBe(1)
  // What was asked of it meanwhile holds no backend for ever.
  const count = `select count(*)::int as open from pg_stat_activity where application_name = 'muster'`
  await expect
    .poll(async () => (await witness.query<{ open: number }>(count)).rows[0]?.open)
    .toBeLessThanOrEqual(1)
})

it('leaves a connection alone that only listens, however long nothing is said', async () => {
  const listener = await pool.connect()
  const heard = vi.fn<(payload: string | undefined) => void>()
  listener.on('notification', ({ payload }) => heard(payload))
  await listener.query('listen news')
  // Twice as long as an answer is waited for.
  await sleep(2_000)
  await witness.query(`notify news, 'late'`)
  await expect.poll(() => heard.mock.calls).toEqual([['late']])
  listener.release()
})

const pidOf = async (trx: Database): Promise<number> => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
  return rows[0]?.pid ?? 0
}
