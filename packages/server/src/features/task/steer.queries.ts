import type { AsyncTask, AsyncTaskDetail } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
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
  return { ...task, params: shortened(params), events }
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

/** Ends what waits or rests, and asks whoever works on the others to stop. */
export async function cancelTasks(db: Db, ids: readonly string[]): Promise<void> {
  await sql`with asked as (
      update async_task set cancel_asked = true,
        ended_at = case when state <> 'RUNNING' then now() end,
        state = case when state = 'RUNNING' then state else 'CANCELLED' end
      where id = any(${ids}::uuid[]) and state in ('QUEUED', 'RUNNING', 'PAUSED') returning id, state
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
