import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Platform } from '../../src/kit/context.ts'
import { every, type RunningJobs, startJobs } from '../../src/kit/jobs.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/embeddedPostgres.ts'
import { signalDatabase } from './stall.ts'

let dataFolder: string
let database: EmbeddedPostgres
let queue: RunningJobs
let logged: string[]
let runs: string[]
let letOn: PromiseWithResolvers<void>

const unhandled: unknown[] = []
const keep = (reason: unknown) => void unhandled.push(reason)

/** The work of a job that ends, well or not, when the test lets it. */
const until = (name: string) => async () => {
  runs.push(name)
  await letOn.promise
  if (name === 'bad') throw new Error('as meant')
}

beforeAll(async () => {
  process.on('unhandledRejection', keep)
  dataFolder = await mkdtemp(join(tmpdir(), 'muster-jobs-'))
  await chmod(dataFolder, 0o755)
  const settings = { fsync: 'off' }
  database = await startEmbeddedPostgres({ dataFolder, settings, log: () => undefined })
}, 300_000)

afterAll(async () => {
  process.off('unhandledRejection', keep)
  await database.stop()
  await rm(dataFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
})

beforeEach(async () => {
  logged = []
  runs = []
  letOn = Promise.withResolvers()
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })
  // All that the queue itself knows of the outside world.
  const platform = { log } as Platform
  const jobs = ['good', 'bad'].map((name) => every('0 0 1 1 *', name, until(name)))
  queue = await startJobs(platform, { jobs, databaseUrl: database.url })
})

afterEach(() => queue.stop())

async function ask<T extends object>(text: string): Promise<T[]> {
  const client = new pg.Client(database.url)
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

interface Left {
  readonly name: string
  readonly attempts: number
  readonly error: string | null
  readonly isFree: boolean
}

const left = () =>
  ask<Left>(`select task_identifier as name, attempts, last_error as error,
    locked_at is null as "isFree" from graphile_worker.jobs`)

const noted = () => logged.filter((line) => line.includes('noted later')).length

it('notes how jobs ended when a database that said nothing speaks again', async () => {
  await ask(`select graphile_worker.add_job(name) from unnest('{good,bad}'::text[]) as name`)
  await expect.poll(() => runs.toSorted()).toEqual(['bad', 'good'])
  // Without a connection of before, which would only be found dead after 35 s.
  await ask(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'muster'`,
  )
  signalDatabase(dataFolder, 'SIGSTOP')
  try {
    letOn.resolve()
    await expect.poll(noted, { timeout: 90_000 }).toBeGreaterThanOrEqual(2)
  } finally {
    signalDatabase(dataFolder, 'SIGCONT')
  }
  await expect
    .poll(left, { timeout: 60_000 })
    .toEqual([{ name: 'bad', attempts: 1, error: 'as meant', isFree: true }])
  expect(runs).toHaveLength(2)
  expect(await queue.need.check()).toBeNull()
  expect(unhandled).toEqual([])
})
