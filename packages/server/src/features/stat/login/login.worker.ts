import { flapsPerDay } from '@muster/contract'
import { sql } from 'kysely'
import type { Platform } from '../../../kit/context.ts'
import { every, type Job } from '../../../kit/jobs.ts'
import { parameter } from '../../system/parameter/index.ts'

/** Forgets figures of connections with the connections themselves, and whom no ban keeps out any more. */
export const loginJobs: readonly Job[] = [every('51 2 * * *', 'login.forget', forgetLogins)]

async function forgetLogins({ db }: Pick<Platform, 'db'>): Promise<void> {
  const days = await parameter(db, 'log.device.keepDays')
  const since = sql`now() - make_interval(days => ${days})`
  // Connections go by whole months (device_session), and what is counted of them no sooner.
  const month = sql`date_trunc('month', ${since}, 'UTC')`
  await sql`delete from login_hour where hour < ${month}`.execute(db)
  await sql`delete from login_hour_below where hour < ${month}`.execute(db)
  await sql`delete from login_failure where minute < ${since}`.execute(db)
  await sql`delete from login_failure_example where at < ${since}`.execute(db)
  await sql`delete from login_day where day < (${month} at time zone 'UTC')::date`.execute(db)
  // Who came as often as anybody is of no interest once the day is over. What a month of nights missed waits for its end.
  await sql`delete from login_day where connects <= ${sql.lit(flapsPerDay)}
    and day between (now() - interval '32 days')::date and (now() - interval '3 days')::date`.execute(
    db,
  )
  await sql`delete from login_ban where until_at < now() - interval '30 days'`.execute(db)
}
