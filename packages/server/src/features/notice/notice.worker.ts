import { sql } from 'kysely'
import { every, type Job } from '../../kit/jobs.ts'
import { parameter } from '../system/parameter/index.ts'

/** Notices are forgotten after the days that the parameter says. */
export const noticeJobs: readonly Job[] = [
  every('41 * * * *', 'notice.forget', async ({ db }) => {
    const days = await parameter(db, 'notice.keepDays')
    await sql`delete from notice where created_at < now() - make_interval(days => ${days}::int)`.execute(
      db,
    )
  }),
]
