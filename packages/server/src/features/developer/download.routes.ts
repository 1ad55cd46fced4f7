import {
  codes,
  developerDownloads,
  downloadLinkHours,
  downloadsPath,
  downloadStatDays,
  type downloadWays,
} from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { mayCall } from '../../access/principal.ts'
import { madeBy } from '../../access/scope.ts'
import type { Context } from '../../kit/context.ts'
import { lifecycle } from '../../kit/lifecycle.ts'
import type { NewRecord, StoredRow } from '../../kit/record.ts'
import { type Bin, recycleBin } from '../../kit/recycleBin.ts'
import { fieldRefusal, Refusal } from '../../kit/refusal.ts'
import { serve } from '../../kit/serve.ts'
import { withCounts } from '../../kit/withCounts.ts'
import { heldFile, holdFile, letGoFiles } from '../file/upload/index.ts'
import { follow, historyOf, standingOf } from './downloadHistory.ts'
import { downloadScope } from './downloadScope.ts'
import { signedLink } from './link.ts'
import { countTaken } from './taken.ts'

const plain = recycleBin(downloadsPath, 'developerDownload', downloadScope)
const vendors = madeBy({ vendor: 'id', model: null })
const usedBy = 'developerDownload'

type Row = StoredRow<'developerDownload'>
type Entry = NewRecord<'developerDownload'>

const ruled: Bin<Row, Entry> = {
  ...plain,
  async add(ctx, values) {
    await requireVendors(ctx, values.vendorIds ?? [])
    const made = await plain.add(ctx, values)
    await holdContent(ctx, made)
    return made
  },
  async update(ctx, values) {
    const before = await plain.find(ctx, values.id)
    await requireVendors(ctx, values.vendorIds ?? [])
    const isOther = values.fileId !== undefined && values.fileId !== before.fileId
    // Whoever has taken it knows it by its version: another file is another one.
    if (isOther && before.state === 'PUBLISHED')
      throw fieldRefusal('fileId', 'download.publishedFile')
    const after = await plain.update(ctx, values)
    if (isOther) await holdContent(ctx, after)
    return after
  },
  async destroy(ctx, ids) {
    const gone = await plain.destroy(ctx, ids)
    await letGoFiles(ctx, usedBy, gone)
    return gone
  },
}

const holdContent = (ctx: Context, { id, title, fileId }: Row) =>
  holdFile(
    ctx,
    { usedBy, usedId: id, name: title },
    { field: 'fileId', id: fileId, type: 'download' },
  )

async function requireVendors(ctx: Context, vendorIds: readonly string[]): Promise<void> {
  const ids = [...new Set(vendorIds)]
  if (ids.length === 0) return
  const { rows } = await sql`select from vendor where id = any(${ids}::uuid[])
    and deleted_at is null and ${vendors.rows(ctx.principal)}`.execute(ctx.db)
  if (rows.length < ids.length) throw fieldRefusal('vendorIds', 'rule.unknownRecord')
}

const bin = withCounts(ruled, async (ctx, rows) => {
  const ids = [...new Set(rows.flatMap(({ vendorIds }) => vendorIds))]
  // Who only reads it is told of those vendors that he has to do with; who edits it sends all of them back.
  const isEditor = mayCall(ctx.principal, developerDownloads.update.permission)
  const which = isEditor ? sql`true` : vendors.rows(ctx.principal)
  const { rows: known } = await sql<{ id: string; name: string }>`select id, name from vendor
    where id = any(${ids}::uuid[]) and ${which} order by name`.execute(ctx.db)
  const about = await standingOf(
    ctx,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({
    ...row,
    ...(about.get(row.id) ?? { hasNewer: false, isFollowed: false }),
    vendorIds: row.vendorIds.filter((id) => isEditor || known.some((one) => one.id === id)),
    vendors: known.filter(({ id }) => row.vendorIds.includes(id)),
  }))
})

/** Downloads: what there is, who may have it, and how often it was taken. */
export const downloadRoutes = serve(developerDownloads, downloadScope, {
  ...lifecycle(developerDownloads, bin, {
    search: ['title', 'release'],
    order: ['title', 'release'],
    computed: ['vendors', 'vendorIds', 'notes', 'hasNewer', 'isFollowed'],
    filters: {
      vendorId: (id) => sql<SqlBool>`(vendor_ids = '{}' or ${id}::uuid = any(vendor_ids))`,
    },
  }),
  file: async ({ params: { id } }, ctx) => {
    const { fileId, title } = await bin.find(ctx, id)
    const answer = await heldFile(ctx.platform, ctx.db, fileId)
    await countTaken(ctx.db, id, 'CONSOLE')
    ctx.note({ targetIds: [id], about: { title } })
    return answer
  },
  link: ({ params }, ctx) => link(ctx, params.id),
  publish: ({ params, body }, ctx) => publish(ctx, params.id, body.publishAt),
  withdraw: ({ params }, ctx) => withdraw(ctx, params.id),
  history: async ({ params: { id } }, ctx) => historyOf(ctx, await bin.find(ctx, id)),
  follow: async ({ params: { id, on } }, ctx) => follow(ctx, await bin.find(ctx, id), on === '1'),
  stat: ({ params }, ctx) => statOf(ctx, params.id),
})

async function link(ctx: Context, id: string) {
  const { title, state } = await bin.find(ctx, id)
  if (state !== 'PUBLISHED') throw new Refusal(codes.wrongState, 'download.notPublished')
  const expires = Math.floor(ctx.now().getTime() / 1000) + downloadLinkHours * 3600
  const base = (ctx.platform.env.publicUrl ?? '').replace(/\/+$/, '')
  const expiresAt = new Date(expires * 1000).toISOString()
  ctx.note({ targetIds: [id], about: { title }, after: { expiresAt } })
  return { url: base + signedLink(ctx.platform.secrets, { id, expires }), expiresAt }
}

async function publish(ctx: Context, id: string, publishAt: string | null) {
  const { version, title, state } = await bin.find(ctx, id)
  if (state === 'PUBLISHED') throw new Refusal(codes.wrongState, 'download.isPublished')
  const at = publishAt ?? ctx.now().toISOString()
  await ruled.update(ctx, { id, version, publishAt: at, withdrawnAt: null, toldAt: null })
  ctx.note({ about: { title } })
  return { count: 1 }
}

async function withdraw(ctx: Context, id: string) {
  const { version, title, state } = await bin.find(ctx, id)
  if (state !== 'PUBLISHED' && state !== 'SCHEDULED')
    throw new Refusal(codes.wrongState, 'download.notPublished')
  await ruled.update(ctx, { id, version, withdrawnAt: ctx.now().toISOString() })
  ctx.note({ about: { title } })
  return { count: 1 }
}

async function statOf(ctx: Context, id: string) {
  await bin.find(ctx, id)
  const { rows: days } = await sql<{ day: string; count: number }>`select day.at::date::text as day,
      coalesce(sum(taken.count), 0)::integer as count
    from generate_series((now() at time zone 'UTC')::date - ${downloadStatDays - 1}::integer,
      (now() at time zone 'UTC')::date, interval '1 day') as day (at)
      left join developer_download_day taken on taken.download_id = ${id} and taken.day = day.at::date
    group by day.at order by day.at`.execute(ctx.db)
  const { rows: ways } = await sql<{
    way: (typeof downloadWays)[number]
    count: number
  }>`select way, sum(count)::integer as count from developer_download_day
    where download_id = ${id} group by way order by count desc`.execute(ctx.db)
  return { total: ways.reduce((sum, { count }) => sum + count, 0), days, ways }
}
