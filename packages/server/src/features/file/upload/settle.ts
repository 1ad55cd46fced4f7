import { existsSync } from 'node:fs'
import { downloadPartBytes } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { Env } from '../../../platform/env.ts'
import { draftsIn } from '../../../platform/drafts.ts'
import { contentPath } from '../../../platform/fileStore.ts'
import type { DB } from '../../../platform/schema.ts'
import { lockContent } from '../dropContent.ts'
import { checkContent, type Reason, type Verdict } from './checkContent.ts'
import type { StoredUpload } from './upload.queries.ts'

interface Place {
  readonly db: Kysely<DB>
  readonly env: Pick<Env, 'dataFolder'>
}

type Watch = Parameters<typeof checkContent>[2]

/** Where the bytes lie that have arrived; null when somebody has deleted them. */
export function arrivedPath(
  { env: { dataFolder } }: Pick<Place, 'env'>,
  { id, sha256 }: Pick<StoredUpload, 'id' | 'sha256'>,
): string | null {
  const draft = draftsIn(dataFolder).pathOf(id)
  if (existsSync(draft)) return draft
  // A server that was stopped between moving the file and saying so has left it in its place.
  const kept = contentPath(dataFolder, sha256)
  return existsSync(kept) ? kept : null
}

/** Compares what has arrived with what was announced. */
export async function judge(
  place: Pick<Place, 'env'>,
  upload: StoredUpload,
  watch?: Watch,
): Promise<Verdict> {
  const path = arrivedPath(place, upload)
  return path === null ? { reason: 'upload.reason.lost' } : checkContent(path, upload, watch)
}

/** What was found: the file as announced, and perhaps clean; or why it is not kept. */
export type Finding =
  | { readonly md5: Buffer; readonly parts: Buffer; readonly isClean?: boolean }
  | { readonly reason: Reason; readonly signature?: string }

type Settled = Pick<StoredUpload, 'state' | 'reason' | 'signature'>

/** Keeps what was found right, and throws the rest away. Answers what the upload is now. */
export async function settle(
  { db, env }: Place,
  { id, sha256 }: StoredUpload,
  finding: Finding,
): Promise<Settled> {
  const drafts = draftsIn(env.dataFolder)
  await sql`delete from upload_chunk where upload_id = ${id}`.execute(db)
  if ('reason' in finding) {
    const { reason, signature = null } = finding
    await sql`update upload set state = 'REJECTED', reason = ${reason}, signature = ${signature},
        scan = case when ${signature}::text is not null then 'INFECTED' end,
        scanned_at = case when ${signature}::text is not null then now() end
      where id = ${id}`.execute(db)
    await drafts.remove(id)
    return { state: 'REJECTED', reason, signature }
  }
  const { md5, parts, isClean = false } = finding
  await lockContent(db, sha256)
  if (existsSync(drafts.pathOf(id))) await drafts.keep(id, sha256)
  await sql`insert into content_part (sha256, part_bytes, hashes)
    values (${sha256}, ${downloadPartBytes}, ${parts}) on conflict do nothing`.execute(db)
  await sql`update upload set state = 'STORED', md5 = ${md5}, reason = null, unused_since = now(),
      scan = case when ${isClean}::boolean then 'CLEAN' end,
      scanned_at = case when ${isClean}::boolean then now() end
    where id = ${id}`.execute(db)
  return { state: 'STORED', reason: null, signature: null }
}
