import type { workbench } from '@muster/contract'
import { type ReplyOf } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { seesOwn } from '../../device/index.ts'
import { type Asked, askedBy, type EstateFilter } from '../asked.ts'
import { grainOf, type Span } from '../span.rules.ts'

type Trend = ReplyOf<typeof workbench.trend>
type Activation = ReplyOf<typeof workbench.activation>

/** How many terminals were online in the mean of each hour, or of each day of a long span. */
export async function onlineByHour(ctx: Context, filter: EstateFilter, span: Span): Promise<Trend> {
  const from = await askedBy(ctx, filter)
  const grain = grainOf(span, ctx.now())
  const step = sql.lit(grain === 'HOUR' ? 'hour' : 'day')
  const { rows } = await sql<Trend['points'][number]>`
    with counted as (${onlineIn(ctx, from, span)}),
      shown as (select date_trunc(${step}, hour, 'UTC') as at, sum(online) as online, sum(rounds) as rounds
        from counted where hour >= ${span.from} and hour < ${span.until} group by 1)
    select step.at, case when shown.rounds > 0 then round(coalesce(shown.online, 0) / shown.rounds, 1)::float8 end as online
    from generate_series(${span.from}::timestamptz, ${span.until}::timestamptz - interval '1 second',
        ${sql.lit(grain === 'HOUR' ? '1 hour' : '1 day')}::interval) as step (at)
      left join shown on shown.at = step.at
    where step.at <= now() order by step.at`.execute(ctx.db)
  return { grain, points: rows }
}

/** How many were online in each hour, added up over its rounds. */
export const onlineIn = (ctx: Context, from: Asked, span: Span) =>
  seesOwn(ctx) ? byMinutes(from, span) : byRounds(from, span)

/**
 * What the rounds of each hour found, added up: from today's count backwards, less what came since,
 * and less what the hour's own rounds missed of those who came (see migration 0061b).
 */
const byRounds = (from: Asked, { from: first }: Span) => sql`
  with moved as (select hour, sum(delta) as delta, sum(missed) as missed
      from ${from('online_hour')} as move where hour >= ${first} group by 1),
    round as (select hour, rounds from online_round where hour >= ${first})
  select hour, coalesce(rounds, 0) as rounds, coalesce(rounds, 0) * (level.count
      - coalesce(sum(delta) over (order by hour desc rows between unbounded preceding and 1 preceding), 0))
      - coalesce(missed, 0) as online
  from round full join moved using (hour)
    cross join (select coalesce(sum(count), 0) as count from ${from('online_level')} as present) as level`

/** Minutes of connections are added up by the minute. */
const byMinutes = (from: Asked, { from: first, until }: Span) => sql`
  select hour, 60 as rounds, coalesce(online, 0) as online
  from generate_series(${first}::timestamptz, least(${until}, now()), interval '1 hour') as hour
    left join (select hour, sum(online) as online from ${from('online_hour')} as met
      where hour >= ${first} group by 1) as met using (hour)`

/** How many of today's terminals became active on each day (UTC). */
export async function activationsByDay(
  ctx: Context,
  filter: EstateFilter,
  span: Span,
): Promise<Activation> {
  const from = await askedBy(ctx, filter)
  const first = span.from.toISOString().slice(0, 10)
  const last = new Date(span.until.getTime() - 1).toISOString().slice(0, 10)
  const { rows } = await sql<Activation['days'][number]>`
    with activated as (select value, sum(count) as count from ${from('device_spread', 'ACTIVATED')} as spread
      where kind = 'ACTIVATED' and value between ${first} and ${last} group by 1)
    select step.day, coalesce(activated.count, 0)::bigint as count
    from (select to_char(day, 'YYYY-MM-DD') as day
        from generate_series(${first}::date, ${last}::date, interval '1 day') as day) as step
      left join activated on activated.value = step.day
    order by step.day`.execute(ctx.db)
  return { days: rows }
}
