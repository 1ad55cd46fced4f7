import { codes, uploadsPath } from '@muster/contract'
import { sql } from 'kysely'
import { Readable } from 'node:stream'
import * as z from 'zod/mini'
import type { Context, Platform } from '../../../kit/context.ts'
import { notFound, Refusal } from '../../../kit/refusal.ts'
import { ScannerFault } from '../../../platform/clamd.ts'
import { BucketFault } from '../../../platform/bucket.ts'
import { contentsOf, isMissing } from '../../../platform/contents.ts'
import { addTask, type Job, NotYet, type Outcome } from '../../task/index.ts'
import { dropContent } from '../dropContent.ts'
import { scanContent } from '../scan/index.ts'
import { type StoredUpload, uploadScope } from './upload.queries.ts'

/** Has stored files searched for viruses anew; until then they are used as before. */
export async function rescan(ctx: Context, ids: readonly string[]): Promise<{ count: number }> {
  const { rows } = await sql<{ state: string }>`select state from upload
    where id = any(${ids}::uuid[]) and state <> 'REMOVED' and ${uploadScope.rows(ctx.principal)}
    order by id for update`.execute(ctx.db)
  if (rows.length < ids.length) throw notFound()
  if (ctx.platform.env.clamdUrl === null) throw new Refusal(codes.warning, 'upload.noScanner')
  if (rows.some(({ state }) => state !== 'STORED'))
    throw new Refusal(codes.wrongState, 'upload.notStored')
  await addTask(ctx, { type: 'UPLOAD_SCAN', title: 'task.type.UPLOAD_SCAN', params: { ids } })
  ctx.note({ targetIds: ids })
  return { count: ids.length }
}

const params = z.object({ ids: z.array(z.string()) })

type Stored = Pick<StoredUpload, 'id' | 'name' | 'sha256'> & { readonly storage: string }

/** Searches stored files one after the other; taken up again, it goes on behind those it has searched. */
export async function rescanUploads(job: Job): Promise<Outcome> {
  const { ids } = params.parse(job.params)
  const { db } = job.ctx.platform
  const { rows: waiting } = await sql<Stored>`select id, name, sha256, storage from upload
    where id = any(${ids}::uuid[]) and state = 'STORED' and (scanned_at is null or scanned_at <
      (select started_at from async_task where id = ${job.taskId})) order by id`.execute(db)
  let left = waiting.length
  for (const upload of waiting) {
    await search(job, upload)
    left--
    await job.progress({ done: ids.length - left, total: ids.length })
  }
  const { rows } = await sql<{ found: number }>`select count(*) as found from upload
    where id = any(${ids}::uuid[]) and scan = 'INFECTED'`.execute(db)
  const failed = rows[0]?.found ?? 0
  return { done: ids.length - failed, failed }
}

const askAgainAfterSeconds = 30

async function search(job: Job, upload: Stored): Promise<void> {
  const { platform, changed, principal } = job.ctx
  try {
    const content = await open(platform, upload)
    const signature = content && (await scanContent(platform, content, job.signal))
    if (signature) await reject(job, upload, signature)
    else await sayClean(platform, upload, content !== null)
  } catch (error) {
    if (error instanceof BucketFault) throw new NotYet('transfer.bucketAway', askAgainAfterSeconds)
    if (!(error instanceof ScannerFault)) throw error
    throw new NotYet(
      error.kind === 'AWAY' ? 'upload.reason.scannerAway' : 'upload.reason.scannerRefused',
      askAgainAfterSeconds,
    )
  }
  changed(uploadsPath, [upload.id], [principal.orgId])
}

/** The bytes of a stored file; null when somebody has deleted them from the disk. */
async function open(platform: Platform, { sha256, storage }: Stored): Promise<Readable | null> {
  if (storage === 'FOLDER')
    return contentsOf(platform)
      .open(sha256)
      .catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      })
  const picture = await platform.db
    .selectFrom('image')
    .select('bytes')
    .where('hash', '=', sha256)
    .executeTakeFirst()
  return picture ? Readable.from([picture.bytes]) : null
}

async function sayClean({ db }: Platform, { id }: Stored, wasRead: boolean): Promise<void> {
  await sql`update upload set scan = case when ${wasRead}::boolean then 'CLEAN' end,
      scanned_at = case when ${wasRead}::boolean then now() end
    where id = ${id} and state = 'STORED'`.execute(db)
}

/** A virus is in the bytes: whoever has stored the same ones loses them as well. */
async function reject({ taskId, ctx }: Job, { sha256, name }: Stored, signature: string) {
  const { db, env } = ctx.platform
  await db.transaction().execute(async (trx) => {
    await sql`update upload set state = 'REJECTED', reason = 'upload.reason.infected',
        signature = ${signature}, scan = 'INFECTED', scanned_at = now(), unused_since = null
      where sha256 = ${sha256} and state = 'STORED'`.execute(trx)
    await sql`insert into async_task_item (task_id, number, key, message) values (${taskId},
      (select count(*) + 1 from async_task_item where task_id = ${taskId}), ${name}, ${signature})`.execute(
      trx,
    )
    await dropContent({ db: trx, env }, [sha256])
  })
}
