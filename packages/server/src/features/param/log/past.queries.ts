import {
  codes,
  countCap,
  type paramDeliveries,
  type ParsedOf,
  type PastDelivery,
} from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { allOf, type Condition, contains, type Page } from '../../../kit/page.ts'
import { toldBy } from '../../../kit/pageOrder.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { waitsFor } from '../../device/index.ts'
import { refusedOf, requireSn } from '../resolve/effective.queries.ts'

type Query = ParsedOf<(typeof paramDeliveries)['past']>['query']

/** What a walk over all pages knows of the page before. */
interface Walked {
  readonly total?: number
}

/** Whose a terminal was then decides who may know; where its values are forgotten, its task still says it. */
const own = organizationsBy('held.orgId')
const counted = organizationsBy('item.countedOrg')

/** When its values were there; of what was never fetched, when it was over. */
const fetchedAt = sql`coalesce((select max(report.received_at) from push_report report
    where report.item_id = item.id and report.step = 'DOWNLOADED' and report.outcome = 'MOVED'),
  item.ended_at, clock_timestamp())`

/** Whether no secret is among the values of `held`: on their hash whoever knows the others would try one. */
const isOpen = sql`held.sealed_variables is null and param_set.id is not null
  and not exists (select from param_value value where value.id = any(param_set.value_ids) and value.sealed is not null)
  and not exists (select from json_document_rev rev where rev.id = any(param_set.document_ids) and rev.encrypt)`

/**
 * Deliveries of an application's values to a terminal, as the items of pushes tell them, the latest first. They are found by the
 * index of the terminal's items; which values each brought is what held when it had fetched them.
 */
export async function pastDeliveries(
  ctx: Context,
  query: Query & Walked,
): Promise<Page<PastDelivery>> {
  const { deviceId, appId, pageNum, pageSize, sortField, sortOrder } = query
  await requireSn(ctx, deviceId)
  if (sortField !== undefined && sortField !== 'createdAt')
    throw new Refusal(codes.badRequest, 'refusal.unknownSort')
  const direction = sortOrder === 'asc' ? sql`asc` : sql`desc`
  const where = allOf(conditionsOf(ctx, query))
  const { rows } = await sql<PastDelivery>`with page as materialized (
      select item.id from push_item item join push on push.id = item.push_id where ${where}
      order by item.created_at ${direction}, item.id ${direction}
      limit ${pageSize} offset ${(pageNum - 1) * pageSize})
    select item.id, item.created_at, held.revision, case when ${isOpen} then encode(held.hash, 'hex') end as hash, item.push_id, push.task_no,
      item.state, item.percent, ${waitsFor} as waits_for,
      item.code, item.message, item.attempt, item.published_at, item.ended_at,
      case when param_set.id is not null and item.code is not null then ${refusedOf(ctx)} else '[]' end as refused,
      extract(epoch from item.ended_at - item.published_at)::float8 as seconds
    from push_item item join push on push.id = item.push_id join device on device.id = item.device_id
      left join lateral (select told.revision, told.hash, told.set_id, told.sealed_variables, item.id as item_id from param_desired told
        where told.device_id = item.device_id and told.app_id = ${appId} and told.since <= ${fetchedAt}
          and (told.until is null or told.until > ${fetchedAt})
        order by told.revision desc limit 1) held on true
      left join param_set on param_set.id = held.set_id
    where item.id = any(array(select id from page))
    order by item.created_at ${direction}, item.id ${direction}`.execute(ctx.db)
  const total = toldBy(rows, query) ?? query.total ?? (await countPast(ctx, where))
  const isCapped = total > countCap
  return { list: rows, total: Math.min(total, countCap), capped: isCapped, pageNum, pageSize }
}

/** How many there are, counted no further than lists are. */
async function countPast({ db }: Context, where: Condition): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (
    select from push_item item join push on push.id = item.push_id where ${where}
    limit ${countCap + 1}) as matching`.execute(db)
  return rows[0]?.count ?? 0
}

function conditionsOf(
  { principal }: Context,
  { deviceId, appId, state, from, to, keyword }: Query,
): Condition[] {
  return [
    sql<SqlBool>`item.device_id = ${deviceId} and item.cmd = 'PARAM'`,
    sql<SqlBool>`coalesce(item.args, push.args) #>> '{gate,appId}' = ${appId}`,
    // What was told it while it was another's is not for who has it now.
    sql<SqlBool>`coalesce((select ${own.rows(principal)} from param_desired held
      where held.device_id = item.device_id and held.app_id = ${appId} and held.since <= ${fetchedAt}
      order by held.revision desc limit 1), ${counted.rows(principal)})`,
    ...(keyword?.trim() ? [contains(sql`push.task_no`, keyword.trim())] : []),
    ...(state === undefined ? [] : [sql<SqlBool>`item.state = ${state}`]),
    ...(from === undefined ? [] : [sql<SqlBool>`item.created_at >= ${from}`]),
    ...(to === undefined ? [] : [sql<SqlBool>`item.created_at < ${to}`]),
  ]
}
