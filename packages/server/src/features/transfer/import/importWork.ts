import { codes, importAims, importFaultRules, importModes, sheetEncodings } from '@muster/contract'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { Refusal } from '../../../kit/refusal.ts'
import type { DB } from '../../../platform/schema.ts'
import { translate } from '../../../platform/texts.ts'
import { Cancelled, type Job, type Outcome } from '../../task/index.ts'
import { batchSize, rehearseBatch, writeBatch, type WritingPlan } from './batches.ts'
import { inBatch, logBatch } from './inBatch.ts'
import type { RowEnd, Taken } from './importer.ts'
import type { WrittenList } from './lists.ts'
import { labelsOf } from './labels.ts'
import { keepResult } from './resultSheet.ts'
import { stage } from './stage.ts'
import {
  beforeAll,
  closeRun,
  emptyRun,
  endRows,
  keepAdded,
  nextRows,
  openRun,
  type Place,
  readRun,
  reopenRun,
  type Run,
  setPhase,
  type StagedRow,
} from './staging.queries.ts'

/** What the start of an import has queued; `failedOnly` comes from the task's own retry. */
const importParams = z.object({
  path: z.string(),
  fileId: z.string(),
  mode: z.enum(importModes),
  aim: z.enum(importAims),
  onFault: z.enum(importFaultRules),
  encoding: z._default(z.enum(sheetEncodings), 'unicode'),
  within: z._default(z.nullable(z.string()), null),
  ignoreUndefined: z._default(z.boolean(), false),
  failedOnly: z._default(z.boolean(), false),
})
type Params = z.output<typeof importParams>

interface Work {
  readonly job: Job
  readonly params: Params
  readonly plan: WritingPlan
}

/**
 * Reads, checks and writes an uploaded sheet. Each batch is one transaction that ends its rows too:
 * whoever takes the task up after a crash goes on behind it, and no row is written twice.
 */
export const importWork =
  (lists: readonly WrittenList[]) =>
  async (job: Job): Promise<Outcome> => {
    const params = importParams.parse(job.params)
    const list = lists.find(({ page }) => page.path === params.path)
    if (!list) throw new Refusal(codes.notFound, 'transfer.listGone')
    const { taskId } = job
    const { within } = params
    // Parts and values are of records that are there.
    const aim = list.sheet.isWithin || list.sheet.open ? 'existing' : params.aim
    const plan = { taskId, list, aim, within, calls: list.calls }
    const work: Work = { job, params, plan }
    try {
      job.signal.throwIfAborted()
      return outcomeOf(work, await carryOut(work))
    } catch (error) {
      if (job.signal.reason !== 'cancel') throw error
      throw await cancelled(work)
    }
  }

async function carryOut(work: Work): Promise<Run> {
  const { job, params, plan } = work
  const { fileId, encoding, mode } = params
  const run = await resume(work)
  if (run.phase === 'READ')
    await stage(job, {
      fileId,
      encoding,
      list: plan.list,
      only: await definedBy(work),
      within: params.within,
    })
  if (mode === 'check') await check(work)
  else await apply(work)
  return finish(work)
}

/** What columns may be read where those that are not defined are to be passed over. */
async function definedBy({ job, params, plan }: Work): Promise<ReadonlySet<string> | undefined> {
  const { within, ignoreUndefined } = params
  if (!ignoreUndefined || within === null) return undefined
  return plan.list.definedWithin?.(job.ctx, within)
}

/** What a check refuses is its result, not its failure. */
const outcomeOf = ({ params }: Work, { added, changed, same, refused }: Run): Outcome => ({
  done: added + changed + same,
  failed: params.mode === 'check' ? 0 : refused,
})

/** Ends a run where it is: what it has written stays, and its sheet says so row by row. */
async function cancelled(work: Work): Promise<Cancelled> {
  const { job, params } = work
  const { ctx, taskId } = job
  const { path, mode } = params
  const { phase } = await openRun(ctx.db, { taskId, path, mode })
  // Nothing was judged or written of what is only half read.
  if (phase === 'READ') await emptyRun(ctx.db, taskId)
  else if (phase !== 'DONE') await finish(work)
  const run = await readRun(ctx.db, taskId)
  return new Cancelled(outcomeOf(work, run), mode === 'check' ? null : told())

  function told(): string {
    // How many rows were not reached nobody knows before the file is read to its end.
    if (phase === 'READ') return translate(ctx.language, 'import.cancelledEarly', {})
    const { rows, added, changed, same, refused } = run
    const left = rows - added - changed - same - refused
    return translate(ctx.language, 'import.cancelled', { added, changed, left })
  }
}

/**
 * Where an interrupted run goes on; a task that had ended begins anew, or with what was refused and
 * what it did not reach.
 */
async function resume({ job: { ctx, taskId }, params }: Work): Promise<Run> {
  const { db } = ctx
  const { path, mode, failedOnly } = params
  const run = await openRun(db, { taskId, path, mode })
  if (run.phase !== 'DONE' && run.phase !== 'READ') return run
  const isOpen = run.phase === 'DONE' && failedOnly && (await reopenRun(db, taskId)) > 0
  if (!isOpen) await emptyRun(db, taskId)
  return readRun(db, taskId)
}

async function check(work: Work): Promise<void> {
  await walk(work, (rows, taken) => rehearse(work, { rows, taken }))
}

async function apply(work: Work): Promise<void> {
  const { ctx, taskId } = work.job
  const run = await readRun(ctx.db, taskId)
  if (run.phase === 'CHECK' && work.params.onFault === 'stop') {
    await walk(work, (rows, taken) => rehearse(work, { rows, taken }))
    if ((await readRun(ctx.db, taskId)).refused > 0) {
      await finish(work)
      throw new Refusal(codes.warning, 'import.stopped')
    }
  }
  await setPhase(ctx.db, taskId, 'WRITE')
  await walk(work, (rows) => write(work, rows))
}

/** Goes through all rows that have not ended, batch by batch. */
async function walk(
  { job, plan }: Work,
  carryOut: (rows: Rows, taken: Taken) => Promise<Walked>,
): Promise<void> {
  const { taskId, ctx } = job
  const taken: Taken = new Map()
  const limit = batchSize(plan.list)
  for (let after: Place = beforeAll; ; ) {
    const place = after
    const { rows, ends } = await carryOut(
      (db) => nextRows(db, taskId, { after: place, limit }),
      taken,
    )
    if (rows.length === 0) return
    after = lastEnded(rows, ends) ?? after
    const run = await readRun(ctx.db, taskId)
    const { rows: total, added, changed, same, refused: failed } = run
    await job.progress({ done: added + changed + same, failed, total })
  }
}

interface Walked {
  readonly rows: readonly StagedRow[]
  readonly ends: readonly RowEnd[]
}

type Rows = (db: Kysely<DB>) => Promise<StagedRow[]>

/** The last of the rows before one that has not ended yet. */
function lastEnded(rows: readonly StagedRow[], ends: readonly RowEnd[]): Place | undefined {
  const ended = new Set(ends.map(({ number }) => number))
  const open = rows.findIndex(({ number }) => !ended.has(number))
  return open < 0 ? rows.at(-1) : rows[open - 1]
}

class Undo extends Error {}

/** Carries a batch out, undoes it, and keeps what it said. */
async function rehearse(
  { job, params, plan }: Work,
  { rows, taken }: { readonly rows: Rows; readonly taken: Taken },
): Promise<Walked> {
  const { ctx, taskId } = job
  let walked: Walked = { rows: [], ends: [] }
  await inBatch(ctx, async (inside) => {
    const some = await rows(inside.db)
    walked = { rows: some, ends: await rehearseBatch(inside, plan, { rows: some, taken }) }
    throw new Undo()
  }).catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error
  })
  const isFinal = params.mode === 'check'
  const { ends } = walked
  await endRows(ctx.db, taskId, isFinal ? ends : ends.filter(({ state }) => state === 'REFUSED'))
  return walked
}

class Stop extends Error {}

/** Writes a batch and ends its rows, both or neither; where one bad row stops all, none of the batch stays. */
async function write({ job, params, plan }: Work, rows: Rows): Promise<Walked> {
  const { ctx, taskId } = job
  let walked: Walked = { rows: [], ends: [] }
  try {
    await inBatch(ctx, async (inside) => {
      const started = ctx.now()
      const some = await rows(inside.db)
      walked = { rows: some, ends: await writeBatch(inside, plan, some) }
      if (params.onFault === 'stop' && walked.ends.some(isRefused)) throw new Stop()
      await endRows(inside.db, taskId, walked.ends)
      await keepAdded(inside.db, taskId, walked.ends)
      await logBatch(inside, {
        taskId,
        call: plan.list.sheet.calls.start,
        ends: walked.ends,
        started,
      })
    })
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    await endRows(ctx.db, taskId, walked.ends.filter(isRefused))
    return { rows: [], ends: [] }
  }
  return walked
}

const isRefused = ({ state }: RowEnd): boolean => state === 'REFUSED'

/** Makes the result sheet and hands over what was refused. */
async function finish({ job, params, plan }: Work): Promise<Run> {
  const { ctx, taskId } = job
  const run = await readRun(ctx.db, taskId)
  if (params.mode === 'apply' || run.refused > 0) await keepResult(job, plan.list, run)
  else await closeRun(ctx.db, taskId, labelsOf(plan.list.sheet, ctx.language))
  return run
}
