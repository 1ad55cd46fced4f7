import {
  codes,
  columnsOf,
  type ParsedOf,
  type Upload,
  uploads,
  uploadsPath,
} from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { type Condition, contains, equals, pageRows } from '../../../kit/page.ts'
import { notFound, Refusal } from '../../../kit/refusal.ts'
import { serve } from '../../../kit/serve.ts'
import type { FileAnswer } from '../../../platform/fileAnswer.ts'
import { fileAnswerOf, type KeptFile, publicAddresses } from './keptFile.ts'
import { begin, cancel, complete, stateOf, takeChunk } from './receive.ts'
import { rescan } from './rescan.ts'
import { uploadScope } from './upload.queries.ts'
import { readRules } from './uploadRules.ts'

type Query = ParsedOf<(typeof uploads)['page']>['query']

// The address is made here, not in the view.
const sortable = new Set([...columnsOf(uploads.page)].filter((name) => name !== 'publicUrl'))

export const uploadRoutes = serve(uploads, uploadScope, {
  init: ({ body }, ctx) => begin(ctx, body),
  chunk: ({ params, body }, ctx) =>
    takeChunk(ctx, { uploadId: params.uploadId, n: Number(params.n), bytes: body }),
  complete: ({ params }, ctx) => complete(ctx, params.uploadId),
  state: ({ params }, ctx) => stateOf(ctx, params.uploadId),
  cancel: ({ params }, ctx) => cancel(ctx, params.uploadId),
  rules: (_, { db }) => readRules(db),
  page: async ({ query }, ctx) => {
    const sorted = query.sortField
      ? query
      : { ...query, sortField: 'createdAt', sortOrder: 'desc' as const }
    const source = { view: 'uploadRow', sortable: sortable, order: ['createdAt'] }
    const page = await pageRows<Kept>(
      ctx,
      { ...source, conditions: conditionsOf(query, ctx) },
      sorted,
    )
    const addressOf = await publicAddresses(ctx)
    return { ...page, list: page.list.map((row) => ({ ...row, publicUrl: addressOf(row) })) }
  },
  references: async ({ params }, ctx) => {
    await find(ctx, params.id)
    return ctx.db
      .selectFrom('fileReference')
      .select(['usedBy', 'usedId', 'name'])
      .where('uploadId', '=', params.id)
      .orderBy('usedBy')
      .orderBy('name')
      .limit(1000)
      .execute()
  },
  download: async ({ params }, ctx) => download(ctx, params.id),
  remove: ({ params }, ctx) => remove(ctx, [params.id]),
  rescan: ({ body }, ctx) => rescan(ctx, [...new Set(body.ids)]),
  removeMany: ({ body }, ctx) => remove(ctx, [...new Set(body.ids)]),
  purge: (_, ctx) => purge(ctx),
})

function conditionsOf(query: Query, { principal }: Context): Condition[] {
  const { name, keyword, type, state, scan, fromMB, toMB } = query
  return [
    uploadScope.rows(principal),
    ...[name, keyword].flatMap((words) => (words?.trim() ? [named(words.trim())] : [])),
    ...(type ? [equals('type', type)] : []),
    ...(state ? [inState(state)] : []),
    ...(scan === 'NONE' ? [sql<SqlBool>`scan is null`] : scan ? [equals('scan', scan)] : []),
    ...(fromMB === undefined ? [] : [sql<SqlBool>`bytes >= ${fromMB}::numeric * 1048576`]),
    ...(toMB === undefined ? [] : [sql<SqlBool>`bytes <= ${toMB}::numeric * 1048576`]),
  ]
}

/** A part of the name, or the beginning of a hash. */
function named(words: string): Condition {
  const hex = words.toLowerCase()
  if (!/^(?:[0-9a-f]{2}){4,32}$/.test(hex)) return contains('name', words)
  const begin = Buffer.from(hex, 'hex')
  // The range is what the index can do; the hash of a length above it is never reached by it.
  return sql<SqlBool>`(content between ${begin} and ${Buffer.concat([begin, Buffer.alloc(32, 255)])}
    or substring(content_md5 from 1 for ${begin.length}) = ${begin} or ${contains('name', words)})`
}

/** A stored file that nobody has used for a day is an orphan, and shown as such. */
function inState(state: Upload['state']): Condition {
  const orphaned = sql<SqlBool>`unused_since < now() - interval '1 day'`
  if (state === 'ORPHAN') return sql<SqlBool>`(kept_state = 'STORED' and ${orphaned})`
  if (state === 'STORED') return sql<SqlBool>`(kept_state = 'STORED' and (${orphaned}) is not true)`
  return equals('keptState', state)
}

type Kept = Upload & KeptFile

async function find(ctx: Context, id: string): Promise<Kept> {
  const { rows } = await sql<Kept>`select * from upload_row as row
    where id = ${id} and ${uploadScope.rows(ctx.principal)}`.execute(ctx.db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

async function download(ctx: Context, id: string): Promise<FileAnswer> {
  const kept = await find(ctx, id)
  const answer = await fileAnswerOf(ctx.platform, kept)
  ctx.note({ targetIds: [id], after: { name: kept.name } })
  return answer
}

interface Removable {
  readonly id: string
  readonly state: string
  readonly name: string
  readonly referenceCount: number
}

/** Removes uploads that nobody uses; the bytes go when the removal has been committed (upload.worker.ts). */
async function remove(ctx: Context, ids: readonly string[]): Promise<{ count: number }> {
  const { rows } = await sql<Removable>`select id, name, state, reference_count from upload
    where id = any(${ids}::uuid[]) and state <> 'REMOVED' and ${uploadScope.rows(ctx.principal)}
    order by id for update`.execute(ctx.db)
  if (rows.length < ids.length) throw notFound()
  const used = rows.find(({ referenceCount }) => referenceCount > 0)
  if (used) throw new Refusal(codes.warning, 'upload.used', { params: { name: used.name } })
  const checked = rows.find(({ state }) => state === 'CHECKING')
  if (checked)
    throw new Refusal(codes.warning, 'upload.checking', { params: { name: checked.name } })
  await sql`update upload set state = 'REMOVED', unused_since = null
    where id = any(${ids}::uuid[])`.execute(ctx.db)
  return removed(ctx, ids)
}

async function purge(ctx: Context): Promise<{ count: number }> {
  const { rows } = await sql<{ id: string }>`update upload
    set state = 'REMOVED', unused_since = null
    where state = 'STORED' and unused_since < now() - interval '1 day'
      and ${uploadScope.rows(ctx.principal)} returning id`.execute(ctx.db)
  return removed(
    ctx,
    rows.map(({ id }) => id),
  )
}

function removed(ctx: Context, ids: readonly string[]) {
  ctx.note({ targetIds: ids })
  ctx.changed(uploadsPath, ids, [ctx.principal.orgId])
  return { count: ids.length }
}
