import {
  codes,
  type FileTask,
  fileTasks,
  type ParsedOf,
  fileTasksPath,
  asyncTasksPath,
} from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import { allOf, type Condition, contains, equals, pageRows } from '../../kit/page.ts'
import { notFound, Refusal } from '../../kit/refusal.ts'
import { organizationsBy } from '../../access/scope.ts'
import { serve } from '../../kit/serve.ts'
import { type ByteRange, FileAnswer } from '../../platform/fileAnswer.ts'
import { contentsOf } from '../../platform/contents.ts'
import { screenOfCall } from '../system/menu/index.ts'
import { dropContent } from '../file/index.ts'
import { ownOrAll } from './ownOrAll.ts'
import { requeue } from './requeue.ts'
import { zipOf } from './zipOf.ts'

type Query = ParsedOf<(typeof fileTasks)['page']>['query']

const sortable = new Set(['createdAt', 'name', 'kind', 'state', 'bytes', 'rows', 'expiresAt'])

const isUploaded = sql<SqlBool>`kind = 'IMPORT'`

/** One's own, and with FILE_ALL those of others that one could have made as well. */
const visible = (ctx: Context): Promise<Condition> =>
  ownOrAll(ctx, { code: 'FILE_ALL', needsRight: isUploaded })

async function conditionsOf(query: Query, ctx: Context): Promise<Condition[]> {
  const { name, kind, state, mine, from, to, keyword } = query
  return [
    await visible(ctx),
    ...(mine === '1' ? [sql<SqlBool>`created_by_id = ${ctx.principal.userId}`] : []),
    ...(name ? [contains('name', name)] : []),
    ...(keyword ? [contains('name', keyword)] : []),
    ...(kind ? [equals('kind', kind)] : []),
    ...(state ? [equals('state', state)] : []),
    ...(from ? [sql<SqlBool>`created_at >= ${from}`] : []),
    ...(to ? [sql<SqlBool>`created_at < ${to}`] : []),
  ]
}

export const fileTaskRoutes = serve(fileTasks, organizationsBy('orgId'), {
  page: async ({ query }, ctx) => {
    const source = { view: 'fileTaskRow', sortable, order: ['createdAt'] }
    const sorted = query.sortField ? query : { ...query, ...latestFirst }
    const conditions = await conditionsOf(query, ctx)
    const page = await pageRows<FileTask>(ctx, { ...source, conditions }, sorted)
    return {
      ...page,
      list: page.list.map((row) => ({ ...row, screen: screenOfCall(row.source) })),
    }
  },
  download: async ({ params }, ctx) => {
    const { name, sha256, mediaType, state, bytes } = await findFile(ctx, params.id)
    if (state !== 'READY' || sha256 === null) throw gone()
    const [store, content] = [storeOf(ctx), Buffer.from(sha256, 'hex')]
    if (!(await store.has(content))) throw gone()
    ctx.note({ targetIds: [params.id], after: { name } })
    const open = (range?: ByteRange) => store.open(content, range)
    return new FileAnswer(name, mediaType, { bytes: bytes ?? 0, etag: `"${sha256}"`, open })
  },
  zip: async ({ query }, ctx) => {
    const ids = [...new Set(query.ids)]
    const files = await findFiles(ctx, ids)
    const store = storeOf(ctx)
    const ready = files.flatMap(({ name, state, sha256 }) =>
      state === 'READY' && sha256 ? { name, sha256: Buffer.from(sha256, 'hex') } : [],
    )
    const there = await Promise.all(ready.map(({ sha256 }) => store.has(sha256)))
    if (ready.length < files.length || there.includes(false)) throw gone()
    ctx.note({ targetIds: ids, after: { names: ready.map(({ name }) => name) } })
    const day = ctx.now().toISOString().slice(0, 10)
    return new FileAnswer(`files-${day}.zip`, 'application/zip', zipOf(store, ready))
  },
  retry: async ({ params }, ctx) => {
    const { taskId, state, kind } = await findFile(ctx, params.id)
    // An import is not done once more because its result is gone.
    if (!taskId || kind !== 'EXPORT') throw new Refusal(codes.warning, 'transfer.fileGone')
    if (state !== 'FAILED' && state !== 'EXPIRED') throw new Refusal(codes.warning, 'task.running')
    await sql`update file_task set state = 'QUEUED', message = null where id = ${params.id}`.execute(
      ctx.db,
    )
    await requeue(ctx, taskId, { failedOnly: false })
    ctx.changed(asyncTasksPath, [taskId], [ctx.principal.orgId])
    return changed(ctx, [params.id])
  },
  remove: async ({ params }, ctx) => remove(ctx, [params.id]),
  removeMany: async ({ body }, ctx) => remove(ctx, [...new Set(body.ids)]),
})

const latestFirst = { sortField: 'createdAt', sortOrder: 'desc' } as const

async function findFile(ctx: Context, id: string): Promise<FileTask & { mediaType: string }> {
  const { rows } = await sql<FileTask & { mediaType: string }>`
    select row.*, (select file.media_type from file_task as file where file.id = row.id) as media_type
    from file_task_row as row where ${allOf([equals('id', id), await visible(ctx)])}`.execute(
    ctx.db,
  )
  const row = rows[0]
  if (!row) throw notFound()
  return row
}

const gone = () => new Refusal(codes.notFound, 'transfer.fileGone')
const storeOf = ({ platform }: Context) => contentsOf(platform)

async function findFiles(ctx: Context, ids: readonly string[]): Promise<FileTask[]> {
  const { rows } = await sql<FileTask>`select * from file_task_row as row
    where id = any(${ids}::uuid[]) and ${await visible(ctx)} order by created_at`.execute(ctx.db)
  if (rows.length < ids.length) throw notFound()
  return rows
}

async function remove(ctx: Context, ids: readonly string[]) {
  const rows = await findFiles(ctx, ids)
  ctx.note({ rows: rows.map((row) => ({ ...row })) })
  if (rows.some(({ state }) => state === 'QUEUED' || state === 'RUNNING'))
    throw new Refusal(codes.warning, 'task.notEnded')
  await ctx.db.deleteFrom('fileTask').where('id', 'in', ids).execute()
  await dropContent(
    { db: ctx.db, env: ctx.platform.env },
    rows.flatMap(({ sha256 }) => (sha256 ? [Buffer.from(sha256, 'hex')] : [])),
  )
  return changed(ctx, ids)
}

function changed(ctx: Context, ids: readonly string[]) {
  ctx.note({ targetIds: ids })
  ctx.changed(fileTasksPath, ids, [ctx.principal.orgId])
  return { count: ids.length }
}
