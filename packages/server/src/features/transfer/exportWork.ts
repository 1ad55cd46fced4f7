import { codes, type ExportWish, exportWishOf, fileTasksPath } from '@muster/contract'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Page } from '../../kit/page.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Route } from '../../kit/serve.ts'
import { type Job, keepFile, type Outcome } from '../task/index.ts'
import { pageOf } from './exports.ts'
import { fileColumns } from './fileColumns.ts'
import { writeSheet } from './write/writeSheet.ts'
import { mostSheetRows } from './write/writeXlsx.ts'

/** What exports.ts has queued. */
const exportParams = z.object({ path: z.string(), fileId: z.string(), wish: z.unknown() })

/** Rows that are in memory at a time. */
const batch = 2000

/** Makes the file of an export that was too long to wait for. */
export const exportWork =
  (pages: readonly Route[]) =>
  async (job: Job): Promise<Outcome> => {
    const { path, fileId, wish } = exportParams.parse(job.params)
    const wanted = exportWishOf(wish)
    const page = pages.find(({ call }) => call.path === path)
    if (!page) throw new Refusal(codes.notFound, 'transfer.listGone')
    const { platform } = job.ctx
    await setFile(job, fileId, { state: 'RUNNING', message: null })
    const counter = { done: 0 }
    try {
      // One snapshot: no row twice and none left out while others write. It ends with its process, which is
      // why a killed export is made from its beginning; `keepFile` takes the draft away.
      await platform.db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (db) => {
          // One moment, too: what a list shows of the last days stays the same.
          const started = job.ctx.now()
          const ctx = { ...job.ctx, db, now: () => started }
          const rows = rowsOf(page, { job, wanted, fileId, counter, ctx })
          const columns = fileColumns(page.call, wanted, job.ctx.language)
          const sheet = { format: wanted.format, columns }
          const content = writeSheet(rows, sheet, job.ctx.language)
          await keepFile(platform, { fileId, content, rows: () => counter.done })
        })
    } catch (error) {
      const change = endOf(job, error)
      if (change) await setFile(job, fileId, change)
      throw error
    }
    tell(job.ctx, fileId)
    return { done: counter.done, failed: 0 }
  }

interface Walk {
  readonly job: Job
  readonly wanted: ExportWish
  readonly fileId: string
  readonly counter: { done: number }
  readonly ctx: Job['ctx']
}

/** Every row of a list, page by page; says how far it is after each. */
async function* rowsOf(page: Route, { job, wanted, fileId, counter, ctx }: Walk) {
  let counted: Page | undefined
  let after: Page['list'][number] | undefined
  for (let pageNum = 1; ; pageNum++) {
    // One more than a list counts says that there are more.
    const total = counted?.capped ? counted.total + 1 : counted?.total
    const read = await pageOf(page, wanted, { ctx, pageNum, pageSize: batch, total, after })
    counted ??= read
    after = read.list.at(-1)
    const { list } = read
    counter.done += list.length
    if (wanted.format === 'xlsx' && counter.done >= mostSheetRows)
      throw new Refusal(codes.badRequest, 'transfer.tooLongForSheet')
    yield* list
    await job.progress({ done: counter.done, total: counted.capped ? null : counted.total })
    tell(job.ctx, fileId)
    if (list.length < batch) return
  }
}

/**
 * What becomes of the file when its making broke off: it waits where the task goes on some time, and
 * has failed where the task gives up, which ends both. Null: a refusal ends the task, and the file with
 * it; or somebody else makes the file by now.
 */
function endOf({ signal }: Job, error: unknown): FileChange | null {
  if (error instanceof Refusal || signal.reason === 'lost') return null
  if (signal.reason === 'cancel') return { state: 'FAILED', message: 'transfer.cancelled' }
  return { state: 'QUEUED', message: null }
}

interface FileChange {
  readonly state: 'QUEUED' | 'RUNNING' | 'FAILED'
  readonly message: string | null
}

async function setFile({ ctx }: Job, fileId: string, change: FileChange): Promise<void> {
  const { platform } = ctx
  await sql`update file_task set state = ${change.state}, message = ${change.message}
    where id = ${fileId} and state <> 'READY'`.execute(platform.db)
  tell(ctx, fileId)
}

const tell = ({ changed, principal }: Job['ctx'], fileId: string) =>
  changed(fileTasksPath, [fileId], [principal.orgId])
