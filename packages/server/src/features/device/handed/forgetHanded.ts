import { sql } from 'kysely'
import type { Platform } from '../../../kit/context.ts'
import { draftsIn } from '../../../platform/drafts.ts'
import { dropContent } from '../../file/index.ts'
import { parameter } from '../../system/parameter/index.ts'

/** Files that go in one round. */
const mostARound = 500

/** Forgets what has served its time, what nobody goes on with, and what is of terminals that are gone. */
export async function forgetHanded({ db, env }: Pick<Platform, 'db' | 'env'>): Promise<void> {
  const days = await parameter(db, 'log.device.keepDays')
  const drafts = draftsIn(env.dataFolder)
  const { rows } = await sql<{
    itemId: string
    sha256: Buffer
  }>`select item_id, sha256 from handed_file
    where device_id is null or (state = 'OPEN' and expires_at < now() - interval '1 day')
      or created_at < now() - make_interval(days => ${days})
    order by created_at limit ${mostARound}`.execute(db)
  for (const { itemId, sha256 } of rows)
    await db.transaction().execute(async (own) => {
      await sql`delete from handed_file where item_id = ${itemId}`.execute(own)
      await dropContent({ db: own, env }, [sha256])
      await drafts.remove(itemId)
    })
}
