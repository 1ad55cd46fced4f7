import type { deviceStat, ReplyOf } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { askedBy, type EstateFilter } from '../asked.ts'
import type { Span } from '../span.rules.ts'

type Alarms = ReplyOf<typeof deviceStat.alarm>

/** How many models are told apart. */
const named = 10

/** Alarms and failures of a span by model, those with most alarms a terminal first, and by kind. */
export async function alarmsByModel(
  ctx: Context,
  filter: EstateFilter,
  span: Span,
): Promise<Alarms> {
  const from = await askedBy(ctx, filter)
  const facts = sql`select model_id, measure, value, sum(count)::bigint as count from ${from('stat_own')} as fact
    where step = 'DAY' and at >= ${span.from} and at < ${span.until}
      and measure in ('ALARM', 'ALARM_KIND', 'FAILURE') group by 1, 2, 3`
  const { rows } = await sql<{
    models: Alarms['models'] | null
    kinds: Alarms['kinds'] | null
    countedAt: string | null
  }>`with fact as materialized (${facts}),
    size as materialized (select model_id, sum(count)::bigint as count from ${from('device_tally')} as tally group by 1),
    told as (select model_id, coalesce(sum(count) filter (where measure = 'ALARM'), 0)::bigint as alarms,
        coalesce(sum(count) filter (where measure = 'FAILURE'), 0)::bigint as failures
      from fact group by 1),
    worst as (select told.model_id, model.name, told.alarms, told.failures, coalesce(size.count, 0) as terminals
      from told join model on model.id = told.model_id left join size using (model_id)
      where told.alarms > 0 or told.failures > 0
      order by told.alarms::float8 / greatest(size.count, 1) desc, model.name limit ${named})
    select (select jsonb_agg(jsonb_build_object('modelId', model_id, 'name', name, 'alarms', alarms,
          'failures', failures, 'terminals', terminals)
        order by alarms::float8 / greatest(terminals, 1) desc, name) from worst) as models,
      (select jsonb_agg(jsonb_build_object('kind', kind, 'count', count) order by count desc, kind)
        from (select value as kind, sum(count)::bigint as count from fact where measure = 'ALARM_KIND'
          group by 1 having sum(count) > 0) as kinds) as kinds,
      (select at from estate_counted where pace = 'MINUTE') as counted_at`.execute(ctx.db)
  const { models, kinds, countedAt = null } = rows[0] ?? {}
  return { models: models ?? [], kinds: kinds ?? [], countedAt }
}
