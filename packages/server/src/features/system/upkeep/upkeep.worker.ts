import { sql } from 'kysely'
import { every, type Job } from '../../../kit/jobs.ts'
import { purgeBins } from './purgeBins.ts'

/** What has served its time: nonces outlive the tolerated clock difference, answers their 24 hours. */
const purges = [
  sql`delete from request_nonce where seen_at < now() - interval '10 minutes'`,
  sql`delete from ticket where expires_at < now()`,
  sql`delete from idempotency where created_at < now() - interval '24 hours'`,
  sql`delete from spent_challenge where expires_at < now()`,
  sql`delete from sign_in_guess where updated_at < now() - interval '1 day' and coalesce(locked_until, now()) <= now()`,
  sql`delete from mail_code where created_at < now() - interval '2 days'`,
  sql`delete from mail_link where expires_at < now() - interval '7 days'`,
  sql`delete from known_device where last_used_at < now() - interval '1 year'`,
  sql`delete from platform_key where name like 'login.rsa.%' and created_at < now() - interval '3 days'`,
  sql`delete from session where expires_at < now() - interval '90 days'`,
]

/** Keeps what grows within bounds. */
export const upkeepJobs: readonly Job[] = [
  every('*/10 * * * *', 'upkeep.purge', async ({ db }) => {
    for (const purge of purges) await purge.execute(db)
  }),
  every('17 * * * *', 'upkeep.actionLogPartitions', async ({ db }) => {
    await sql`select make_action_log_months()`.execute(db)
  }),
  every('40 2 * * *', 'upkeep.recycleBins', purgeBins),
]
