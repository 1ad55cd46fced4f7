import { sql } from 'kysely'
import { every, type Job } from '../../kit/jobs.ts'

/** Notices and errors of browsers are forgotten after a while. */
export const noticeJobs: readonly Job[] = [
  every('41 * * * *', 'notice.forget', async ({ db }) => {
    await sql`delete from notice where created_at < now() - interval '90 days'`.execute(db)
    await sql`delete from client_error where at < now() - interval '30 days'`.execute(db)
  }),
]
