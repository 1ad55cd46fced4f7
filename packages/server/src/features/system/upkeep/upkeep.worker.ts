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

/** This month's and the next two months' partition of an append-only log that is parted by month. */
const makePartitions = (table: string) => sql`
  do $$ declare first date; begin
    for first in select generate_series(date_trunc('month', now()), now() + interval '2 months', interval '1 month') loop
      if to_regclass(format('%I', '${sql.raw(table)}_' || to_char(first, 'YYYYMM'))) is null
        and not exists (select from ${sql.raw(table)}_rest where at >= first and at < first + interval '1 month') then
        execute format('create table %I partition of ${sql.raw(table)} for values from (%L) to (%L)',
          '${sql.raw(table)}_' || to_char(first, 'YYYYMM'), first, first + interval '1 month');
        execute format('create trigger keep before truncate on %I for each statement execute function append_only()',
          '${sql.raw(table)}_' || to_char(first, 'YYYYMM'));
      end if;
    end loop;
  end $$`

/** Keeps what grows within bounds. */
export const upkeepJobs: readonly Job[] = [
  every('*/10 * * * *', 'upkeep.purge', async ({ db }) => {
    for (const purge of purges) await purge.execute(db)
  }),
  every('17 * * * *', 'upkeep.actionLogPartitions', async ({ db }) => {
    await makePartitions('action_log').execute(db)
  }),
  every('40 2 * * *', 'upkeep.recycleBins', purgeBins),
]
