import { sql } from 'kysely'
import { every, type Job } from '../../../kit/jobs.ts'

/** Errors of browsers are kept for so long; by then they are mended, or came again. */
const keepDays = 30

export const clientErrorJobs: readonly Job[] = [
  every('43 * * * *', 'clientError.forget', async ({ db }) => {
    await sql`delete from client_error where at < now() - make_interval(days => ${keepDays})`.execute(
      db,
    )
  }),
]
