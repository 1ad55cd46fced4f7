import {
  adoptionDays,
  mostStatModels,
  mostStatVersions,
  type ReplyOf,
  type VersionKind,
  type versionStat,
  type VersionState,
} from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { compareVersions, nameableVersions } from '../../device/index.ts'
import { type Asked, askedBy, type EstateFilter } from '../asked.ts'
import { largest, standingOf, summedUp } from './matrix.rules.ts'
import { oldPatches, outdatedIn } from './outdated.queries.ts'

type Matrix = ReplyOf<typeof versionStat.matrix>

interface ModelRow {
  readonly modelId: string
  readonly name: string
  readonly total: number
  readonly all: number
  readonly target: string | null
  readonly countedAt: string | null
}

interface CellRow {
  readonly modelId: string
  readonly version: string
  readonly count: number
  readonly countBefore: number
  readonly state: VersionState | null
  readonly isRecalled: boolean
  readonly ageDays: number | null
}

/** The versions of each of the largest models, and how far each is from the newest that is online. */
export async function versionMatrix(
  ctx: Context,
  {
    kind,
    months,
    ...filter
  }: EstateFilter & { readonly kind: VersionKind; readonly months: number },
): Promise<Matrix> {
  const from = await askedBy(ctx, filter)
  const models = await modelsIn(ctx, from, kind)
  const cells = await cellsIn(ctx, from, { kind, models })
  const knownSince = await knownBefore(ctx)
  const byModel = Map.groupBy(cells, ({ modelId }) => modelId)
  const shown = models.map(({ modelId, name, total, target }) => {
    const rows = (byModel.get(modelId) ?? []).map(({ modelId: _, ...cell }) => ({
      ...cell,
      // As the filter of the list judges it that the figure opens.
      standing: standingOf(target, target === null ? null : compareVersions(cell.version, target)),
    }))
    const { adoptedBefore, cells: all, ...sums } = summedUp(rows, total)
    return {
      modelId,
      name,
      total,
      target,
      ...sums,
      adoptedBefore: knownSince ? adoptedBefore : null,
      ...largest(all, mostStatVersions),
    }
  })
  const all = models[0]?.all ?? 0
  const others = all - models.reduce((sum, { total }) => sum + total, 0)
  const outdated = await outdatedIn(ctx, from, kind)
  const old = kind === 'PATCH' ? await oldPatches(ctx, from, months) : null
  return { models: shown, others, outdated, old, countedAt: models[0]?.countedAt ?? null }
}

/** Of patch levels there is no target: they come with other versions. */
async function modelsIn(ctx: Context, from: Asked, kind: VersionKind): Promise<ModelRow[]> {
  const { rows } = await sql<ModelRow>`
    with largest as materialized (select model_id, sum(count)::bigint as total, sum(sum(count)) over ()::bigint as all
      from ${from('device_tally')} as tally group by 1 having sum(count) > 0
      order by total desc, model_id limit ${mostStatModels})
    select largest.model_id, model.name, largest.total, largest.all,
      (select version_name from upgrade_version version
        where version.kind = ${kind} and version.state = 'ONLINE' and version.deleted_at is null
          and version.channel = 'STABLE' and version.model_ids @> array[largest.model_id] and ${nameableVersions.rows(ctx.principal)}
          -- Of a version without a number nobody can say who is behind it.
          and version_key(version_name) is not null
        order by version_key(version_name) desc, version.online_at desc limit 1) as target,
      (select at from estate_counted where pace = 'MINUTE') as counted_at
    from largest join model on model.id = largest.model_id order by largest.total desc, model.name`.execute(
    ctx.db,
  )
  return rows
}

interface Wanted {
  readonly kind: VersionKind
  readonly models: readonly ModelRow[]
}

async function cellsIn(ctx: Context, from: Asked, { kind, models }: Wanted): Promise<CellRow[]> {
  const { rows } = await sql<CellRow>`
    with since as (select model_id, value, sum(count)::bigint as delta from ${from('stat_own')} as fact
        where measure = ${kind} and step = 'DAY'
          and at >= date_trunc('day', now(), 'UTC') - make_interval(days => ${adoptionDays}) group by 1, 2),
      now_there as (select model_id, value, sum(count)::bigint as count
        from ${from('device_spread', kind)} as spread where kind = ${kind} group by 1, 2),
      cell as (select model_id, value, coalesce(count, 0) as count, coalesce(count, 0) - coalesce(delta, 0) as count_before
        from now_there full join since using (model_id, value) where model_id = any(${models.map(({ modelId }) => modelId)}::uuid[])),
      -- Each version is read once, however many models run it.
      keyed as materialized (select value, version_key(value) as key
        from (select distinct value from cell) as named)
    select cell.model_id, cell.value as version, cell.count, cell.count_before,
      known.state, coalesce(known.is_recalled, false) as is_recalled,
      case when ${kind} <> 'PATCH' then floor(extract(epoch from now() - known.online_at) / 86400)::integer
        when cell.value ~ '^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9])$' then current_date - cell.value::date end as age_days
    from cell join keyed own using (value)
      left join lateral (select state, recalled_at is not null as is_recalled, online_at from upgrade_version version
        where version.kind = ${kind} and version.version_name = cell.value and version.deleted_at is null
          and version.model_ids @> array[cell.model_id] and ${nameableVersions.rows(ctx.principal)}
        order by (state = 'ONLINE') desc, online_at desc nulls last limit 1) as known on true
    where cell.count > 0 or cell.count_before > 0
    order by own.key desc nulls last, cell.value desc`.execute(ctx.db)
  return rows
}

/** Whether it is known how many ran which version when the rate of an adoption begins. */
async function knownBefore({ db }: Context): Promise<boolean> {
  const { rows } = await sql<{ isKnown: boolean }>`
    select at <= date_trunc('day', now(), 'UTC') - make_interval(days => ${adoptionDays}) as is_known
    from estate_counted where pace = 'FACTS'`.execute(db)
  return rows[0]?.isKnown ?? false
}
