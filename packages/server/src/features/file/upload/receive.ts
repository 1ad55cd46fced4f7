import type { uploads } from '@muster/contract'
import { codes, megabyte, type ParsedOf, uploadsPath } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, notFound, Refusal } from '../../../kit/refusal.ts'
import { draftsIn } from '../../../platform/drafts.ts'
import { translate } from '../../../platform/texts.ts'
import { addTask } from '../../task/index.ts'
import { isScanned } from '../scan/index.ts'
import { extensionOf } from './content.rules.ts'
import { judge, settle } from './settle.ts'
import {
  beginUpload,
  chunksOf,
  countUnfinished,
  findStored,
  hasChunk,
  lockOwn,
  missingChunks,
  noteChunk,
  type StoredUpload,
} from './upload.queries.ts'
import { readUploadConfig, ruleOf } from './uploadRules.ts'

/** Unfinished uploads that one person or client may have. */
const mostUnfinished = 100
/** Bytes that an upload leaves free on the disk, for everything else that writes there. */
const reserve = 256 * megabyte
/** Up to this size a file that no scanner looks at is checked while its sender waits: a fifth of a second. */
const mostAtOnce = 64 * megabyte

type Init = ParsedOf<(typeof uploads)['init']>['body']

/** Begins an upload, or goes on with it; a file that the caller can see already need not be sent. */
export async function begin(ctx: Context, { name, size, sha256, type }: Init) {
  const config = await readUploadConfig(ctx.db)
  requireFit(ctx, { name, size, rule: ruleOf(config, type) })
  const announced = { name, type, bytes: size, sha256: Buffer.from(sha256, 'hex') }
  const stored = await findStored(ctx, announced, config[`${type}Scan`])
  if (stored) return begun(ctx, stored)
  if ((await countUnfinished(ctx)) >= mostUnfinished)
    throw new Refusal(codes.tooManyRequests, 'upload.tooManyOpen')
  if ((await draftsIn(ctx.platform.env.dataFolder).room()) < size + reserve)
    throw new Refusal(codes.storageFull, 'upload.full')
  return begun(ctx, await beginUpload(ctx, { ...announced, chunkBytes: config.chunkMB * megabyte }))
}

async function begun(ctx: Context, upload: StoredUpload) {
  const { id: uploadId, state, chunkBytes } = upload
  ctx.note({ targetIds: [uploadId] })
  ctx.changed(uploadsPath, [uploadId], [ctx.principal.orgId])
  const missing = await missingChunks(ctx.db, upload)
  return { uploadId, state: shownState(state), chunkBytes, missing }
}

interface Wish {
  readonly name: string
  readonly size: number
  readonly rule: Pick<ReturnType<typeof ruleOf>, 'extensions' | 'maxBytes'>
}

function requireFit({ language }: Context, { name, size, rule }: Wish): void {
  const { extensions, maxBytes } = rule
  if (!extensions.includes(extensionOf(name)))
    throw fieldRefusal(
      'name',
      translate(language, 'upload.wrongExtension', { extensions: extensions.join(', ') }),
    )
  if (size > maxBytes)
    throw fieldRefusal(
      'size',
      translate(language, 'upload.tooLarge', { limit: maxBytes / megabyte }),
    )
}

/** Takes one part, in any order; one that is there already is not written again. */
export async function takeChunk(
  ctx: Context,
  { uploadId, n, bytes }: { uploadId: string; n: number; bytes: Uint8Array },
): Promise<{ count: number }> {
  const upload = await lockOwn(ctx, uploadId, 'share')
  if (upload.state !== 'UPLOADING') throw new Refusal(codes.wrongState, 'upload.over')
  const last = chunksOf(upload) - 1
  if (n > last) throw notFound()
  const at = n * upload.chunkBytes
  const length = n === last ? upload.bytes - at : upload.chunkBytes
  if (bytes.length !== length) throw new Refusal(codes.badRequest, 'upload.chunkSize')
  if (await hasChunk(ctx.db, uploadId, n)) return { count: 0 }
  await draftsIn(ctx.platform.env.dataFolder).write(uploadId, at, bytes)
  await noteChunk(ctx.db, uploadId, n)
  return { count: 1 }
}

/** Has the whole checked: at once, or in the background where it is large. Asked again, it answers the same. */
export async function complete(ctx: Context, id: string) {
  // Waits for the parts that are being written; none comes in after it.
  const upload = await lockOwn(ctx, id, 'update')
  ctx.note({ targetIds: [id], after: { name: upload.name } })
  ctx.changed(uploadsPath, [id], [ctx.principal.orgId])
  if (upload.state === 'UPLOADING') await requireWhole(ctx, upload)
  if (upload.state === 'CHECKING' || upload.state === 'UPLOADING') return check(ctx, upload)
  return outcomeOf(upload)
}

async function requireWhole(ctx: Context, upload: StoredUpload): Promise<void> {
  const { length: count } = await missingChunks(ctx.db, upload)
  if (count > 0) throw new Refusal(codes.wrongState, 'upload.incomplete', { params: { count } })
}

async function check(ctx: Context, upload: StoredUpload) {
  const place = { db: ctx.db, env: ctx.platform.env }
  const isSearched = await isScanned(ctx, upload.type)
  if (upload.bytes <= mostAtOnce && !isSearched)
    return outcomeOf({ ...upload, ...(await settle(place, upload, await judge(place, upload))) })
  if (!(await isUnderWay(ctx, upload))) {
    const params = { uploadId: upload.id }
    const taskId = await addTask(ctx, { type: 'UPLOAD_CHECK', title: upload.name, params })
    const scan = isSearched ? 'WAITING' : null
    await sql`update upload set state = 'CHECKING', task_id = ${taskId}, scan = ${scan}
      where id = ${upload.id}`.execute(ctx.db)
  }
  return outcomeOf({ ...upload, state: 'CHECKING' })
}

/** Whether background work is about to check it; work that was cancelled is not. */
async function isUnderWay({ db }: Context, { taskId }: StoredUpload): Promise<boolean> {
  const { rows } = await sql`select from async_task
    where id = ${taskId} and state in ('QUEUED', 'RUNNING', 'PAUSED')`.execute(db)
  return rows.length > 0
}

/** How far an upload of one's own is. */
export async function stateOf(ctx: Context, id: string) {
  const { rows } = await sql<StoredUpload>`select * from upload
    where id = ${id} and created_by = ${ctx.principal.userId} and state <> 'REMOVED'`.execute(
    ctx.db,
  )
  if (!rows[0]) throw notFound()
  return outcomeOf(rows[0])
}

/** Gives up an unfinished upload of one's own. */
export async function cancel(ctx: Context, id: string): Promise<{ count: number }> {
  const { state } = await lockOwn(ctx, id, 'update')
  if (state !== 'UPLOADING') throw new Refusal(codes.wrongState, 'upload.over')
  await sql`update upload set state = 'REMOVED' where id = ${id}`.execute(ctx.db)
  ctx.note({ targetIds: [id] })
  ctx.changed(uploadsPath, [id], [ctx.principal.orgId])
  return { count: 1 }
}

const outcomeOf = ({ id, state, reason, signature }: StoredUpload) => ({
  id,
  state: shownState(state),
  reason,
  signature,
})

/** Nobody is shown an upload that is removed. */
const shownState = (state: StoredUpload['state']) => (state === 'REMOVED' ? 'REJECTED' : state)
