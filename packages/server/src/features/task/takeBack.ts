import { type AsyncTask, codes, isClosedToTokens } from '@muster/contract'
import { importOf } from '@muster/contract/imports'
import { sql } from 'kysely'
import { mayCall } from '../../access/principal.ts'
import type { Context } from '../../kit/context.ts'
import { Refusal } from '../../kit/refusal.ts'
import { translate } from '../../platform/texts.ts'
import { addTask } from '../../kit/addTask.ts'

interface Added {
  readonly id: string
  readonly key: string
  /** The list, by the path of its page. */
  readonly path: string
}

/**
 * Has a task remove what an import has added, by the list's own call and under the caller's rights.
 * What that task refuses it names, and it can be told to try again: nothing is offered twice.
 */
export async function takeBack(ctx: Context, { id, title }: AsyncTask): Promise<string> {
  const { rows } = await sql<Added>`with added as (
      delete from import_added where task_id = ${id} returning id, key)
    select added.id, added.key, run.path from added join import_run run on run.task_id = ${id}
    order by added.id`.execute(ctx.db)
  const sheet = rows[0] && importOf(rows[0])
  const call = sheet?.of.removeMany
  if (!sheet || !call) throw new Refusal(codes.warning, 'import.nothingToTakeBack')
  const { method, permission } = call
  if (!mayCall(ctx.principal, permission))
    throw new Refusal(codes.forbidden, 'refusal.forbidden', { data: { permission } })
  if (ctx.principal.kind === 'token' && isClosedToTokens(call))
    throw new Refusal(codes.forbidden, 'task.notByToken')
  const taskId = await addTask(ctx, {
    type: 'BATCH',
    title: translate(ctx.language, 'import.takeBackOf', { name: title }),
    params: { method, path: call.path, items: rows.map((row) => [row.id, row.key]) },
    permission: sheet.calls.start.permission,
  })
  ctx.note({ targetIds: rows.map((row) => row.id), after: { taskId } })
  return taskId
}
