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
  readonly items: readonly (readonly [id: string, name: string, version?: number])[]
  readonly permission: string
}

/**
 * Has a task remove what an import has added, or undo what a batch has done, by the list's own call and
 * under the caller's rights. What that task refuses it names, and it can be told to try again: nothing is
 * offered twice.
 */
export async function takeBack(ctx: Context, task: AsyncTask): Promise<string> {
  const undo = await (task.type === 'BATCH' ? undoOfBatch : undoOfImport)(ctx, task)
  if (!undo || undo.items.length === 0) throw new Refusal(codes.warning, 'import.nothingToTakeBack')
  const { call, params, items, permission } = undo
  if (!mayCall(ctx.principal, call.permission))
    throw new Refusal(codes.forbidden, 'refusal.forbidden', {
      data: { permission: call.permission },
    })
  if (ctx.principal.kind === 'token' && isClosedToTokens(call))
    throw new Refusal(codes.forbidden, 'task.notByToken')
  const taskId = await addTask(ctx, {
    type: 'BATCH',
    title: translate(ctx.language, 'import.takeBackOf', { name: task.title }),
    params: { method: call.method, path: call.path, params, items },
    permission,
  })
  ctx.note({ targetIds: items.map(([id]) => id), after: { taskId } })
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

/** Only what is still as the batch left it. */
async function undoOfBatch({ db }: Context, { id }: AsyncTask): Promise<Undo | null> {
  const { rows } = await sql<{ id: string; name: string; version: number; params: unknown }>`with
    changed as (delete from batch_changed where task_id = ${id} returning id, name, version)
    select changed.id, changed.name, changed.version, task.params - 'items' as params
    from changed join async_task task on task.id = ${id}
    order by changed.id`.execute(db)
  if (!rows[0]) return null
  const done = batch.parse(rows[0].params)
  const undo = undoOf(done.path, done.params)
  const call = builtCalls.find(({ path }) => path === undo?.path)
  if (!undo || !call?.actsOn) return null
  const items = rows.map((row) => [row.id, row.name, row.version] as const)
  return { call, params: undo.params, items, permission: call.actsOn.permission }
}
