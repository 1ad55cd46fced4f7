import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/refusal.ts'
import { heldFile, holdFiles, storedFile } from '../../file/upload/index.ts'

/** What files of requests are held by. */
export const usedBy = 'apply'

/** Makes these files those that go with a request. */
export async function holdFilesOf(
  ctx: Context,
  { id, applyNo }: { readonly id: string; readonly applyNo: string },
  fileIds: readonly string[],
): Promise<void> {
  for (const file of fileIds)
    await storedFile(ctx, { field: 'fileIds', id: file, type: 'document' })
  await holdFiles(ctx, { usedBy, usedId: id, name: applyNo }, fileIds)
}

interface ApplyFile {
  readonly id: string
  readonly name: string
  readonly bytes: number
}

/** The files that go with a request. */
export async function filesOf({ db }: Context, id: string): Promise<ApplyFile[]> {
  const { rows } = await sql<ApplyFile>`select upload.id, upload.name, upload.bytes
    from file_reference held join upload on upload.id = held.upload_id
    where held.used_by = ${usedBy} and held.used_id = ${id} order by upload.name, upload.id`.execute(
    db,
  )
  return rows
}

/** One of them, to be handed out to whoever sees the request. */
export async function fileOf(ctx: Context, id: string, fileId: string) {
  const files = await filesOf(ctx, id)
  if (!files.some((one) => one.id === fileId)) throw notFound()
  return heldFile(ctx.platform, ctx.db, fileId)
}
