import {
  awaySteps,
  type deviceStat,
  type EstatePart,
  lifecycles,
  percentSteps,
  type ReplyOf,
  storageSteps,
} from '@muster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { type Asked, askedBy, type EstateFilter, type Kept } from '../asked.ts'
import { byArea, byOrganization } from './organizations.queries.ts'
import { named, type Parts, type Ranked, ranked, sumOf } from './parts.ts'

type Distribution = ReplyOf<typeof deviceStat.distribution>

/** How terminals divide: each part is as long as the list that it opens. */
export async function distributionBy(
  ctx: Context,
  by: EstatePart,
  filter: EstateFilter,
): Promise<Distribution> {
  const from = await askedBy(ctx, filter)
  const { rows } = await sql<{ total: number; countedAt: string | null }>`
    select (select coalesce(sum(count), 0) from ${from('device_tally')} as tally)::bigint as total,
      (select at from estate_counted where pace = 'MINUTE') as counted_at`.execute(ctx.db)
  const { total = 0, countedAt = null } = rows[0] ?? {}
  const { parts, others } = await partsOf(ctx, by, { from, filter })
  const known = by === 'AWAY' ? total : sumOf(parts) + others
  return { total, parts, others, unknown: Math.max(0, total - known), countedAt }
}

interface Source {
  readonly from: Asked
  readonly filter: EstateFilter
}

function partsOf(ctx: Context, by: EstatePart, { from, filter }: Source): Promise<Parts> {
  switch (by) {
    case 'ORGANIZATION':
      return byOrganization(ctx, filter)
    case 'AREA':
      return byArea(ctx, filter)
    case 'MODEL':
    case 'VENDOR':
    case 'CATEGORY':
      return byKind(ctx, from, kinds[by])
    case 'LIFECYCLE':
      return byLifecycle(ctx, from)
    default:
      return byMeasure(ctx, from, measures[by])
  }
}

/** A record for each model; a category is that at the top, with all below it. */
const kinds = {
  MODEL: sql`select id as model_id, id, name from model`,
  VENDOR: sql`select model.id as model_id, vendor.id, vendor.name from model join vendor on vendor.id = model.vendor_id`,
  CATEGORY: sql`select model.id as model_id, top.id, top.name from model
    join category own on own.id = model.category_id
    left join category parent on parent.id = own.parent_id
    join category top on top.id = coalesce(parent.parent_id, own.parent_id, own.id)`,
} as const

async function byKind(ctx: Context, from: Asked, kind: RawBuilder<unknown>): Promise<Parts> {
  const { rows } = await sql<Ranked>`
    select kind.id as key, kind.name, sum(tally.count)::bigint as count,
      sum(sum(tally.count)) over ()::bigint as total
    from ${from('device_tally')} as tally join (${kind}) as kind using (model_id)
    group by 1, 2 having sum(tally.count) > 0 order by 3 desc, 2 limit ${named}`.execute(ctx.db)
  return ranked(rows)
}

async function byLifecycle(ctx: Context, from: Asked): Promise<Parts> {
  const { rows } = await sql<{ key: string; count: number }>`
    select lifecycle as key, sum(count)::bigint as count from ${from('device_tally')} as tally
    group by 1 having sum(count) > 0`.execute(ctx.db)
  return inOrder(rows, lifecycles)
}

interface Measure {
  /** It begins so, and ends with the part. */
  readonly prefix: string
  readonly keys: readonly string[] | null
  readonly kept: readonly Kept[]
}

/** What is counted by a worker. Networks that are none of the six are counted by their names. */
const measures = {
  AWAY: { prefix: 'GONE_', keys: awaySteps.map(String), kept: ['estate_count'] },
  NETWORK: { prefix: 'NET_', keys: null, kept: ['told_count', 'estate_count'] },
  BATTERY: { prefix: 'BATTERY_', keys: percentSteps.map(String), kept: ['told_count'] },
  SIGNAL: { prefix: 'SIGNAL_', keys: percentSteps.map(String), kept: ['told_count'] },
  STORAGE: { prefix: 'FREE_', keys: storageSteps.map(String), kept: ['told_count'] },
} as const satisfies Partial<Record<EstatePart, Measure>>

async function byMeasure(
  ctx: Context,
  from: Asked,
  { prefix, keys, kept }: Measure,
): Promise<Parts> {
  const begins = sql`measure like ${`${prefix.replace('_', '\\_')}%`}`
  const counted = kept.map(
    (one) => sql`select measure, count from ${from(one)} as kept where ${begins}`,
  )
  const { rows } = await sql<{ key: string; count: number }>`
    select substr(measure, ${prefix.length + 1}::integer) as key, sum(count)::bigint as count
    from (${sql.join(counted, sql` union all `)}) as counted group by 1 having sum(count) > 0 order by 2 desc, 1`.execute(
    ctx.db,
  )
  return inOrder(rows, keys ?? rows.map(({ key }) => key))
}

/** All parts that there may be, in their order. */
function inOrder(
  rows: readonly { readonly key: string; readonly count: number }[],
  keys: readonly string[],
): Parts {
  const counts = new Map(rows.map(({ key, count }) => [key, count]))
  const parts = keys.map((key) => ({
    key,
    name: null,
    count: counts.get(key) ?? 0,
    withBelow: false,
  }))
  return { parts, others: 0 }
}
