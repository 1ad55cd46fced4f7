import { type Kysely, sql } from 'kysely'
import type { Readable } from 'node:stream'
import type { Principal } from '../../access/principal.ts'
import type { Context, Platform } from '../../kit/context.ts'
import { reachOf } from '../../access/reach.ts'
import type { DB } from '../../platform/schema.ts'
import { fileStoreIn, type StoredFile } from '../../platform/fileStore.ts'
import { dropContent } from '../file/index.ts'
import { parameter } from '../system/parameter/index.ts'

interface Made {
  readonly fileId: string
  readonly content: Readable
  /** Asked once the content has been read to its end. */
  readonly rows: () => number | null
  /** What must be so as soon as the file is there, and not before. */
  readonly also?: (db: Kysely<DB>) => Promise<void>
}

/** Keeps the bytes of a file that the download centre has announced, until they expire. */
export async function keepFile(
  platform: Pick<Platform, 'db' | 'env'>,
  { fileId, content, rows, also }: Made,
): Promise<void> {
  const { sha256, bytes } = await fileStoreIn(platform.env.dataFolder).put(content, fileId)
  const days = await parameter(platform.db, 'file.keepDays')
  await platform.db.transaction().execute(async (db) => {
    await db
      .updateTable('fileTask')
      .set({
        sha256,
        bytes,
        rows: rows(),
        state: 'READY',
        expiresAt: sql`now() + make_interval(days => ${days})`,
      })
      .where('id', '=', fileId)
      .execute()
    await also?.(db)
  })
}

const dayMs = 86_400_000

/**
 * Lets files go whose time is over, and what killed processes left half written; bytes that another
 * file has too stay.
 */
export async function expireFiles(platform: Pick<Platform, 'db' | 'env' | 'now'>): Promise<void> {
  const expired = await platform.db
    .updateTable('fileTask')
    .set({ state: 'EXPIRED' })
    .where('state', '=', 'READY')
    .where('expiresAt', '<', sql<string>`now()`)
    .returning('sha256')
    .execute()
  const contents = expired.flatMap(({ sha256 }) => sha256 ?? [])
  await platform.db.transaction().execute((db) => dropContent({ db, env: platform.env }, contents))
  const yesterday = new Date(platform.now().getTime() - dayMs)
  await fileStoreIn(platform.env.dataFolder).removeDrafts(yesterday)
}

/**
 * Keeps with an uploaded sheet the right of the list that it is for. One that is read for several lists
 * stays with whoever sent it: no right is named `several`.
 */
export async function keepRight(
  { db }: Pick<Context, 'db'>,
  { fileId, permission }: { readonly fileId: string; readonly permission: string },
): Promise<void> {
  await sql`update file_task set permission = case
      when coalesce(permission, ${permission}) = ${permission} then ${permission} else 'several' end
    where id = ${fileId}`.execute(db)
}

interface Uploaded {
  readonly name: string
  readonly stored: StoredFile
  readonly principal: Pick<Principal, 'userId' | 'orgId' | 'scope'>
}

/** Enters an uploaded sheet, whose bytes lie in the store, until an import has read it and it expires. */
export async function keepUploaded(
  { db }: Pick<Context, 'db'>,
  { name, stored, principal }: Uploaded,
): Promise<string> {
  const days = await parameter(db, 'file.keepDays')
  const { id } = await db
    .insertInto('fileTask')
    .values({
      name,
      kind: 'IMPORT',
      source: '',
      mediaType: 'application/octet-stream',
      sha256: stored.sha256,
      bytes: stored.bytes,
      state: 'READY',
      orgId: principal.orgId,
      createdBy: principal.userId,
      reachId: reachOf(principal),
      expiresAt: sql`now() + make_interval(days => ${days})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
