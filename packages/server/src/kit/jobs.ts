import { EventEmitter } from 'node:events'
import type pg from 'pg'
import { Logger, parseCronItems, run, runMigrations, type WorkerEvents } from 'graphile-worker'
import { openPool } from '../platform/db.ts'
import { retryJobCompletion } from '../platform/queuePool.ts'
import type { Readiness } from '../platform/readiness.ts'
import type { Platform } from './context.ts'

/**
 * Work that comes round by itself. It bears being carried out twice, even at once: what a process
 * holds that was killed, or seemed to be, goes to another one.
 */
export interface Job {
  readonly name: string
  /** Five fields of cron, UTC. */
  readonly cron: string
  readonly work: (platform: Platform) => Promise<void>
}

/** A job that any one worker process runs at its times; a time missed while none ran is made up for once. */
export const every = (cron: string, name: string, work: Job['work']): Job => ({ name, cron, work })

/** One that listens, and those that fetch jobs and note their end. */
const queueConnections = 4

export interface RunningJobs {
  /** The name that this process holds jobs by. */
  readonly holder: string
  /** Nothing comes round any more; only a new start of the process helps. */
  readonly need: Readiness
  readonly warning: Readiness
  readonly stop: () => Promise<void>
}

/** Jobs that no worker has begun a minute after their time. */
async function lateJobs(pool: pg.Pool): Promise<string | null> {
  const { rows } = await pool.query<{ late: number }>(
    `select count(*)::int as late from (select from graphile_worker.jobs
      where run_at < now() - interval '1 minute' and locked_at is null and attempts < max_attempts
      limit 1000) waiting`,
  )
  const late = rows[0]?.late ?? 0
  return late > 0 ? `${late} jobs have waited for more than a minute.` : null
}

const timesOf = (jobs: readonly Job[]) =>
  parseCronItems(
    jobs.map(({ name, cron }) => ({
      task: name,
      match: cron,
      options: { backfillPeriod: 86_400_000 },
    })),
  )

const loggerOf = ({ log }: Platform) =>
  new Logger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log.warn(message)
  })

/** Connections of the queue, whose tables are there. */
async function openQueuePool(
  { log }: Platform,
  { databaseUrl, logger }: { databaseUrl: string; logger: Logger },
): Promise<pg.Pool> {
  const pool = openPool(databaseUrl, queueConnections)
  // Its transactions want a connection for longer than a statement.
  await runMigrations({ pgPool: pool, logger })
  retryJobCompletion(pool, (err) => log.warn({ err }, 'The end of a job is noted later'))
  return pool
}

/**
 * Runs jobs until the answered function is called, which waits for those under way. The queue
 * listens and prepares statements: its few connections go straight to the database.
 */
export async function startJobs(
  platform: Platform,
  { jobs, databaseUrl }: { jobs: readonly Job[]; databaseUrl: string },
): Promise<RunningJobs> {
  const logger = loggerOf(platform)
  const pool = await openQueuePool(platform, { databaseUrl, logger })
  const events: WorkerEvents = new EventEmitter()
  let holder = ''
  events.once('pool:create', ({ workerPool }) => {
    holder = workerPool.id
  })
  const runner = await run({
    events,
    pgPool: pool,
    concurrency: 4,
    pollInterval: 2_000,
    noHandleSignals: true,
    logger,
    taskList: Object.fromEntries(jobs.map(({ name, work }) => [name, () => work(platform)])),
    parsedCronItems: timesOf(jobs),
  })
  let isRunning = true
  const ended = () => {
    isRunning = false
  }
  runner.promise.then(ended, ended)
  return {
    holder,
    need: {
      name: 'jobs',
      check: async () => (isRunning ? null : 'The queue of jobs has ended.'),
    },
    warning: { name: 'jobs', check: () => lateJobs(pool) },
    async stop() {
      await runner.stop()
      await pool.end()
    },
  }
}
