import { sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import { taskBell } from '../../kit/addTask.ts'
import { refreeze } from './standing.ts'

/**
 * Lets a task that has ended begin anew: with all of its items, or with those that failed, and with
 * no more rights than there are now. A batch that ended before its last record goes on where it was:
 * what it counts as done and failed is how far it came.
 */
export async function requeue(
  ctx: Context,
  id: string,
  { failedOnly }: { readonly failedOnly: boolean },
): Promise<void> {
  await refreeze(ctx, id)
  const goesOn = sql`type = 'BATCH' and ${failedOnly}::boolean`
  await sql`update async_task set state = 'QUEUED', attempts = 0, cancel_asked = false,
      done = case when ${goesOn} then done else 0 end,
      failed = case when ${goesOn} then failed else 0 end, message = null, run_at = now(), started_at = null, ended_at = null, lease_until = null,
      pause_asked = false, paused_at = null, rested = 0,
      params = params || jsonb_build_object('failedOnly', ${failedOnly}::boolean)
    where id = ${id} and state not in ('QUEUED', 'RUNNING', 'PAUSED')`.execute(ctx.db)
  ctx.ring(taskBell)
}
