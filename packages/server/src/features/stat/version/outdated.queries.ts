import {
  mostOutdated,
  mostStatModels,
  type ReplyOf,
  type VersionKind,
  type versionStat,
} from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { nameableVersions } from '../../device/index.ts'
import type { Asked } from '../asked.ts'

type Outdated = ReplyOf<typeof versionStat.matrix>['outdated']
type Old = NonNullable<ReplyOf<typeof versionStat.matrix>['old']>
type Row = Outdated['versions'][number]

/**
 * What terminals should not run, of all models: a rare version is what one looks for here. Of models
 * none of whose versions are kept, nothing is known and nothing is said.
 */
export async function outdatedIn(ctx: Context, from: Asked, kind: VersionKind): Promise<Outdated> {
  const { rows } = await sql<Row & { readonly all: number }>`
    with known as materialized (select distinct on (own.model_id, version_name) own.model_id, version_name, state,
        recalled_at is not null as is_recalled
      from upgrade_version version cross join unnest(version.model_ids) own (model_id)
      where version.kind = ${kind} and version.deleted_at is null and ${nameableVersions.rows(ctx.principal)}
      order by own.model_id, version_name, (state = 'ONLINE') desc, online_at desc nulls last),
    there as (select model_id, value as version, sum(count)::bigint as count
      from ${from('device_spread', kind)} as spread where kind = ${kind}
        and model_id in (select model_id from known) group by 1, 2 having sum(count) > 0),
    judged as (select there.*, case when is_recalled then 'RECALLED' when known.version_name is null then 'UNKNOWN'
        when state in ('SUSPENDED', 'OFFLINE') then state end as why
      from there left join known on known.model_id = there.model_id and known.version_name = there.version)
    select model_id, model.name as model_name, judged.version, judged.count, why, sum(judged.count) over ()::bigint as all
    from judged join model on model.id = model_id where why is not null
    order by why <> 'RECALLED', why = 'UNKNOWN', judged.count desc, model.name, judged.version limit ${mostOutdated}`.execute(
    ctx.db,
  )
  const named = rows.reduce((sum, { count }) => sum + count, 0)
  const versions = rows.map(({ all: _, ...row }) => row)
  return { versions, others: (rows[0]?.all ?? 0) - named }
}

/** Who has had no security patch for so many months, by model; a level is read as the filter of the list reads it. */
export async function oldPatches(ctx: Context, from: Asked, months: number): Promise<Old> {
  const { rows } = await sql<{
    before: string
    models: (Old['models'][number] & { readonly all: number })[] | null
  }>`
    with day as materialized (select to_char((${ctx.now()}::timestamptz at time zone 'UTC')
        - make_interval(months => ${months}::integer), 'YYYY-MM-DD') as before),
    there as materialized (select model_id, value, sum(count)::bigint as count
      from ${from('device_spread', 'PATCH')} as spread where kind = 'PATCH' group by 1, 2 having sum(count) > 0),
    -- Each level is read once, however many models have it.
    old as materialized (select value from (select distinct value from there) as told cross join day
      where version_key(value) < version_key(day.before)),
    counted as (select model_id as "modelId", model.name, sum(there.count)::bigint as count,
        sum(sum(there.count)) over ()::bigint as all
      from there join old using (value) join model on model.id = model_id group by 1, 2
      order by count desc, model.name limit ${mostStatModels})
    select before, (select jsonb_agg(counted) from counted) as models from day`.execute(ctx.db)
  const [told] = rows
  const models = told?.models ?? []
  const named = models.reduce((sum, { count }) => sum + count, 0)
  return {
    before: told?.before ?? '',
    models: models.map(({ all: _, ...model }) => model),
    others: (models[0]?.all ?? 0) - named,
  }
}
