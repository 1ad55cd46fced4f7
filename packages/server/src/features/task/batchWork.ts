import { codes, undoOf } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import * as z from 'zod/mini'
import { type Act, applyEach } from '../../kit/batch/applyEach.ts'
import type { ChangedRow } from '../../kit/batch/captureChanges.ts'
import type { Context } from '../../kit/context.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Feature } from '../../kit/serve.ts'
import type { ActionNote, Undo } from '../../platform/actionNote.ts'
import type { DB } from '../../platform/schema.ts'
import { logActs } from './logActs.ts'
import type { Job, Outcome } from './runTasks.ts'

/** What kit/batch has queued. */
const queued = z.object({
  method: z.string(),
  path: z.string(),
  params: z.optional(z.unknown()),
  more: z._default(z.record(z.string(), z.unknown()), {}),
  /** What it says of each record, where that is not the same of all. */
  mores: z.optional(z.array(z.record(z.string(), z.unknown()))),
  /**
   * Id, name and, where only what nobody has changed since is meant, the version; then the place of what
   * it says among `mores`.
   */
  items: z.array(z.tuple([z.string(), z.string()], z.nullable(z.int()))),
})

/** Records that are changed in one transaction. */
const chunk = 500

/** A record and its place in the batch, from 1. */
interface Placed {
  readonly id: string
  readonly name: string
  readonly number: number
  readonly version?: number
  /** What the call says of it. */
  readonly more: Act['more']
}

/** Changes what was too much to wait for, some records in each transaction. */
export const batchWork =
  (features: readonly Feature[]) =>
  async (job: Job): Promise<Outcome> => {
    const { method, path, params, more, mores = [], items } = queued.parse(job.params)
    const found = features
      .flatMap(({ routes }) => routes)
      .find(({ call }) => call.method === method && call.path === path)
    if (!found?.byIds) throw new Refusal(codes.notFound, 'refusal.notFound')
    const route = { call: found.call, handle: found.byIds }
    const placed = items.map(([id, name, version, at], place): Placed => {
      const own = mores[at ?? -1] ?? more
      return { id, name, number: place + 1, more: own, ...(version != null && { version }) }
    })
    const among = placed.map(({ id }) => id)
    const run = { job, act: { route, params }, total: placed.length, among }
    await begin(run)
    let state = await stateOf(run)
    await walk(run, placed.slice(state.done + state.failed))
    // What kept a record may be gone by now; each round but the last does something.
    for (let before = -1; state.done !== before; ) {
      before = state.done
      const left = await failedOf(run)
      await walk(
        run,
        placed.filter(({ number }) => left.has(number)),
      )
      state = await stateOf(run)
    }
    return state
  }

interface Run {
  readonly job: Job
  readonly act: Omit<Act, 'more'>
  readonly total: number
  /** All that it is about. */
  readonly among: readonly string[]
}

/** A first run begins with nothing done, and without what failed of a run before it. */
async function begin({ job, total }: Run): Promise<void> {
  const { taskId, ctx } = job
  const { done, failed } = await stateOf({ job })
  if (done + failed > 0) return
  await ctx.db.deleteFrom('asyncTaskItem').where('taskId', '=', taskId).execute()
  await ctx.db.updateTable('asyncTask').set({ total }).where('id', '=', taskId).execute()
}

/** Tries records in chunks; how far it came is written with each, so that another process can go on. */
async function walk({ job, act, total, among }: Run, items: readonly Placed[]): Promise<void> {
  for (let at = 0; at < items.length; at += chunk) {
    const part = items.slice(at, at + chunk)
    const told: (() => void)[] = []
    await job.ctx.db.transaction().execute(async (db) => {
      const { ctx } = job
      const inner: Context = {
        ...ctx,
        db,
        among,
        changed: (...what) => told.push(() => ctx.changed(...what)),
      }
      const reasons = new Map<string, string>()
      for (const [more, same] of Map.groupBy(part, (one) => one.more)) {
        const notes: ActionNote[] = []
        const noting = { ...inner, note: (note: ActionNote) => notes.push(note) }
        const started = ctx.now()
        const { changed, refused } = await applyEach({ ...act, more }, same, noting)
        if (changed.length > 0)
          await logActs(inner, { taskId: job.taskId, act: { ...act, more }, notes, started })
        await keepChanged(db, { taskId: job.taskId, act }, changed)
        for (const { id, reason } of refused) reasons.set(id, reason)
      }
      await write(db, { taskId: job.taskId, part, reasons })
    })
    for (const tell of told) tell()
    await job.progress({ ...(await stateOf({ job })), total })
  }
}

interface Done {
  readonly taskId: string
  readonly act: Run['act']
}

/** Keeps what can be undone: by what its call has said of each, or else by the call's path. */
async function keepChanged(
  db: Kysely<DB>,
  { taskId, act }: Done,
  changed: readonly ChangedRow[],
): Promise<void> {
  const isUndone = undoOf(act.route.call.path, act.params) !== null
  const rows = changed
    // What has no version was never edited: nobody undoes it.
    .filter(({ version, undo }) => version > 0 && (isUndone || undo))
    .map(({ id, version, name, undo }) => ({ taskId, id, version, name, undo: written(undo) }))
  if (rows.length === 0) return
  await db
    .insertInto('batchChanged')
    .values(rows)
    .onConflict((kept) =>
      kept.columns(['taskId', 'id']).doUpdateSet(({ ref }) => ({
        version: ref('excluded.version'),
        undo: ref('excluded.undo'),
      })),
    )
    .execute()
}

const written = (undo: Undo | undefined): string | null =>
  undo
    ? JSON.stringify({ path: undo.call.path, more: undo.more, keepsVersion: undo.keepsVersion })
    : null

interface Written {
  readonly taskId: string
  readonly part: readonly Placed[]
  readonly reasons: ReadonlyMap<string, string>
}

/** Puts what failed of a chunk in place of what had failed of it before. */
async function write(db: Kysely<DB>, { taskId, part, reasons }: Written): Promise<void> {
  const numbers = part.map(({ number }) => number)
  const before = await db
    .deleteFrom('asyncTaskItem')
    .where('taskId', '=', taskId)
    .where('number', 'in', numbers)
    .executeTakeFirst()
  const faults = part.flatMap(({ id, name, number }) => {
    const message = reasons.get(id)
    return message === undefined ? [] : [{ taskId, number, key: name, message }]
  })
  if (faults.length > 0) await db.insertInto('asyncTaskItem').values(faults).execute()
  const again = Number(before.numDeletedRows)
  await sql`update async_task set done = done + ${part.length - faults.length},
    failed = failed + ${faults.length - again} where id = ${taskId}`.execute(db)
}

async function stateOf({ job }: Pick<Run, 'job'>): Promise<Outcome> {
  return job.ctx.db
    .selectFrom('asyncTask')
    .select(['done', 'failed'])
    .where('id', '=', job.taskId)
    .executeTakeFirstOrThrow()
}

/** The places of what has failed so far. */
async function failedOf({ job }: Pick<Run, 'job'>): Promise<ReadonlySet<number>> {
  const rows = await job.ctx.db
    .selectFrom('asyncTaskItem')
    .select('number')
    .where('taskId', '=', job.taskId)
    .execute()
  return new Set(rows.map(({ number }) => number))
}
