import { countCap, type ParamEnding, paramEndings } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { anyContains, type Condition, contains, pageWholeRows } from '../../../kit/page.ts'
import { serve } from '../../../kit/serve.ts'
import { seenRows } from '../../organization/index.ts'
import { ofSets, ofTerminals } from '../byIds.ts'
import { seesAdvanced } from '../assignment/shown.ts'
import { pageDeliveries } from '../log/deliveries.queries.ts'
import { withFurther } from '../log/further.queries.ts'

const terminals = organizationsBy('orgId', { vendor: 'vendorId', model: 'modelId' })
const owners = organizationsBy('a.orgId')

type Row = Omit<ParamEnding, 'deviceCount'>

/** What ends soon or has ended, as far as a terminal of the caller should have it. */
export const paramEndingRoutes = serve(paramEndings, terminals, {
  page: async ({ query }, ctx) => {
    const { days, pid, keyword } = query
    const mine = await seenRows(ctx, terminals)
    const conditions: Condition[] = [
      // Found first: what ends soon is little of all that is said.
      sql<SqlBool>`ends_on <= current_date + ${days}::integer`,
      ...(seesAdvanced(ctx) ? [] : [sql<SqlBool>`not is_advanced`]),
      ...(pid === undefined ? [] : [contains('pid', pid)]),
      ...(keyword ? [anyContains(['title', 'label'], keyword)] : []),
      sql<SqlBool>`exists (select from ${holders(sql`row.value_id`, mine, sql`limit 1`)})`,
    ]
    const source = {
      view: 'paramEndingRow',
      conditions,
      sortable: new Set(['endsOn', 'pid', 'title', 'label', 'appName']),
      order: ['endsOn', 'title', 'label'],
    }
    const found = await pageWholeRows<Row>(ctx, source, query)
    const counts = await countsOf(ctx, found.list, mine)
    const seen = await seenOf(ctx, found.list)
    return {
      ...found,
      list: found.list.map((row) => ({
        ...row,
        ...(row.assignmentId !== null &&
          !seen.has(row.assignmentId) && { assignmentId: null, ownerName: null }),
        deviceCount: counts.get(row.valueId) ?? 0,
      })),
    }
  },
  devices: async ({ query }, ctx) => {
    const { valueId, sn, keyword } = query
    const conditions = [
      await seenRows(ctx, terminals),
      await ofSets(ctx, sql<SqlBool>`own.value_ids @> array[${valueId}::bigint]`),
      sql<SqlBool>`exists (select from param_ending_row ends where ends.value_id = ${valueId}
        and (${seesAdvanced(ctx)} or not ends.is_advanced))`,
      ...(sn === undefined ? [] : [await ofTerminals(ctx, sn)]),
      ...(keyword ? [await ofTerminals(ctx, keyword)] : []),
    ]
    const order = query.sortField === undefined ? { ...query, sortField: 'sn' } : query
    return withFurther(ctx, await pageDeliveries(ctx, conditions, order))
  },
})

/**
 * The terminals of the caller that should have a value now: its sets first, which an index finds, and then those of
 * each. Fences keep the database from putting together all sets and terminals before it looks at the value.
 */
const holders = (valueId: ReturnType<typeof sql>, mine: Condition, most = sql`offset 0`) =>
  sql`(select id from param_set where value_ids @> array[${valueId}] offset 0) own
    cross join lateral (select from param_delivery_row where set_id = own.id and ${mine} ${most}) found`

/** How many terminals that the caller sees should have each value, counted up to one more than a list counts. */
async function countsOf(
  ctx: Context,
  rows: readonly Row[],
  mine: Condition,
): Promise<ReadonlyMap<number, number>> {
  const valueIds = [...new Set(rows.map(({ valueId }) => valueId))]
  const { rows: counted } = await sql<{ valueId: number; devices: number }>`
    select told.value_id, counted.devices from unnest(${valueIds}::bigint[]) told (value_id)
      cross join lateral (select count(*)::integer as devices from (select
        from ${holders(sql`told.value_id`, mine)} limit ${countCap + 1}) seen) counted`.execute(
    ctx.db,
  )
  return new Map(counted.map(({ valueId, devices }) => [valueId, devices]))
}

/** Assignments that the caller sees. */
async function seenOf({ db, principal }: Context, rows: readonly Row[]): Promise<Set<string>> {
  const ids = rows.flatMap(({ assignmentId }) => assignmentId ?? [])
  const { rows: seen } = await sql<{ id: string }>`select a.id from param_assignment a
    where a.id = any(${ids}::uuid[]) and ${owners.rows(principal)}`.execute(db)
  return new Set(seen.map(({ id }) => id))
}
