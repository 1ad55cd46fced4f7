import {
  countCap,
  noContact,
  planFaults,
  rolledBack,
  serialsIn,
  type ParsedOf,
  type UpgradeError,
  type UpgradeResult,
  type upgradeResults,
} from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { allOf, type Condition, type Page } from '../../../kit/page.ts'
import { toldBy } from '../../../kit/pageOrder.ts'
import { notFound } from '../../../kit/refusal.ts'
import { itemScope, provedAt, waits } from '../../device/index.ts'
import { bornWith } from '../plan/looked.queries.ts'

type Query = ParsedOf<typeof upgradeResults.page>['query']
type Filter = Omit<Query, 'pageNum' | 'pageSize'>

/** Whose sight counts. */
type Reader = Pick<Context, 'db' | 'principal'>

/** What a walk over all pages knows of the page before. */
interface Walked {
  readonly total?: number
  readonly after?: Pick<UpgradeResult, 'id'>
}

/** Over an `item` of a plan, and what `made` it: the plan has brought the terminal back to what it ran before. */
const wasBroughtBack = sql<SqlBool>`exists (select from plan_push back
    join push_item returned on returned.push_id = back.push_id and ${bornWith(sql`returned.id`, sql`back`)}
  where back.plan_id = made.plan_id and back.purpose = 'BACK' and returned.device_id = item.device_id
    and returned.state = 'SUCCESS')`

/** Plans as far as a reader of their results sees them: of others he learns the number, which he may ask somebody about. */
const planSeen = organizationsBy('plan.orgId')

/** What a plan says in a column; null to who does not see the plan. */
export const ofPlanSeen = ({ principal }: Reader, column: string): RawBuilder<unknown> =>
  sql`case when ${planSeen.rows(principal)} then ${sql.ref(`plan.${column}`)} end`

const shown = (
  reader: Reader,
) => sql`item.id, item.push_id, item.device_id, device.sn, device.name as device_name, place.name as org_name,
  model.name as model_name, case when online.device_id is not null then 'ONLINE'
    when state.device_id is not null then 'OFFLINE' else 'NEVER' end as presence,
  item.state, item.step, item.percent, item.code, item.message, item.attempt,
  ${waits},
  item.published_at, item.acked_at as accepted_at, item.ended_at, ${provedAt} as proved_at, item.bytes, item.kbps,
  item.expires_at, null as file, null as answer, push.task_no, push.title,
  push.args #>> '{upgrade,part}' as part, item.from_version, push.args #>> '{upgrade,version}' as to_version,
  ${ofPlanSeen(reader, 'id')} as plan_id, plan.plan_no, ${ofPlanSeen(reader, 'name')} as plan_name, case when made.purpose = 'FORTH' then made.wave end as wave,
  extract(epoch from item.ended_at - coalesce(item.acked_at, item.published_at))::integer as seconds,
  case when made.is_last and made.purpose = 'FORTH' then case
    when item.state = 'SUCCESS' and ${wasBroughtBack} then ${rolledBack}::text
    else (select target.outcome from plan_target target where target.plan_id = made.plan_id
      and target.device_id = item.device_id and target.part = made.part) end end as outcome`

// By the index for each row of a page: of plans' parts there are more than are read in passing.
const joined = sql`join device on device.id = item.device_id join push on push.id = item.push_id
  join organization place on place.id = device.org_id join model on model.id = device.model_id
  left join device_online online on online.device_id = device.id
  left join device_state state on state.device_id = device.id
  left join lateral (select * from plan_push made where made.push_id = item.push_id limit 1) made on true
  left join plan on plan.id = made.plan_id`

/** Results that the caller sees, the latest first. */
export async function pageResults(
  ctx: Reader,
  query: Query & Walked,
): Promise<Page<UpgradeResult>> {
  const { pageNum, pageSize, after } = query
  const where = allOf(conditionsOf(ctx, query))
  // A file of all of them goes on from its last row: no page is found by counting off those before.
  const further = after ? sql`item.id < ${after.id}::uuid` : sql`true`
  const skipped = after ? 0 : (pageNum - 1) * pageSize
  const { rows } = await sql<UpgradeResult>`with page as materialized (
      select item.id from push_item item join device on device.id = item.device_id
      where ${where} and ${further} order by item.id desc limit ${pageSize} offset ${skipped})
    select ${shown(ctx)} from page join push_item item on item.id = page.id ${joined}
    order by item.id desc`.execute(ctx.db)
  const total = query.total ?? toldBy(rows, query) ?? (await countResults(ctx, where))
  return {
    list: rows,
    total: Math.min(total, countCap),
    capped: total > countCap,
    pageNum,
    pageSize,
  }
}

/** How many there are, counted no further than lists are. */
async function countResults({ db }: Reader, where: Condition): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (
    select from push_item item join device on device.id = item.device_id where ${where}
    limit ${countCap + 1}) as matching`.execute(db)
  return rows[0]?.count ?? 0
}

/** One result that the caller sees. */
export async function findResult(ctx: Context, id: string): Promise<UpgradeResult> {
  const { rows } = await sql<UpgradeResult>`select ${shown(ctx)} from push_item item ${joined}
    where item.id = ${id} and item.cmd = 'UPGRADE' and ${itemScope.rows(ctx.principal)}`.execute(
    ctx.db,
  )
  if (!rows[0]) throw notFound()
  return rows[0]
}

const failedStates = sql`('FAILED', 'REFUSED', 'EXPIRED', 'TIMEOUT', 'CANCELLED')`

/** What a list of results shows, over `item` and `device`; each filter has an index that says it. */
export function conditionsOf(ctx: Reader, filter: Filter): Condition[] {
  const { pushId, versionId, planId, wave, code, orgId, modelId, from, to, keyword } = filter
  const conditions: Condition[] = [
    sql<SqlBool>`item.cmd = 'UPGRADE'`,
    itemScope.rows(ctx.principal),
    ...ofState(filter.state),
  ]
  if (pushId) conditions.push(sql<SqlBool>`item.push_id = ${pushId}`)
  if (planId || wave)
    conditions.push(sql<SqlBool>`item.push_id in (select made.push_id from plan_push made
      where ${planId ? sql`made.plan_id = ${planId}` : sql`true`} and made.purpose = 'FORTH'
        and ${wave ? sql`made.wave = ${wave}` : sql`true`})`)
  if (versionId)
    conditions.push(sql<SqlBool>`item.push_id in (select push.id from push where push.kind = 'UPGRADE'
      and push.args #>> '{gate,versionId}' = ${versionId})`)
  if (filter.outcome)
    conditions.push(sql<SqlBool>`(item.push_id, item.device_id) in (select made.push_id, target.device_id
      from plan_target target join plan_push made on made.plan_id = target.plan_id and made.part = target.part
      where target.outcome = ${filter.outcome} and made.is_last and made.purpose = 'FORTH')`)
  if (code) conditions.push(sql<SqlBool>`item.code = ${code}`)
  if (orgId)
    conditions.push(sql<SqlBool>`item.at_org = any(array(select below.id from organization below
      join organization above on below.path <@ above.path where above.id = ${orgId}))`)
  if (modelId) conditions.push(sql<SqlBool>`item.at_model = ${modelId}`)
  if (from) conditions.push(sql<SqlBool>`item.id >= uuid7_from(${from}::timestamptz)`)
  if (to) conditions.push(sql<SqlBool>`item.id < uuid7_from(${to}::timestamptz)`)
  const sns = filter.sns === undefined ? null : (serialsIn(filter.sns) ?? [])
  if (sns)
    conditions.push(sql<SqlBool>`item.device_id = any(array(select named.id from device named
      where named.sn = any(${[...sns]}::text[])))`)
  const prefix = (filter.sn ?? keyword)?.trim().toUpperCase()
  if (prefix)
    conditions.push(sql<SqlBool>`item.device_id = any(array(select found.id from device found
      where starts_with(found.sn, ${prefix}) order by found.sn limit 1000))`)
  return conditions
}

function ofState(state: Filter['state']): Condition[] {
  if (state === undefined) return []
  if (state === 'OPEN') return [sql<SqlBool>`item.ended_at is null`]
  if (state === 'FAILED_ANY') return [sql<SqlBool>`item.state in ${failedStates}`]
  if (state === rolledBack)
    return [
      sql<SqlBool>`item.state = 'SUCCESS' and (item.push_id, item.device_id) in (select forth.push_id, returned.device_id
        from plan_push back join push_item returned on returned.push_id = back.push_id
            and ${bornWith(sql`returned.id`, sql`back`)} and returned.state = 'SUCCESS'
          join plan_target target on target.plan_id = back.plan_id and target.device_id = returned.device_id
          join plan_push forth on forth.plan_id = target.plan_id and forth.part = target.part
            and forth.is_last and forth.purpose = 'FORTH'
        where back.purpose = 'BACK')`,
    ]
  if (state === noContact)
    return [sql<SqlBool>`item.state = 'RUNNING' and item.step = ${noContact}`]
  return [sql<SqlBool>`item.state = ${state}`]
}

/**
 * Why terminals did not succeed, or are not well since, and how many of those that began anew after it, or
 * were looked at once more, did and are.
 */
export async function errorsAmong(ctx: Context, filter: Filter): Promise<UpgradeError[]> {
  const where = allOf(conditionsOf(ctx, filter))
  const { rows } = await sql<UpgradeError>`with latest as materialized (
      select item.id, item.state, item.code, item.attempt, item.push_id, item.device_id from push_item item
        join device on device.id = item.device_id where ${where} order by item.id desc limit ${countCap}),
    now as (select code, count(*)::integer as count from latest
      where code is not null and state in ${failedStates} group by 1),
    past as (select report.code, count(distinct latest.id)::integer as retried,
        (count(distinct latest.id) filter (where latest.state = 'SUCCESS'))::integer as cured
      from latest join push_report report on report.item_id = latest.id
      where latest.attempt > 1 and report.state = 'FAILED' and report.code is not null group by 1),
    judged as (select target.outcome, target.former_outcome from latest
        join plan_push made on made.push_id = latest.push_id and made.is_last and made.purpose = 'FORTH'
        join plan_target target on target.plan_id = made.plan_id and target.device_id = latest.device_id
          and target.part = made.part
      where latest.state = 'SUCCESS'),
    -- What was looked at once more and has not been judged yet is neither.
    faults as (select outcome as code, 1 as count, 0 as retried, 0 as cured from judged where outcome = any(${[...planFaults]}::text[])
      union all select former_outcome, 0, 1, (outcome = 'CONFIRMED')::integer from judged
        where former_outcome is not null and outcome is not null)
    select code, coalesce(now.count, 0) as count, coalesce(past.retried, 0) as retried,
      coalesce(past.cured, 0) as cured
    from now full join past using (code)
    union all select code, sum(count)::integer, sum(retried)::integer, sum(cured)::integer from faults group by 1
    order by 2 desc, 1`.execute(ctx.db)
  return rows
}
