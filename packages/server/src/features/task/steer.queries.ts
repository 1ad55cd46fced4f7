import {
  type AsyncTask,
  type AsyncTaskDetail,
  type Awaited,
  countCap,
  type OwnTask,
} from '@muster/contract'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import type { DB } from '../../platform/schema.ts'

type Db = Kysely<DB>

/** A task with what was asked for and how it went so far. */
export async function readDetail({ db }: Context, task: AsyncTask): Promise<AsyncTaskDetail> {
  const { params } = await db
    .selectFrom('asyncTask')
    .select('params')
    .where('id', '=', task.id)
    .executeTakeFirstOrThrow()
  const { rows: events } = await sql<
    AsyncTaskDetail['events'][number]
  >`select at, state, node, message
    from async_task_event where task_id = ${task.id} order by id limit 200`.execute(db)
  return {
    ...task,
    params: shortened(params),
    events,
    reversible: await countReversible(db, task.id),
    awaits: await awaitsOf(db, task.id),
  }
}

/** What a batch gives waits for a second person in a push that bears its id. */
const awaited = sql`jsonb_build_object('pushId', push.id, 'kind', push.kind)`

async function awaitsOf(db: Db, taskId: string): Promise<Awaited | null> {
  const { rows } = await sql<{ awaits: Awaited }>`select ${awaited} as awaits from push
    where id = ${taskId} and state = 'APPROVAL'`.execute(db)
  return rows[0]?.awaits ?? null
}

/** Records that an import has added or a batch has changed, and that were not taken back yet. */
async function countReversible(db: Db, taskId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select
    ${reversibleOf(sql`${taskId}`)} as count`.execute(db)
  return rows[0]?.count ?? 0
}

/** A task may have a million of them, and is read with each step of another: they are counted no further than one beyond the cap. */
const reversibleOf = (taskId: RawBuilder<unknown>) =>
  sql`(select count(*)::integer from (
    select 1 from import_added where task_id = ${taskId}
    union all select 1 from batch_changed where task_id = ${taskId} limit ${countCap + 1}) as counted)`

/** The latest of a user's own tasks: what is under way, and what ended in the last hours. */
export async function readOwn({ db, principal }: Context): Promise<OwnTask[]> {
  const { rows } = await sql<OwnTask>`select own.*,
      case when ended_at is null then 0 else ${reversibleOf(sql`own.id`)} end as reversible,
      (select ${awaited} from push where push.id = own.id and push.state = 'APPROVAL') as awaits
    from (select * from async_task_row where created_by_id = ${principal.userId}
      and (state in ('QUEUED', 'RUNNING', 'PAUSED') or ended_at > now() - interval '8 hours')
      order by shown_at desc nulls last, id desc limit 20) own
    order by shown_at desc nulls last, id desc`.execute(db)
  return rows
}

/** Nobody reads the ids of a thousand records. */
const longest = 20

function shortened(params: unknown): Record<string, unknown> {
  const members = Object.entries(typeof params === 'object' && params !== null ? params : {})
  return Object.fromEntries(
    members.map(([name, value]: [string, unknown]) => [
      name,
      Array.isArray(value) && value.length > longest ? value.length : value,
    ]),
  )
}

/**
 * Ends what waits or rests, and asks whoever works on the others to stop. An import that has begun
 * is taken up once more: what it has done until now is told before it ends.
 */
export async function cancelTasks(db: Db, ids: readonly string[]): Promise<void> {
  await sql`with found as (
      select id, state = 'RUNNING' as is_running, exists (select from import_run run
        where run.task_id = task.id and run.phase in ('CHECK', 'WRITE')) as is_begun
      from async_task task where id = any(${ids}::uuid[])
        and state in ('QUEUED', 'RUNNING', 'PAUSED') for update
    ), asked as (
      update async_task task set cancel_asked = true, pause_asked = false,
        paused_at = case when is_begun then null else paused_at end,
        run_at = case when is_running then run_at else now() end,
        ended_at = case when not is_running and not is_begun then now() end,
        state = case when is_running then 'RUNNING' when is_begun then 'QUEUED' else 'CANCELLED' end
      from found where task.id = found.id returning task.id, task.state
    )
    update file_task set state = 'FAILED', message = 'transfer.cancelled'
    where task_id in (select id from asked where state = 'CANCELLED')
      and state in ('QUEUED', 'RUNNING')`.execute(db)
}

/** Lets a task rest: at once where it waits, else when its worker has heard of it. */
export async function pause(db: Db, id: string): Promise<void> {
  await sql`update async_task set
      paused_at = case when state = 'QUEUED' then now() end,
      pause_asked = state = 'RUNNING',
      state = case when state = 'QUEUED' then 'PAUSED' else state end
    where id = ${id} and state in ('QUEUED', 'RUNNING')`.execute(db)
}

/** Lets a task go on that rests. */
export async function resume(db: Db, id: string): Promise<void> {
  await sql`update async_task set state = 'QUEUED', run_at = now(), paused_at = null,
      rested = rested + case when started_at is null then 0
        else round(extract(epoch from now() - paused_at))::integer end
    where id = ${id} and state = 'PAUSED'`.execute(db)
}

/** Keeps a task on top of the list, or lets it take its place again. */
export async function pin(db: Db, id: string, isPinned: boolean): Promise<void> {
  await sql`update async_task
    set shown_at = case when ${isPinned}::boolean then '9999-01-01T00:00:00Z' else created_at end
    where id = ${id}`.execute(db)
}
