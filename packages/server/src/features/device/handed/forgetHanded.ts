import { sql } from 'kysely'
import type { Platform } from '../../../kit/context.ts'
import { draftsIn } from '../../../platform/drafts.ts'
import { dropContent } from '../../file/index.ts'
import { parameter } from '../../system/parameter/index.ts'

/** Files that go in one round. */
const mostARound = 500
/** Days for which it is told of a log that it has gone. */
const goneDays = 400

interface Due {
  readonly itemId: string
  readonly sha256: Buffer
  readonly isNoted: boolean
}

/** Forgets what has served its time, what nobody goes on with, and what is of terminals that are gone. */
export async function forgetHanded({ db, env }: Pick<Platform, 'db' | 'env'>): Promise<void> {
  const days = await parameter(db, 'log.device.keepDays')
  const drafts = draftsIn(env.dataFolder)
  // Each with an index of its own: one condition over all of them would read every file.
  const ways = [
    sql`device_id is null`,
    sql`state = 'OPEN' and expires_at < now() - interval '1 day'`,
    sql`state = 'STORED' and created_at < now() - make_interval(days => ${days})
      and (keep_until is null or keep_until < now())`,
    sql`created_at < now() - make_interval(days => ${days + goneDays}) and state in ('EXPIRED', 'DELETED')`,
  ].map((isDue) => sql`(select item_id from handed_file where ${isDue} limit ${mostARound})`)
  const { rows } = await sql<Due>`select item_id, sha256,
      device_id is not null and kind = 'LOG' and state = 'STORED' as is_noted from handed_file
    where item_id = any(array(${sql.join(ways, sql` union `)}))
    order by created_at limit ${mostARound}`.execute(db)
  for (const { itemId, sha256, isNoted } of rows)
    await db.transaction().execute(async (own) => {
      // That there was a log stays on record for a while.
      if (isNoted)
        await sql`update handed_file set state = 'EXPIRED' where item_id = ${itemId}`.execute(own)
      else await sql`delete from handed_file where item_id = ${itemId}`.execute(own)
      await dropContent({ db: own, env }, [sha256])
      await drafts.remove(itemId)
    })
}
