import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/schema.ts'
import type { FrozenPrincipal } from '../../access/frozen.ts'

type Db = Kysely<DB>

/** A task that this process has taken up. */
export interface Claimed {
  readonly id: string
  readonly type: string
  readonly params: unknown
  readonly principal: FrozenPrincipal
  readonly orgId: string
  readonly language: string
  readonly attempts: number
  readonly cancelAsked: boolean
}

/** Who works on a task: another process cannot write its progress or its end. */
export interface Holder {
  readonly id: string
  readonly node: string
}

const lease = sql<string>`now() + interval '60 seconds'`

/** How often a task is begun before its failure is the end of it. */
export const mostAttempts = 3

/** Takes up the task that waits longest; one whose worker is gone counts as waiting, until its attempts are over. */
export async function claimTask(db: Db, node: string): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    update async_task as task set state = 'RUNNING', node = ${node}, attempts = task.attempts + 1, message = null,
      lease_until = ${lease}, started_at = coalesce(task.started_at, now())
    where task.id = (
      select waiting.id from async_task as waiting
      where waiting.run_at <= now() and (waiting.state = 'QUEUED'
        or (waiting.state = 'RUNNING' and waiting.lease_until < now() and waiting.attempts < ${mostAttempts}))
      order by waiting.run_at limit 1 for update skip locked)
    returning task.id, task.type, task.params, task.principal, task.org_id, task.language, task.attempts,
      task.cancel_asked`.execute(db)
  return rows[0]
}

export interface Lost extends Pick<Claimed, 'id' | 'orgId'> {
  /** The file that it was making. */
  readonly fileId: string | null
}

/**
 * Ends the tasks whose process was gone before their end at each attempt: what takes a process down,
 * as for want of memory, would take down the next one.
 */
export async function endLost(db: Db): Promise<Lost[]> {
  const { rows } = await sql<Lost>`
    with ended as (
      update async_task set state = 'FAILED', message = 'task.processLost', ended_at = now(), lease_until = null
      where state = 'RUNNING' and lease_until < now() and attempts >= ${mostAttempts}
      returning id, org_id),
    without_file as (
      update file_task set state = 'FAILED', message = 'task.processLost' from ended
      where file_task.task_id = ended.id and file_task.state in ('QUEUED', 'RUNNING')
      returning file_task.task_id, file_task.id)
    select ended.id, ended.org_id, without_file.id as file_id
      from ended left join without_file on without_file.task_id = ended.id`.execute(db)
  return rows
}

/** What a worker learns of its task: go on, stop as asked, or it is somebody else's by now. */
export type Hold = 'held' | 'cancel' | 'pause' | 'lost'

/** Holds the lease; `lost` when another process has the task or it has ended. */
export async function holdTask(db: Db, { id, node }: Holder): Promise<Hold> {
  const held = await db
    .updateTable('asyncTask')
    .set({ leaseUntil: lease })
    .where('id', '=', id)
    .where('node', '=', node)
    .where('state', '=', 'RUNNING')
    .returning(['cancelAsked', 'pauseAsked'])
    .executeTakeFirst()
  if (!held) return 'lost'
  if (held.cancelAsked) return 'cancel'
  return held.pauseAsked ? 'pause' : 'held'
}

export interface Progress {
  readonly done: number
  readonly failed?: number
  readonly total?: number | null
}

/** Writes how far a task is, on the row of whoever holds it. */
export async function writeProgress(db: Db, { id, node }: Holder, progress: Progress) {
  await db
    .updateTable('asyncTask')
    .set({
      done: progress.done,
      ...(progress.failed === undefined ? {} : { failed: progress.failed }),
      ...(progress.total === undefined ? {} : { total: progress.total }),
    })
    .where('id', '=', id)
    .where('node', '=', node)
    .where('state', '=', 'RUNNING')
    .execute()
}

export interface End {
  readonly state: 'SUCCESS' | 'PARTIAL' | 'FAILED' | 'CANCELLED'
  readonly message: string | null
  /** Left out: as last told. */
  readonly done?: number
  readonly failed?: number
}

/** Ends a task that this process holds; a file still to come of one that failed or was cancelled has failed. */
export async function endTask(db: Db, { id, node }: Holder, end: End): Promise<void> {
  const ending = db.with('ended', (within) =>
    within
      .updateTable('asyncTask')
      .set({ ...end, endedAt: sql`now()`, leaseUntil: null })
      .where('id', '=', id)
      .where('node', '=', node)
      .where('state', '=', 'RUNNING')
      .returning(['id', 'state']),
  )
  await ending
    .updateTable('fileTask')
    .from('ended')
    .set({ state: 'FAILED', message: end.message ?? 'transfer.cancelled' })
    .whereRef('fileTask.taskId', '=', 'ended.id')
    .where('ended.state', 'in', ['FAILED', 'CANCELLED'])
    .where('fileTask.state', 'in', ['QUEUED', 'RUNNING'])
    .execute()
}

/** Puts a task back for another try after a while. */
export async function postponeTask(db: Db, { id, node }: Holder, seconds: number): Promise<void> {
  await db
    .updateTable('asyncTask')
    .set({
      state: 'QUEUED',
      leaseUntil: null,
      runAt: sql`now() + make_interval(secs => ${seconds})`,
    })
    .where('id', '=', id)
    .where('node', '=', node)
    .where('state', '=', 'RUNNING')
    .execute()
}

/** Puts a task back that waits for something else, and says for what if it is known; this was no attempt. */
export async function waitTask(
  db: Db,
  { id, node }: Holder,
  { key, seconds }: { readonly key: string | null; readonly seconds: number },
): Promise<void> {
  await sql`update async_task set state = 'QUEUED', message = ${key}, attempts = attempts - 1,
      lease_until = null, run_at = now() + make_interval(secs => ${seconds})
    where id = ${id} and node = ${node} and state = 'RUNNING'`.execute(db)
}

/** Lets a task rest that this process has stopped working on; this was no attempt. */
export async function pauseTask(db: Db, { id, node }: Holder): Promise<void> {
  // Whoever was cancelled while its work wound down is taken up once more and ends.
  await sql`update async_task set state = case when cancel_asked then 'QUEUED' else 'PAUSED' end,
      run_at = case when cancel_asked then now() else run_at end,
      paused_at = case when not cancel_asked then now() end,
      pause_asked = false, attempts = attempts - 1, lease_until = null
    where id = ${id} and node = ${node} and state = 'RUNNING'`.execute(db)
}
