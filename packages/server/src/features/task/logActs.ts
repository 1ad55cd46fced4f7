import { codes } from '@muster/contract'
import { clientKinds } from '../../access/principal.ts'
import type { Act } from '../../kit/batch/applyEach.ts'
import type { Context } from '../../kit/context.ts'
import type { ActionNote } from '../../platform/actionNote.ts'
import { sentOf, statesOf, targetsOf } from '../../platform/actionStates.ts'
import { maskedJson } from '../../platform/maskedJson.ts'

interface Done {
  readonly taskId: string
  readonly act: Act
  readonly notes: readonly ActionNote[]
  readonly started: Date
}

/** Writes what a task has done by a call to the action log, as if its owner had called for these records. */
export async function logActs(ctx: Context, { taskId, act, notes, started }: Done): Promise<void> {
  const { kind, userId, userName, orgId } = ctx.principal
  const { call } = act.route
  const entry = {
    at: started.toISOString(),
    userId,
    userName,
    orgId,
    method: call.method,
    path: call.path,
    permission: call.permission,
    request: maskedJson({ taskId, ...sentOf(call, { params: act.params, body: act.more }) }),
    ...statesOf(notes),
    code: codes.success,
    clientKind: clientKinds[kind],
    durationMs: ctx.now().getTime() - started.getTime(),
    requestId: taskId,
  }
  const entries = targetsOf(notes).map((targetIds) => ({ ...entry, targetIds }))
  await ctx.db.insertInto('actionLog').values(entries).execute()
}
