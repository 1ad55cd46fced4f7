import { type Call, codes } from '@muster/contract'
import { clientKinds } from '../../access/principal.ts'
import type { Act } from '../../kit/batch/applyEach.ts'
import type { Context } from '../../kit/context.ts'
import type { ActionNote } from '../../platform/actionNote.ts'
import { sentOf, statesOf, targetsOf } from '../../platform/actionStates.ts'
import { maskedJson } from '../../platform/maskedJson.ts'

interface Work {
  readonly taskId: string
  readonly call: Pick<Call, 'method' | 'path' | 'permission'>
  readonly started: Date
}

/** What every entry tells that a task writes to the action log: its owner called, just now. */
export function calledBy({ principal, now }: Context, { taskId, call, started }: Work) {
  const { kind, userId, userName, orgId } = principal
  return {
    at: started.toISOString(),
    userId,
    userName,
    orgId,
    method: call.method,
    path: call.path,
    permission: call.permission,
    code: codes.success,
    clientKind: clientKinds[kind],
    durationMs: now().getTime() - started.getTime(),
    requestId: taskId,
  }
}

interface Done extends Pick<Work, 'taskId' | 'started'> {
  readonly act: Act
  readonly notes: readonly ActionNote[]
}

/** Writes what a task has done by a call to the action log, as if its owner had called for these records. */
export async function logActs(ctx: Context, { taskId, act, notes, started }: Done): Promise<void> {
  const { call } = act.route
  const entry = {
    ...calledBy(ctx, { taskId, call, started }),
    request: maskedJson({ taskId, ...sentOf(call, { params: act.params, body: act.more }) }),
    ...statesOf(notes),
  }
  const entries = targetsOf(notes).map((targetIds) => ({ ...entry, targetIds }))
  await ctx.db.insertInto('actionLog').values(entries).execute()
}
