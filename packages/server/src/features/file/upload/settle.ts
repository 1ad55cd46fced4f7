import { existsSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import type { Env } from '../../../platform/env.ts'
import { draftsIn } from '../../../platform/drafts.ts'
import { contentPath } from '../../../platform/fileStore.ts'
import type { DB } from '../../../platform/schema.ts'
import { lockContent } from '../dropContent.ts'
import { checkContent, type Verdict } from './checkContent.ts'
import type { StoredUpload } from './upload.queries.ts'

interface Place {
  readonly db: Kysely<DB>
  readonly env: Pick<Env, 'dataFolder'>
}

type Watch = Parameters<typeof checkContent>[2]

/** Compares what has arrived with what was announced. */
export async function judge(
  { env: { dataFolder } }: Pick<Place, 'env'>,
  upload: StoredUpload,
  watch?: Watch,
): Promise<Verdict> {
  const draft = draftsIn(dataFolder).pathOf(upload.id)
  if (existsSync(draft)) return checkContent(draft, upload, watch)
  // A server that was stopped between moving the file and saying so has left it in its place.
  const kept = contentPath(dataFolder, upload.sha256)
  return existsSync(kept) ? checkContent(kept, upload, watch) : { reason: 'upload.reason.lost' }
}

/** Keeps what was found right, and throws the rest away. Answers what the upload is now. */
export async function settle(
  { db, env }: Place,
  { id, sha256 }: StoredUpload,
  verdict: Verdict,
): Promise<Pick<StoredUpload, 'state' | 'reason'>> {
  const drafts = draftsIn(env.dataFolder)
  await sql`delete from upload_chunk where upload_id = ${id}`.execute(db)
  if ('reason' in verdict) {
    const { reason } = verdict
    await sql`update upload set state = 'REJECTED', reason = ${reason} where id = ${id}`.execute(db)
    await drafts.remove(id)
    return { state: 'REJECTED', reason }
  }
  await lockContent(db, sha256)
  if (existsSync(drafts.pathOf(id))) await drafts.keep(id, sha256)
  await sql`update upload set state = 'STORED', md5 = ${verdict.md5}, reason = null,
    unused_since = now() where id = ${id}`.execute(db)
  return { state: 'STORED', reason: null }
}
