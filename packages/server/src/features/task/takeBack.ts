import { type AsyncTask, type Call, codes, isClosedToTokens, undoOf } from '@muster/contract'
import { importOf } from '@muster/contract/imports'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { mayCall } from '../../access/principal.ts'
import type { Context } from '../../kit/context.ts'
import { Refusal } from '../../kit/refusal.ts'
import { translate } from '../../platform/texts.ts'
import { addTask } from '../../kit/addTask.ts'
import { builtCalls } from '../system/menu/index.ts'

/** What makes records as they were again: a batch call, with the records, and the right its task is seen by. */
interface Undo {
  readonly call: Call
  readonly params?: unknown
  /** What it says of the records, where that is not the same of all: an item names its place. */
  readonly mores?: readonly Readonly<Record<string, unknown>>[]
  readonly items: readonly Item[]
  readonly permission: string
}

type Item = readonly [id: string, name: string, version?: number | null, more?: number]

/**
 * Has a task remove what an import has added, or undo what a batch has done, by the list's own call and
 * under the caller's rights. What that task refuses it names, and it can be told to try again: nothing is
 * offered twice.
 */
export async function takeBack(ctx: Context, task: AsyncTask): Promise<string> {
  const undo = await (task.type === 'BATCH' ? undoOfBatch : undoOfImport)(ctx, task)
  if (!undo || undo.items.length === 0) throw new Refusal(codes.warning, 'import.nothingToTakeBack')
  const { call, params, mores, items, permission } = undo
  if (!mayCall(ctx.principal, call.permission))
    throw new Refusal(codes.forbidden, 'refusal.forbidden', {
      data: { permission: call.permission },
    })
  if (ctx.principal.kind === 'token' && isClosedToTokens(call))
    throw new Refusal(codes.forbidden, 'task.notByToken')
  const taskId = await addTask(ctx, {
    type: 'BATCH',
    title: translate(ctx.language, 'import.takeBackOf', { name: task.title }),
    params: { method: call.method, path: call.path, params, mores, items },
    permission,
  })
  ctx.note({ targetIds: [task.id], after: { taskId, count: items.length } })
  return taskId
}

async function undoOfImport({ db }: Context, { id }: AsyncTask): Promise<Undo | null> {
  const { rows } = await sql<{ id: string; key: string; path: string }>`with added as (
      delete from import_added where task_id = ${id} returning id, key)
    select added.id, added.key, run.path from added join import_run run on run.task_id = ${id}
    order by added.id`.execute(db)
  const sheet = rows[0] && importOf(rows[0])
  const call = sheet?.of.removeMany
  if (!sheet || !call) return null
  const items = rows.map((row) => [row.id, row.key] as const)
  return { call, items, permission: sheet.calls.start.permission }
}

const batch = z.looseObject({ path: z.string(), params: z.optional(z.unknown()) })

/** What undoes a batch record by record, as the batch has kept it. */
const kept = z.object({
  path: z.string(),
  more: z.record(z.string(), z.unknown()),
  keepsVersion: z.optional(z.boolean()),
})
type Kept = z.output<typeof kept>

interface Changed {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly undo: unknown
}

/** Only what is still as the batch left it. */
async function undoOfBatch({ db }: Context, { id }: AsyncTask): Promise<Undo | null> {
  const { rows } = await sql<Changed & { params: unknown }>`with
    changed as (delete from batch_changed where task_id = ${id} returning id, name, version, undo)
    select changed.id, changed.name, changed.version, changed.undo, task.params - 'items' as params
    from changed join async_task task on task.id = ${id}
    order by changed.id`.execute(db)
  const [first] = rows
  if (!first) return null
  if (first.undo !== null) return undoOfEach(rows)
  const done = batch.parse(first.params)
  const undo = undoOf(done.path, done.params)
  const call = builtCalls.find(({ path }) => path === undo?.path)
  if (!undo || !call?.actsOn) return null
  const items = rows.map((row) => [row.id, row.name, row.version] as const)
  return { call, params: undo.params, items, permission: call.actsOn.permission }
}

/** By one call, which says of each record what makes it as it was. */
function undoOfEach(rows: readonly Changed[]): Undo | null {
  const undone = rows.map((row) => ({ ...row, undo: kept.parse(row.undo) }))
  const call = builtCalls.find(({ path }) => path === undone[0]?.undo.path)
  if (!call?.actsOn) return null
  const said = Map.groupBy(undone, ({ undo }) => JSON.stringify(undo.more))
  const items = [...said.values()].flatMap((same, at) =>
    same.map((row): Item => [row.id, row.name, versionOf(row), at]),
  )
  const mores = [...said.values()].flatMap(([one]) => (one ? [one.undo.more] : []))
  return { call, mores, items, permission: call.actsOn.permission }
}

const versionOf = ({ version, undo }: { readonly version: number; readonly undo: Kept }) =>
  undo.keepsVersion ? null : version
