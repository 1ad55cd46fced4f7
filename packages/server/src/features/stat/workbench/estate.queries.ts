import { type ReplyOf, spreadModels, type workbench } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { askedBy, type EstateFilter } from '../asked.ts'

type Summary = Omit<ReplyOf<typeof workbench.summary>, 'locked' | 'tampered'>
type Models = ReplyOf<typeof workbench.model>
type Versions = ReplyOf<typeof workbench.version>
type VersionsByModel = ReplyOf<typeof workbench.versionByModel>
type Commands = ReplyOf<typeof workbench.command>

/** How many a spread names; the rest are "others". */
const named = 10
/** How many it names of one model. */
const namedOfModel = 3

/** How many terminals are in which state of life and presence. */
export async function devicesByState(ctx: Context, filter: EstateFilter): Promise<Summary> {
  const from = await askedBy(ctx, filter)
  const { rows } = await sql<{
    lives: Record<string, number> | null
    measures: Record<string, number> | null
    countedAt: string | null
  }>`select
      (select jsonb_object_agg(lifecycle, total) from (select lifecycle, sum(count) as total
        from ${from('device_tally')} as tally group by 1 having sum(count) > 0) as life) as lives,
      (select jsonb_object_agg(measure, total) from (select measure, sum(count) as total
        from ${from('estate_count')} as counted
        where measure in ('ONLINE', 'OFFLINE', 'AWAY') group by 1) as presence) as measures,
      (select at from estate_counted where pace = 'MINUTE') as counted_at`.execute(ctx.db)
  const { lives, measures, countedAt = null } = rows[0] ?? {}
  const byLifecycle = lives ?? {}
  const total = sumOf(Object.values(byLifecycle))
  const { ONLINE: online = 0, OFFLINE: absent = 0, AWAY: away = 0 } = measures ?? {}
  const offline = absent - away
  // Whoever has just come is counted as absent, too, until he is looked at.
  const never = Math.max(0, total - online - absent)
  return { total, byLifecycle, online, offline, away, never, countedAt }
}

/** How terminals spread over versions. */
export async function devicesPerVersion(
  ctx: Context,
  { kind, ...filter }: EstateFilter & { kind: string },
): Promise<Versions> {
  const from = await askedBy(ctx, filter)
  const { rows } = await sql<{ version: string; count: number; known: number; total: number }>`
    select value as version, sum(count)::bigint as count, sum(sum(count)) over ()::bigint as known,
      (select coalesce(sum(count), 0) from ${from('device_tally')} as tally)::bigint as total
    from ${from('device_spread', kind)} as spread where kind = ${kind}
    group by value having sum(count) > 0 order by count desc, value limit ${named}`.execute(ctx.db)
  const top = rows.map(({ version, count }) => ({ version, count }))
  const total = rows[0]?.total ?? (await devicesByState(ctx, filter)).total
  const known = rows[0]?.known ?? 0
  const shown = sumOf(top.map(({ count }) => count))
  return { total, top, others: known - shown, unknown: Math.max(0, total - known) }
}

/** How the terminals of each of the largest models spread over versions. */
export async function devicesPerVersionByModel(
  ctx: Context,
  { kind, ...filter }: EstateFilter & { kind: string },
): Promise<VersionsByModel> {
  const from = await askedBy(ctx, filter)
  const { rows } = await sql<Omit<VersionsByModel[number], 'unknown'> & { known: number }>`
    with largest as (select model_id, sum(count)::bigint as total
      from ${from('device_tally')} as tally group by 1 having sum(count) > 0
      order by total desc, model_id limit ${spreadModels}),
    ranked as (select model_id, value as version, sum(count)::bigint as count,
        row_number() over (partition by model_id order by sum(count) desc, value) as place
      from ${from('device_spread', kind)} as spread
      where kind = ${kind} and model_id in (select model_id from largest)
      group by 1, 2 having sum(count) > 0),
    spread as (select model_id, sum(count)::bigint as known,
        jsonb_agg(jsonb_build_object('version', version, 'count', count) order by place)
          filter (where place <= ${namedOfModel}) as top,
        coalesce(sum(count) filter (where place > ${namedOfModel}), 0)::bigint as others
      from ranked group by 1)
    select largest.model_id, model.name, largest.total, coalesce(spread.top, '[]') as top,
      coalesce(spread.others, 0) as others, coalesce(spread.known, 0) as known
    from largest join model on model.id = largest.model_id left join spread using (model_id)
    order by largest.total desc, model.name`.execute(ctx.db)
  return rows.map(({ known, ...model }) => ({
    ...model,
    unknown: Math.max(0, model.total - known),
  }))
}

/** The models with the most terminals, and how these are. */
export async function devicesPerModel(ctx: Context, filter: EstateFilter): Promise<Models> {
  const from = await askedBy(ctx, filter)
  const { rows } = await sql<Models['top'][number] & { all: number }>`
    with lives as (select model_id, sum(count)::bigint as total,
        coalesce(sum(count) filter (where lifecycle = 'ACTIVE'), 0)::bigint as active,
        sum(sum(count)) over ()::bigint as all
      from ${from('device_tally')} as tally group by 1 having sum(count) > 0
      order by total desc, model_id limit ${named}),
    presence as (select model_id,
        coalesce(sum(count) filter (where measure = 'ONLINE'), 0)::bigint as online,
        coalesce(sum(count) filter (where measure = 'AWAY'), 0)::bigint as away
      from ${from('estate_count')} as counted where measure in ('ONLINE', 'AWAY') group by 1)
    select lives.model_id, model.name, vendor.name as vendor_name, lives.total, lives.active, lives.all,
      coalesce(presence.online, 0) as online, coalesce(presence.away, 0) as away
    from lives join model on model.id = lives.model_id join vendor on vendor.id = model.vendor_id
      left join presence on presence.model_id = lives.model_id
    order by lives.total desc, model.name`.execute(ctx.db)
  const others = (rows[0]?.all ?? 0) - sumOf(rows.map(({ total }) => total))
  return { top: rows, others }
}

/** How far the commands of the last 24 hours have come. */
export async function commandsByState(ctx: Context, filter: EstateFilter): Promise<Commands> {
  const from = await askedBy(ctx, filter)
  const states = await sql<Commands['states'][number]>`
    select substr(measure, 9) as state, sum(count)::bigint as count from ${from('estate_count')} as counted
    where starts_with(measure, 'COMMAND_') group by 1 having sum(count) > 0
    order by count desc, state`.execute(ctx.db)
  const counted = await sql<{
    at: string | null
  }>`select at from estate_counted where pace = 'MINUTE'`.execute(ctx.db)
  return { states: states.rows, countedAt: counted.rows[0]?.at ?? null }
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)
