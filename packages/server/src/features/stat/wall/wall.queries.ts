import type { ReplyOf, wallStat } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { Condition } from '../../../kit/page.ts'
import { deviceScope, progressOf, pushScope } from '../../device/index.ts'
import { below } from '../../log/index.ts'
import { totalPlaces } from '../../organization/index.ts'
import { figuresFor, planScope } from '../../upgrade/index.ts'
import type { EstateFilter } from '../asked.ts'
import { spanOf } from '../span.rules.ts'
import { openAlarms } from '../workbench/alarm.queries.ts'
import { devicesByState } from '../workbench/estate.queries.ts'
import { onlineByHour } from '../workbench/trend.queries.ts'

type Look = ReplyOf<typeof wallStat.look>

/** How many of each the wall has room for. */
const shown = 8
/** Processes that were not heard of for longer are taken for dead. */
const silentSeconds = 30

/** All that the wall shows, by counts that are kept. */
export async function lookAtWall(ctx: Context, filter: Pick<EstateFilter, 'orgId'>): Promise<Look> {
  const now = ctx.now()
  const { total, online, offline, away, countedAt } = await devicesByState(ctx, filter)
  const { points } = await onlineByHour(ctx, filter, spanOf({}, now, 24))
  const { bySeverity: open } = await openAlarms(ctx, filter)
  return {
    at: now.toISOString(),
    total,
    online,
    offline,
    away,
    curve: points,
    alarms: { open, latest: await latestAlarms(ctx, filter) },
    running: [...(await runningNow(ctx, filter))],
    worst: await worstOrganizations(ctx, filter),
    link: { ...(await linkNow(ctx)), countedAt },
  }
}

/** An organisation with all that is below it; all of them where none is named. */
const placed = async (ctx: Context, { orgId }: Pick<EstateFilter, 'orgId'>): Promise<Condition> =>
  orgId ? below(ctx, orgId) : sql<SqlBool>`true`

async function latestAlarms(
  ctx: Context,
  filter: Pick<EstateFilter, 'orgId'>,
): Promise<Look['alarms']['latest']> {
  const here = await placed(ctx, filter)
  const { rows } = await sql<Look['alarms']['latest'][number]>`
    with latest as materialized (select id, kind, severity, first_at, device_id, org_id from alarm as device
      where closed_at is null and ${deviceScope.rows(ctx.principal)} and ${here}
      order by first_at desc limit ${shown})
    select latest.id, latest.kind, latest.severity, latest.first_at, device.sn, place.name as org_name
    from latest join device on device.id = latest.device_id join organization place on place.id = latest.org_id
    order by latest.first_at desc`.execute(ctx.db)
  return rows
}

type Running = Look['running'][number]

/** Plans and pushes that go on, each in the terminals that the caller sees. */
async function runningNow(
  ctx: Context,
  filter: Pick<EstateFilter, 'orgId'>,
): Promise<readonly Running[]> {
  const here = await placed(ctx, filter)
  return [...(await plansNow(ctx, here)), ...(await pushesNow(ctx, here))].slice(0, shown)
}

type Named = Omit<Running, 'kind' | 'size' | 'done' | 'failed' | 'capped'>

async function plansNow(ctx: Context, here: Condition): Promise<Running[]> {
  const { rows } = await sql<Named>`select id, plan_no as no, name, state from plan
    where ended_at is null and deleted_at is null
      and state in ('EXPANDING', 'RUNNING', 'SOAKING', 'PAUSED', 'ROLLING_BACK')
      and ${planScope.rows(ctx.principal)} and ${here}
    order by started_at desc nulls last limit ${shown}`.execute(ctx.db)
  const figures = await figuresFor(
    ctx,
    rows.map(({ id }) => id),
    { some: true },
  )
  return rows.toSorted(byNumber).flatMap((plan) => {
    const seen = figures.get(plan.id)
    if (!seen) return []
    const { size, succeeded: done, failed: fell, noContact, unwell } = seen.tally
    const failed = fell + noContact + unwell
    return [{ ...plan, kind: 'PLAN' as const, size, done, failed, capped: seen.capped }]
  })
}

async function pushesNow(ctx: Context, here: Condition): Promise<Running[]> {
  const { rows } = await sql<
    Named & Parameters<typeof progressOf>[1][number]
  >`select id, task_no as no, title as name, state, size, principal from push
    where ended_at is null and state in ('RUNNING', 'PAUSED') and size > 1
      and not exists (select from plan_push made where made.push_id = push.id)
      and ${pushScope.rows(ctx.principal)} and ${here}
    order by id desc limit ${shown}`.execute(ctx.db)
  const pushes = rows.toSorted(byNumber)
  const progress = await progressOf(ctx, pushes)
  return pushes.flatMap(({ principal: _, ...push }, at) => {
    const own = progress[at]
    return own ? [{ ...push, ...own, kind: 'PUSH' as const }] : []
  })
}

const byNumber = (one: Named, other: Named): number => (one.no < other.no ? 1 : -1)

/** Those below the place that the caller sees; where his places are no subtrees, none are told apart. */
async function worstOrganizations(
  ctx: Context,
  { orgId }: Pick<EstateFilter, 'orgId'>,
): Promise<Look['worst']> {
  const places = await totalPlaces(ctx, orgId)
  if (!places || places.filters.length > 0) return []
  const tops = sql`${[...places.below]}::uuid[]`
  const { rows } = await sql<Look['worst'][number]>`
    with shown as materialized (select id, name from organization
        where case when cardinality(${tops}) = 1 then parent_id = any(${tops}) else id = any(${tops}) end),
      counted as materialized (select shown.id, shown.name,
          coalesce((select sum(life.count) from estate_total life where life.place = shown.id and life.measure = 'LIFE'
            and life.value in ('ACTIVE', 'SUSPENDED')), 0)::bigint as total,
          coalesce((select present.count from estate_total present where present.place = shown.id and present.measure = 'PRESENT'
            and present.model_id = nil_uuid() and present.value = ''), 0)::bigint as online
        from shown)
    select id, name, total, online from counted where total > 0
    order by online::float8 / total, total desc, name limit ${shown}`.execute(ctx.db)
  return rows
}

async function linkNow({ db }: Context): Promise<Omit<Look['link'], 'countedAt'>> {
  const { rows } = await sql<Omit<Look['link'], 'countedAt'>>`
    select count(*)::integer as gateways,
      (count(*) filter (where beat_at > now() - make_interval(secs => ${silentSeconds})))::integer as answering
    from server_node where 'gateway' = any(roles)`.execute(db)
  return rows[0] ?? { gateways: 0, answering: 0 }
}
