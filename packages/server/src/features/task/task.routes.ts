import {
  type AsyncTask,
  asyncTasks,
  codes,
  type ParsedOf,
  type TaskItemFault,
} from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import { allOf, anyContains, type Condition, contains, equals, pageRows } from '../../kit/page.ts'
import { notFound, Refusal } from '../../kit/refusal.ts'
import { organizationsBy } from '../../kit/scope.ts'
import { serve } from '../../kit/serve.ts'
import { tasksPath } from './addTask.ts'
import { ownOrAll } from './ownOrAll.ts'
import { requeue } from './requeue.ts'

type Query = ParsedOf<(typeof asyncTasks)['page']>['query']

const sortable = new Set(['createdAt', 'startedAt', 'endedAt', 'type', 'state'])

/** One's own, and with ASYNCTASK_ALL those of the organisations one sees. */
const visible = (ctx: Context): Condition => ownOrAll(ctx, 'ASYNCTASK_ALL')

function conditionsOf(query: Query, ctx: Context): Condition[] {
  const { type, state, createdBy, hasFailures, mine, from, to, keyword } = query
  return [
    visible(ctx),
    ...(mine === '1' ? [sql<SqlBool>`created_by_id = ${ctx.principal.userId}`] : []),
    ...(type ? [equals('type', type)] : []),
    ...(state ? [equals('state', state)] : []),
    ...(createdBy ? [contains('createdBy', createdBy)] : []),
    ...(hasFailures ? [sql<SqlBool>`(failed > 0) = ${hasFailures === '1'}`] : []),
    ...(from ? [sql<SqlBool>`created_at >= ${from}`] : []),
    ...(to ? [sql<SqlBool>`created_at < ${to}`] : []),
    ...(keyword ? [anyContains(['taskNo', 'title'], keyword)] : []),
  ]
}

const source = { view: 'asyncTaskRow', sortable, order: ['createdAt'] }

const rowSelect = sql`select * from async_task_row as row`

async function findTask(ctx: Context, id: string): Promise<AsyncTask> {
  const { rows } = await sql<AsyncTask>`${rowSelect}
    where ${allOf([equals('id', id), visible(ctx)])}`.execute(ctx.db)
  const row = rows[0]
  if (!row) throw notFound()
  return row
}

export const asyncTaskRoutes = serve(asyncTasks, organizationsBy('orgId'), {
  page: async ({ query }, ctx) => {
    const sorted = query.sortField ? query : { ...query, ...latestFirst }
    return pageRows<AsyncTask>(ctx, { ...source, conditions: conditionsOf(query, ctx) }, sorted)
  },
  mine: async (_, ctx) => {
    const { rows } = await sql<AsyncTask>`${rowSelect} where created_by_id = ${ctx.principal.userId}
      and (state in ('QUEUED', 'RUNNING') or ended_at > now() - interval '8 hours')
      order by created_at desc limit 20`.execute(ctx.db)
    return rows
  },
  detail: async ({ params }, ctx) => findTask(ctx, params.id),
  items: async ({ params, query }, ctx) => {
    await findTask(ctx, params.id)
    const conditions = [equals('taskId', params.id)]
    const items = { view: 'asyncTaskItem', sortable: new Set(['number']), order: ['number'] }
    return pageRows<TaskItemFault>(ctx, { ...items, conditions }, query)
  },
  cancel: async ({ params }, ctx) => {
    const task = await findTask(ctx, params.id)
    if (task.state !== 'QUEUED' && task.state !== 'RUNNING') throw over()
    await sql`update async_task set cancel_asked = true,
        ended_at = case when state = 'QUEUED' then now() end,
        state = case when state = 'QUEUED' then 'CANCELLED' else state end
      where id = ${params.id} and state in ('QUEUED', 'RUNNING')`.execute(ctx.db)
    return changed(ctx, [params.id])
  },
  retry: async ({ params, query }, ctx) => {
    const task = await findTask(ctx, params.id)
    if (task.state === 'QUEUED' || task.state === 'RUNNING')
      throw new Refusal(codes.warning, 'task.running')
    await requeue(ctx, task.id, { failedOnly: query.scope === 'failed' })
    return changed(ctx, [params.id])
  },
  removeMany: async ({ body }, ctx) => {
    const { rows } = await sql<AsyncTask>`${rowSelect}
      where id = any(${body.ids}::uuid[]) and ${visible(ctx)}`.execute(ctx.db)
    if (rows.length < new Set(body.ids).size) throw notFound()
    if (rows.some(({ state }) => state === 'QUEUED' || state === 'RUNNING'))
      throw new Refusal(codes.warning, 'task.notEnded')
    await ctx.db.deleteFrom('asyncTask').where('id', 'in', body.ids).execute()
    ctx.note({ rows: rows.map((row) => ({ ...row })) })
    return changed(ctx, body.ids)
  },
})

const latestFirst = { sortField: 'createdAt', sortOrder: 'desc' } as const
const over = () => new Refusal(codes.warning, 'task.over')

function changed(ctx: Context, ids: readonly string[]) {
  ctx.note({ targetIds: ids })
  ctx.changed(tasksPath, ids, [ctx.principal.orgId])
  return { count: ids.length }
}
