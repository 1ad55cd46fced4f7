import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Platform } from '../../../kit/context.ts'
import type { Job } from '../../../kit/jobs.ts'

/** The same jobs, each of which writes down when it ran and what it ended with. */
export const recorded = (jobs: readonly Job[]): readonly Job[] =>
  jobs.map((job) => ({
    ...job,
    work: async (platform) => {
      await note(platform, () => noteStart(platform, job.name))
      try {
        await job.work(platform)
      } catch (error) {
        await note(platform, () => noteEnd(platform, job.name, textOf(error)))
        throw error
      }
      await note(platform, () => noteEnd(platform, job.name, null))
    },
  }))

/** A job that cannot be written down is carried out all the same. */
async function note({ log }: Platform, write: () => Promise<unknown>): Promise<void> {
  await write().catch((error: unknown) => log.warn({ err: error }, 'a run of a job was not noted'))
}

const noteStart = ({ db }: Platform, name: string) =>
  sql`insert into job_run (name, started_at, host) values (${name}, clock_timestamp(), ${hostname()})
    on conflict (name) do update set started_at = excluded.started_at, ended_at = null,
      host = excluded.host`.execute(db)

const noteEnd = ({ db }: Platform, name: string, error: string | null) =>
  sql`update job_run set ended_at = clock_timestamp(), error = ${error},
      failed_at = case when ${error}::text is null then failed_at else clock_timestamp() end
    where name = ${name}`.execute(db)

/** What a person can act on; the whole of it is in the log of the process. */
const textOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 500)
