import type { UploadType } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { Context, Platform } from '../../../kit/context.ts'
import { fieldRefusal, notFound } from '../../../kit/refusal.ts'
import type { DB } from '../../../platform/schema.ts'
import { fileAnswerOf, type KeptFile } from './keptFile.ts'
import { uploadScope } from './upload.queries.ts'

/** A record that uses files. */
export interface FileHolder {
  /** Its kind, e.g. `apk`. */
  readonly usedBy: string
  readonly usedId: string
  /** What people call it. */
  readonly name: string
}

/**
 * Makes a record the holder of these stored files and of no others; with none it lets them all go.
 * Refuses a file that is not stored, or that the caller does not see; what the record holds already it
 * may keep, whoever brought it.
 */
export async function holdFiles(
  { db, principal }: Context,
  { usedBy, usedId, name }: FileHolder,
  uploadIds: readonly string[],
): Promise<void> {
  const ids = [...new Set(uploadIds)]
  // While it is held here nobody removes it.
  const { rows } = await sql`select from upload where id = any(${ids}::uuid[]) and state = 'STORED'
    and (created_by = ${principal.userId} or ${uploadScope.rows(principal)}
      or id in (select upload_id from file_reference where used_by = ${usedBy} and used_id = ${usedId}))
    order by id for update`.execute(db)
  if (rows.length < ids.length) throw notFound()
  await sql`delete from file_reference where used_by = ${usedBy} and used_id = ${usedId}
    and upload_id <> all(${ids}::uuid[])`.execute(db)
  await sql`insert into file_reference (upload_id, used_by, used_id, name)
    select id, ${usedBy}, ${usedId}, ${name} from unnest(${ids}::uuid[]) as id
    on conflict (upload_id, used_by, used_id) do update set name = excluded.name`.execute(db)
}

/** The one file that a record has in a field. */
export interface OwnFile {
  readonly field: string
  readonly id: string | null
  readonly type: UploadType
}

/** {@link holdFiles} for a record that has one file at most; what is wrong with it is said at its field. */
export async function holdFile(
  ctx: Context,
  holder: FileHolder,
  { field, id, type }: OwnFile,
): Promise<void> {
  if (id === null) return holdFiles(ctx, holder, [])
  await storedFile(ctx, { field, id, type })
  await holdFiles(ctx, holder, [id])
}

/** A file that somebody has uploaded, as far as whoever uses it has to know. */
export interface StoredContent {
  readonly name: string
  readonly bytes: number
  readonly sha256: Buffer
}

/** The stored file that the caller names in a field; what is wrong with it is said there. */
export async function storedFile(
  { db, principal }: Context,
  { field, id, type }: { readonly field: string; readonly id: string; readonly type: UploadType },
): Promise<StoredContent> {
  const { rows } = await sql<
    StoredContent & { type: string; state: string }
  >`select name, bytes, sha256, type, state from upload
    where id = ${id} and (created_by = ${principal.userId} or ${uploadScope.rows(principal)})`.execute(
    db,
  )
  const [found] = rows
  if (found?.state !== 'STORED') throw fieldRefusal(field, 'upload.notStored')
  if (found.type !== type) throw fieldRefusal(field, 'upload.otherType')
  return found
}

/** Lets go of all files that these records hold. */
export async function letGoFiles(
  { db }: Pick<Context, 'db'>,
  usedBy: string,
  usedIds: readonly string[],
): Promise<void> {
  await sql`delete from file_reference where used_by = ${usedBy}
    and used_id = any(${[...usedIds]}::uuid[])`.execute(db)
}

/** A file that a record holds, to be handed out to whoever may see the record. */
export const heldFile = (platform: Platform, db: Kysely<DB>, id: string) =>
  namedFile(platform, db, { id })

/** {@link heldFile} by the name that the record has for it. */
export async function namedFile(
  platform: Platform,
  db: Kysely<DB>,
  { id, ...named }: { readonly id: string; readonly name?: string },
) {
  const { rows } = await sql<KeptFile>`select * from upload_row where id = ${id}`.execute(db)
  if (!rows[0]) throw notFound()
  return fileAnswerOf(platform, { ...rows[0], ...named })
}
