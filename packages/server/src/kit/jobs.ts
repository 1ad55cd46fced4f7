import { Logger, parseCronItems, run } from 'graphile-worker'
import type { Platform } from './context.ts'

/** Work that comes round by itself. Jobs are short: a killed worker's job waits for hours. */
export interface Job {
  readonly name: string
  /** Five fields of cron, UTC. */
  readonly cron: string
  readonly work: (platform: Platform) => Promise<void>
}

/** A job that any one worker process runs at its times; a time missed while none ran is made up for once. */
export const every = (cron: string, name: string, work: Job['work']): Job => ({ name, cron, work })

/** Runs jobs until the answered function is called, which waits for those under way. */
export async function startJobs(
  platform: Platform,
  jobs: readonly Job[],
): Promise<() => Promise<void>> {
  const runner = await run({
    pgPool: platform.pool,
    concurrency: 4,
    pollInterval: 2_000,
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning') platform.log.warn(message)
    }),
    taskList: Object.fromEntries(jobs.map(({ name, work }) => [name, () => work(platform)])),
    parsedCronItems: parseCronItems(
      jobs.map(({ name, cron }) => ({
        task: name,
        match: cron,
        options: { backfillPeriod: 86_400_000 },
      })),
    ),
  })
  return () => runner.stop()
}
