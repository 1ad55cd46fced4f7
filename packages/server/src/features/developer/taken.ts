import type { downloadWays } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/schema.ts'

/** Counts that a download was taken: a row a day and way, whoever took it. */
export async function countTaken(
  db: Kysely<DB>,
  downloadId: string,
  way: (typeof downloadWays)[number],
): Promise<void> {
  await sql`insert into developer_download_day as kept (download_id, day, way, count)
    values (${downloadId}, (now() at time zone 'UTC')::date, ${way}, 1)
    on conflict (download_id, day, way) do update set count = kept.count + 1, last_at = now()`.execute(
    db,
  )
}
