import type { workbench } from '@muster/contract'
import { type ReplyOf } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { seesOwn } from '../../device/index.ts'
import { askedBy, type EstateFilter } from './asked.ts'
import { grainOf, type Span } from './span.rules.ts'

type Trend = ReplyOf<typeof workbench.trend>
type Activation = ReplyOf<typeof workbench.activation>

/** How many terminals were online in the mean of each hour, or of each day of a long span. */
export async function onlineByHour(ctx: Context, filter: EstateFilter, span: Span): Promise<Trend> {
  const { from, mine } = await askedBy(ctx, filter)
  const grain = grainOf(span)
  const step = sql.lit(grain === 'HOUR' ? 'hour' : 'day')
  // Minutes of connections are added up by the minute; rounds were counted as often as they came.
  const rounds = seesOwn(ctx)
    ? sql`select hour, 60 as rounds from generate_series(${span.from}::timestamptz,
        least(${span.until}, now()), interval '1 hour') as hour`
    : sql`select hour, rounds from online_round`
  const { rows } = await sql<Trend['points'][number]>`
    with shown as (select date_trunc(${step}, hour, 'UTC') as at, sum(online) as online
        from ${from('online_hour')} as online where hour >= ${span.from} and hour < ${span.until} and ${mine} group by 1),
      counted as (select date_trunc(${step}, hour, 'UTC') as at, sum(rounds) as rounds
        from (${rounds}) as rounds where hour >= ${span.from} and hour < ${span.until} group by 1)
    select step.at, case when counted.rounds > 0 then round(coalesce(shown.online, 0) / counted.rounds, 1)::float8 end as online
    from generate_series(${span.from}::timestamptz, ${span.until}::timestamptz - interval '1 second',
        ${sql.lit(grain === 'HOUR' ? '1 hour' : '1 day')}::interval) as step (at)
      left join shown on shown.at = step.at left join counted on counted.at = step.at
    where step.at <= now() order by step.at`.execute(ctx.db)
  return { grain, points: rows }
}

/** How many of today's terminals became active on each day (UTC). */
export async function activationsByDay(
  ctx: Context,
  filter: EstateFilter,
  span: Span,
): Promise<Activation> {
  const { from, mine } = await askedBy(ctx, filter)
  const first = span.from.toISOString().slice(0, 10)
  const last = new Date(span.until.getTime() - 1).toISOString().slice(0, 10)
  const { rows } = await sql<Activation['days'][number]>`
    with activated as (select value, sum(count) as count from ${from('device_spread')} as spread
      where kind = 'ACTIVATED' and value between ${first} and ${last} and ${mine} group by 1)
    select step.day, coalesce(activated.count, 0)::bigint as count
    from (select to_char(day, 'YYYY-MM-DD') as day
        from generate_series(${first}::date, ${last}::date, interval '1 day') as day) as step
      left join activated on activated.value = step.day
    order by step.day`.execute(ctx.db)
  return { days: rows }
}
