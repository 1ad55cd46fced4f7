import { type Kysely, sql } from 'kysely'
import type { Env } from '../../platform/env.ts'
import { fileStoreIn } from '../../platform/fileStore.ts'
import type { DB } from '../../platform/schema.ts'
import { removeBook } from './bookFiles.ts'

/** Keeps a content from being dropped or brought back by anybody else until the commit. */
export async function lockContent(db: Kysely<DB>, sha256: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${sha256.toString('hex')}, 26))`.execute(
    db,
  )
}

/** Whether anybody has a content: an upload, the download centre, what a terminal handed in, or a trace. */
export const isUsed = (sha256: ReturnType<typeof sql>) => sql<boolean>`(
  exists (select from upload where upload.sha256 = ${sha256} and upload.state = 'STORED'
    and upload.storage = 'FOLDER')
  or exists (select from file_task where file_task.sha256 = ${sha256} and file_task.state = 'READY')
  or exists (select from handed_file where handed_file.sha256 = ${sha256} and handed_file.state = 'STORED')
  or exists (select from log_trace where log_trace.sha256 = ${sha256}))`

/**
 * Removes bytes from the store that no upload, no download and no terminal's file has any more, and
 * pictures that are nobody's upload. In a transaction: who stores the same bytes meanwhile waits for
 * its end.
 */
export async function dropContent(
  { db, env }: { readonly db: Kysely<DB>; readonly env: Pick<Env, 'dataFolder'> },
  contents: readonly Buffer[],
): Promise<void> {
  const store = fileStoreIn(env.dataFolder)
  // One order for all, so that two who drop the same contents do not wait for each other.
  for (const sha256 of contents.toSorted(Buffer.compare)) {
    await lockContent(db, sha256)
    const { rows } = await sql<{
      isUsed: boolean
    }>`select ${isUsed(sql`${sha256}::bytea`)} as is_used`.execute(db)
    if (!rows[0]?.isUsed) {
      await store.remove(sha256)
      await removeBook(env.dataFolder, sha256)
      await sql`delete from content_part where sha256 = ${sha256}`.execute(db)
      // The bucket is asked by a worker, after the commit.
      await sql`update bucket_content set state = 'DROPPED', changed_at = now()
        where sha256 = ${sha256} and state <> 'DROPPED'`.execute(db)
    }
    await sql`delete from image where hash = ${sha256} and not exists (select from upload
      where sha256 = ${sha256} and state = 'STORED' and storage = 'DATABASE')`.execute(db)
  }
}
