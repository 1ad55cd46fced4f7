import {
  type AsyncTask,
  asyncTasks,
  codes,
  type ParsedOf,
  type TaskItemFault,
  fileTasksPath,
  asyncTasksPath,
} from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import { allOf, anyContains, type Condition, contains, equals, pageRows } from '../../kit/page.ts'
import { notFound, Refusal } from '../../kit/refusal.ts'
import { organizationsBy } from '../../access/scope.ts'
import { serve } from '../../kit/serve.ts'
import { taskBell } from '../../kit/addTask.ts'
import { ownOrAll } from './ownOrAll.ts'
import { requeue } from './requeue.ts'
import { refreeze } from './standing.ts'
import { cancelTasks, pause, pin, readDetail, readOwn, resume } from './steer.queries.ts'
import { takeBack } from './takeBack.ts'

type Query = ParsedOf<(typeof asyncTasks)['page']>['query']

const sortable = new Set([
  'shownAt',
  'createdAt',
  'startedAt',
  'endedAt',
  'durationSeconds',
  'type',
  'state',
])

/** Names of records and what is wrong with them are in what these tell. */
const tellsOfRecords = sql<SqlBool>`type in ('IMPORT', 'IMPORT_CHECK', 'BATCH')`

/** One's own, and with ASYNCTASK_ALL those of others who saw no more. */
const visible = (ctx: Context): Promise<Condition> =>
  ownOrAll(ctx, { code: 'ASYNCTASK_ALL', needsRight: tellsOfRecords })

async function conditionsOf(query: Query, ctx: Context): Promise<Condition[]> {
  const { type, state, createdBy, hasFailures, mine, from, to, keyword } = query
  return [
    await visible(ctx),
    ...(mine === '1' ? [sql<SqlBool>`created_by_id = ${ctx.principal.userId}`] : []),
    ...(type ? [equals('type', type)] : []),
    ...(state ? [equals('state', state)] : []),
    ...(createdBy ? [isMadeBy(createdBy)] : []),
    ...(hasFailures ? [sql<SqlBool>`(failed > 0) = ${hasFailures === '1'}`] : []),
    ...(from ? [sql<SqlBool>`created_at >= ${from}`] : []),
    ...(to ? [sql<SqlBool>`created_at < ${to}`] : []),
    ...(keyword ? [anyContains(['taskNo', 'title'], keyword)] : []),
  ]
}

/** Made by one of those whose name contains a text: these are few, tasks are many. */
const isMadeBy = (name: string): Condition =>
  sql<SqlBool>`created_by_id in (select maker.id from app_user as maker
    where ${contains('maker.userName', name)})`

const source = { view: 'asyncTaskRow', sortable, order: ['createdAt'] }

const rowSelect = sql`select * from async_task_row as row`

async function findTask(ctx: Context, id: string): Promise<AsyncTask> {
  const { rows } = await sql<AsyncTask>`${rowSelect}
    where ${allOf([equals('id', id), await visible(ctx)])}`.execute(ctx.db)
  const row = rows[0]
  if (!row) throw notFound()
  return row
}

export const asyncTaskRoutes = serve(asyncTasks, organizationsBy('orgId'), {
  page: async ({ query }, ctx) => {
    const sorted = query.sortField ? query : { ...query, ...latestFirst }
    const conditions = await conditionsOf(query, ctx)
    return pageRows<AsyncTask>(ctx, { ...source, conditions }, sorted)
  },
  mine: async (_, ctx) => readOwn(ctx),
  detail: async ({ params }, ctx) => readDetail(ctx, await findTask(ctx, params.id)),
  items: async ({ params, query }, ctx) => {
    await findTask(ctx, params.id)
    const conditions = [equals('taskId', params.id)]
    const items = { view: 'asyncTaskItem', sortable: new Set(['number']), order: ['number'] }
    return pageRows<TaskItemFault>(ctx, { ...items, conditions }, query)
  },
  cancel: async ({ params }, ctx) => cancel(ctx, [params.id]),
  cancelMany: async ({ body }, ctx) => cancel(ctx, [...new Set(body.ids)]),
  pause: async ({ params }, ctx) => {
    const { state } = await findTask(ctx, params.id)
    if (state !== 'QUEUED' && state !== 'RUNNING') throw over()
    await pause(ctx.db, params.id)
    return changed(ctx, [params.id])
  },
  resume: async ({ params }, ctx) => {
    const { state } = await findTask(ctx, params.id)
    if (state !== 'PAUSED') throw new Refusal(codes.warning, 'task.notPaused')
    await refreeze(ctx, params.id)
    await resume(ctx.db, params.id)
    ctx.ring(taskBell)
    return changed(ctx, [params.id])
  },
  pin: async ({ params: { id, pinned } }, ctx) => {
    await findTask(ctx, id)
    await pin(ctx.db, id, pinned === '1')
    return changed(ctx, [id])
  },
  retry: async ({ params, query }, ctx) => {
    const task = await findTask(ctx, params.id)
    if (!isOver(task)) throw new Refusal(codes.warning, 'task.running')
    await requeue(ctx, task.id, { failedOnly: query.scope === 'failed' })
    return changed(ctx, [params.id])
  },
  takeBack: async ({ params }, ctx) => {
    const task = await findTask(ctx, params.id)
    if (!isOver(task)) throw new Refusal(codes.warning, 'task.running')
    return { taskId: await takeBack(ctx, task) }
  },
  removeMany: async ({ body }, ctx) => {
    const ids = [...new Set(body.ids)]
    const tasks = await findTasks(ctx, ids)
    ctx.note({ rows: tasks.map((task) => ({ ...task })) })
    if (!tasks.every(isOver)) throw new Refusal(codes.warning, 'task.notEnded')
    const kept = tasks.find(({ pinned }) => pinned)
    if (kept) throw new Refusal(codes.warning, 'task.pinned', { params: { number: kept.taskNo } })
    await ctx.db.deleteFrom('asyncTask').where('id', 'in', ids).execute()
    return changed(ctx, ids)
  },
})

const latestFirst = { sortField: 'shownAt', sortOrder: 'desc' } as const
const over = () => new Refusal(codes.warning, 'task.over')
const isOver = ({ state }: AsyncTask) => !['QUEUED', 'RUNNING', 'PAUSED'].includes(state)

async function findTasks(ctx: Context, ids: readonly string[]): Promise<AsyncTask[]> {
  const { rows } = await sql<AsyncTask>`${rowSelect}
    where id = any(${ids}::uuid[]) and ${await visible(ctx)}`.execute(ctx.db)
  if (rows.length < ids.length) throw notFound()
  return rows
}

/** Of several, those that have ended meanwhile are no reason to let the others go on. */
async function cancel(ctx: Context, ids: readonly string[]) {
  const tasks = await findTasks(ctx, ids)
  if (tasks.every(isOver)) throw over()
  await cancelTasks(ctx.db, ids)
  ctx.ring(taskBell)
  ctx.changed(fileTasksPath, [], [ctx.principal.orgId])
  return changed(ctx, ids)
}

function changed(ctx: Context, ids: readonly string[]) {
  ctx.note({ targetIds: ids })
  ctx.changed(asyncTasksPath, ids, [ctx.principal.orgId])
  return { count: ids.length }
}
