import {
  mostOutdated,
  mostStatModels,
  type ReplyOf,
  type VersionKind,
  type versionStat,
} from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { compareVersions, nameableVersions } from '../../device/index.ts'
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

/** Who has had no security patch for so many months, by model; a level is judged as the filter of the list does. */
export async function oldPatches(ctx: Context, from: Asked, months: number): Promise<Old> {
  const { rows: known } = await sql<{ before: string; levels: string[] | null }>`
    select to_char((${ctx.now()}::timestamptz at time zone 'UTC')
        - make_interval(months => ${months}::integer), 'YYYY-MM-DD') as before,
      (select array_agg(distinct value) from ${from('device_spread', 'PATCH')} as spread
        where kind = 'PATCH') as levels`.execute(ctx.db)
  const { before = '', levels = null } = known[0] ?? {}
  const old = (levels ?? []).filter((level) => compareVersions(level, before) < 0)
  const { rows } = await sql<Old['models'][number] & { readonly all: number }>`
    select model_id, model.name, sum(spread.count)::bigint as count, sum(sum(spread.count)) over ()::bigint as all
    from ${from('device_spread', 'PATCH')} as spread join model on model.id = spread.model_id
    where spread.kind = 'PATCH' and spread.value = any(${old}::text[])
    group by 1, 2 having sum(spread.count) > 0 order by count desc, model.name limit ${mostStatModels}`.execute(
    ctx.db,
  )
  const named = rows.reduce((sum, { count }) => sum + count, 0)
  return {
    before,
    models: rows.map(({ all: _, ...model }) => model),
    others: (rows[0]?.all ?? 0) - named,
  }
}
