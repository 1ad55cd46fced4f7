import { createReadStream } from 'node:fs'
import { megabyte, uploadsPath } from '@muster/contract'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Platform } from '../../../kit/context.ts'
import { every, type Job } from '../../../kit/jobs.ts'
import { ScannerFault } from '../../../platform/clamd.ts'
import { draftsIn } from '../../../platform/drafts.ts'
import { type Job as TaskJob, NotYet, type Outcome } from '../../task/index.ts'
import { dropContent } from '../dropContent.ts'
import { isScanned, requireScanner, scanContent } from '../scan/index.ts'
import { arrivedPath, type Finding, judge, settle } from './settle.ts'
import type { StoredUpload } from './upload.queries.ts'
import { readRules } from './uploadRules.ts'

const checkParams = z.object({ uploadId: z.string() })

/** Checks an upload that is too large to wait for; begun again after a stop, it reads from the start. */
export async function checkUpload(job: TaskJob): Promise<Outcome> {
  const { platform, changed, principal } = job.ctx
  const { uploadId } = checkParams.parse(job.params)
  const { rows } = await sql<StoredUpload>`select * from upload
    where id = ${uploadId} and state = 'CHECKING'`.execute(platform.db)
  const upload = rows[0]
  if (!upload) return { done: 0, failed: 0 }
  const total = Math.ceil(upload.bytes / megabyte)
  const finding = await find(job, upload, (bytes) =>
    job.progress({ done: Math.floor(bytes / megabyte), total }),
  )
  await platform.db.transaction().execute(async (db) => {
    const { rows: still } = await sql`select from upload
      where id = ${uploadId} and state = 'CHECKING' for update`.execute(db)
    if (still.length > 0) await settle({ db, env: platform.env }, upload, finding)
  })
  changed(uploadsPath, [uploadId], [principal.orgId])
  return 'reason' in finding ? { done: 0, failed: 1 } : { done: total, failed: 0 }
}

/** Compares a file with what was announced, and has it searched for viruses where its type asks for that. */
async function find(
  job: TaskJob,
  upload: StoredUpload,
  progress: (bytes: number) => Promise<void>,
): Promise<Finding> {
  const { platform } = job.ctx
  const { signal } = job
  const isSearched = await isScanned(platform, upload.type)
  // Asked before gigabytes are hashed for nothing.
  if (isSearched) await orWait(job, upload.id, requireScanner(platform))
  const verdict = await judge(platform, upload, { signal, progress })
  const path = arrivedPath(platform, upload)
  if (!isSearched || 'reason' in verdict || path === null) return verdict
  const search = scanContent(platform, createReadStream(path), signal)
  const signature = await orWait(job, upload.id, search)
  if (signature === null) return { ...verdict, isClean: true }
  return { reason: 'upload.reason.infected', signature }
}

const askAgainAfterSeconds = 30

/** What a scanner has answered. While it cannot, the file waits, and its row says why. */
async function orWait<T>({ ctx }: TaskJob, id: string, asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (!(error instanceof ScannerFault)) throw error
    const reason =
      error.kind === 'AWAY' ? 'upload.reason.scannerAway' : 'upload.reason.scannerRefused'
    await sql`update upload set scan = 'WAITING', reason = ${reason}
      where id = ${id}`.execute(ctx.platform.db)
    ctx.changed(uploadsPath, [id], [ctx.principal.orgId])
    throw new NotYet(reason, askAgainAfterSeconds)
  }
}

/** Uploads that nobody goes on with, and notes of what was rejected, are kept so long. */
const unfinishedDays = 3
const rejectedDays = 30

/** Marks what has served its time: files that nobody uses, and uploads that nobody goes on with. */
export async function expireUploads({ db }: Pick<Platform, 'db'>): Promise<void> {
  const rules = (await readRules(db)).filter(({ keepDays }) => keepDays > 0)
  for (const { type, keepDays } of rules)
    await sql`update upload set state = 'REMOVED', unused_since = null
      where state = 'STORED' and type = ${type}
        and unused_since < now() - make_interval(days => ${keepDays})`.execute(db)
  await sql`update upload set state = 'REMOVED' where state in ('UPLOADING', 'CHECKING')
    and created_at < now() - make_interval(days => ${unfinishedDays})
    and not exists (select from async_task as task where task.id = upload.task_id
      and task.state in ('QUEUED', 'RUNNING', 'PAUSED'))
    and not exists (select from upload_chunk as chunk where chunk.upload_id = upload.id
      and chunk.received_at > now() - make_interval(days => ${unfinishedDays}))`.execute(db)
  await sql`update upload set state = 'REMOVED' where state = 'REJECTED'
    and reference_count = 0 and created_at < now() - make_interval(days => ${rejectedDays})`.execute(
    db,
  )
}

/** Uploads whose bytes are dropped in one round. */
const mostARound = 500

/**
 * Drops the bytes of what was removed, after the removal's commit: so a file is never gone that a
 * record still names, and a stopped server goes on where it was.
 */
export async function sweepUploads({ db, env }: Pick<Platform, 'db' | 'env'>): Promise<void> {
  const drafts = draftsIn(env.dataFolder)
  const { rows } = await sql<Pick<StoredUpload, 'id' | 'sha256'>>`select id, sha256 from upload
    where state = 'REMOVED' order by created_at limit ${mostARound}`.execute(db)
  for (const { id, sha256 } of rows)
    await db.transaction().execute(async (trx) => {
      await dropContent({ db: trx, env }, [sha256])
      await drafts.remove(id)
      await sql`delete from upload where id = ${id}`.execute(trx)
    })
}

export const uploadJobs: readonly Job[] = [
  every('*/10 * * * *', 'uploads.expire', expireUploads),
  every('* * * * *', 'uploads.sweep', sweepUploads),
]
