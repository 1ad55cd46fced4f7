import { sql } from 'kysely'
import { every, type Job } from '../../../kit/jobs.ts'
import { parameter } from '../../system/parameter/index.ts'

/** Rows that imports have left behind, and what they have added, are forgotten with the files they came from. */
export const importJobs: readonly Job[] = [
  every('47 * * * *', 'imports.expire', async ({ db }) => {
    const days = await parameter(db, 'file.keepDays')
    await sql`delete from import_row using async_task as task
      where task.id = import_row.task_id
        and task.ended_at < now() - make_interval(days => ${days})`.execute(db)
    await sql`delete from import_added using async_task as task
      where task.id = import_added.task_id
        and task.ended_at < now() - make_interval(days => ${days})`.execute(db)
  }),
]
