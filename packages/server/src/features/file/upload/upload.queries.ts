import type { UploadState, UploadType } from '@muster/contract'
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/refusal.ts'
import { organizationsBy } from '../../../access/scope.ts'
import type { DB } from '../../../platform/schema.ts'

/** Uploads belong to the organisation of who made them. */
export const uploadScope = organizationsBy('orgId')

/** An upload as the table has it. */
export interface StoredUpload {
  readonly id: string
  readonly name: string
  readonly type: UploadType
  readonly bytes: number
  readonly sha256: Buffer
  readonly chunkBytes: number
  readonly state: Exclude<UploadState, 'ORPHAN'> | 'REMOVED'
  readonly reason: string | null
  readonly taskId: string | null
  readonly signature: string | null
}

/** What somebody says that he will send. */
export interface Announced {
  readonly name: string
  readonly type: UploadType
  readonly bytes: number
  readonly sha256: Buffer
}

/**
 * A stored file of these bytes that the caller may see anyhow. Those of others are sent in full
 * before they are known to be the same: else a hash would tell what other organisations have. Where
 * a type is searched for viruses, one that never was is sent again as well.
 */
export async function findStored(
  ctx: Context,
  { type, bytes, sha256 }: Announced,
  isScanned: boolean,
) {
  const mine = sql<SqlBool>`(created_by = ${ctx.principal.userId} or ${uploadScope.rows(ctx.principal)})`
  // Whoever will use it has the time that a new one would have.
  const { rows } = await sql<StoredUpload>`update upload
    set unused_since = case when unused_since is not null then now() end
    where id = (select id from upload where sha256 = ${sha256} and bytes = ${bytes} and type = ${type}
      and state = 'STORED' and storage = 'FOLDER' and (scan = 'CLEAN' or ${!isScanned}::boolean)
      and ${mine} order by created_at limit 1 for update)
    returning *`.execute(ctx.db)
  return rows[0] ?? null
}

/** The caller's unfinished upload of these bytes, begun now if there is none. */
export async function beginUpload(
  { db, principal }: Context,
  announced: Announced & { readonly chunkBytes: number },
): Promise<StoredUpload> {
  const { name, type, bytes, sha256, chunkBytes } = announced
  const { userId, orgId } = principal
  await sql`insert into upload (name, type, bytes, sha256, chunk_bytes, org_id, created_by)
    values (${name}, ${type}, ${bytes}, ${sha256}, ${chunkBytes}, ${orgId}, ${userId})
    on conflict (created_by, sha256, type, bytes) where state in ('UPLOADING', 'CHECKING')
    do nothing`.execute(db)
  const { rows } = await sql<StoredUpload>`select * from upload where created_by = ${userId}
    and sha256 = ${sha256} and type = ${type} and bytes = ${bytes}
    and state in ('UPLOADING', 'CHECKING')`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** How many uploads somebody has begun and not ended. */
export async function countUnfinished({ db, principal }: Context): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from upload
    where created_by = ${principal.userId} and state in ('UPLOADING', 'CHECKING')`.execute(db)
  return rows[0]?.count ?? 0
}

/** How many parts an upload has. */
export const chunksOf = ({ bytes, chunkBytes }: Pick<StoredUpload, 'bytes' | 'chunkBytes'>) =>
  Math.ceil(bytes / chunkBytes)

/** Numbers of the parts that have not arrived. */
export async function missingChunks(db: Kysely<DB>, upload: StoredUpload): Promise<number[]> {
  if (upload.state !== 'UPLOADING') return []
  const { rows } = await sql<{ number: number }>`select number
    from generate_series(0, ${chunksOf(upload) - 1}::integer) as number
    where not exists (select from upload_chunk as chunk
      where chunk.upload_id = ${upload.id} and chunk.number = number.number)
    order by number`.execute(db)
  return rows.map(({ number }) => number)
}

/** An upload of the caller's own; `for share` lets parts come in, `for update` keeps them out. */
export async function lockOwn(ctx: Context, id: string, how: 'share' | 'update') {
  const { rows } = await sql<StoredUpload>`select * from upload
    where id = ${id} and created_by = ${ctx.principal.userId} and state <> 'REMOVED'
    for ${sql.raw(how)}`.execute(ctx.db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** Whether a part lies on the disk. */
export async function hasChunk(db: Kysely<DB>, id: string, number: number): Promise<boolean> {
  const { rows } = await sql`select from upload_chunk
    where upload_id = ${id} and number = ${number}`.execute(db)
  return rows.length > 0
}

/** Notes that a part lies on the disk. */
export async function noteChunk(db: Kysely<DB>, id: string, number: number): Promise<void> {
  await sql`insert into upload_chunk (upload_id, number) values (${id}, ${number})
    on conflict do nothing`.execute(db)
}
