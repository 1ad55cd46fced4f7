import { sql } from 'kysely'
import type { Context, Platform } from '../../../kit/context.ts'
import { every, type Job } from '../../../kit/jobs.ts'
import { mailTo } from '../../mail/index.ts'

/** Owners who are told in one transaction. */
const atATime = 200

interface Locked {
  readonly userName: string
  readonly email: string
  readonly orgId: string
  readonly language: string | null
}

/**
 * Tells owners by mail that their account is locked: a sign-in does not say so where it would tell
 * strangers which names there are. Here and not in the sign-in, whose time must tell nothing either.
 * Once a day at the most, however often strangers lock it.
 */
export async function tellOfLocks(platform: Platform): Promise<void> {
  while ((await tellSome(platform)) === atATime);
}

async function tellSome(platform: Platform): Promise<number> {
  const rung = new Set<string>()
  const now = platform.now().toISOString()
  const count = await platform.db.transaction().execute(async (db) => {
    const { rows } = await sql<Locked>`update app_user set lock_told_at = ${now}
      where id = any(array(select id from app_user due
        where due.locked_until > ${now} and due.email is not null and is_usable(due)
          and coalesce(due.lock_told_at, '-infinity') < ${now}::timestamptz - interval '1 day'
        order by due.locked_until limit ${atATime} for update skip locked))
      returning user_name, email, org_id, language`.execute(db)
    const writer: Pick<Context, 'db' | 'ring'> & { readonly platform: Platform } = {
      db,
      platform,
      ring: (kind) => void rung.add(kind),
    }
    for (const { userName, email: to, orgId, language } of rows)
      await mailTo(writer, {
        to,
        orgId,
        template: 'ACCOUNT_LOCKED',
        language: language ?? 'en',
        values: { userName },
      })
    return rows.length
  })
  for (const kind of rung) platform.live.ring(kind)
  return count
}

export const lockJobs: readonly Job[] = [every('* * * * *', 'signIn.locks', tellOfLocks)]
