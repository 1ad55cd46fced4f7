import { appKinds, type mqttTasks, paramKinds, type ParsedOf } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { anyContains, type Condition, equals, isWithin } from '../../../kit/page.ts'
import { itemScope } from './retry.queries.ts'
import { pushWaitsFor } from './waiting.ts'

type Filter = Omit<ParsedOf<(typeof mqttTasks)['page']>['query'], 'pageNum' | 'pageSize'>

/** What the filters of a list of pushes of some kinds say, each over the rows of `push_row`. */
export function pushConditions(
  ctx: Pick<Context, 'principal'>,
  filter: Filter,
  kinds: readonly string[] = appKinds,
): Condition[] {
  const { kind, state, waiting, orgId, createdById, parentId, from, to, keyword } = filter
  const conditions: Condition[] = []
  if (kind) conditions.push(equals('kind', kind))
  if (state === 'OPEN') conditions.push(sql<SqlBool>`ended_at is null`)
  else if (state) conditions.push(equals('state', state))
  if (waiting) conditions.push(pushWaitsFor(ctx))
  if (orgId) conditions.push(isWithin(orgId))
  if (createdById) conditions.push(equals('createdBy', createdById))
  if (parentId) conditions.push(equals('parentId', parentId))
  if (from) conditions.push(sql<SqlBool>`created_at >= ${from}`)
  if (to) conditions.push(sql<SqlBool>`created_at < ${to}`)
  if (keyword?.trim()) conditions.push(anyContains(['taskNo', 'title'], keyword.trim()))
  return [...conditions, ...ofTerminals(ctx, filter), ...ofApplication(filter, kinds)]
}

/** By whom they are for, and how that ended. */
function ofTerminals(
  { principal }: Pick<Context, 'principal'>,
  { groupId, vendorId, modelId, sn, code }: Filter,
): Condition[] {
  const conditions: Condition[] = []
  if (groupId) conditions.push(equals('groupId', groupId))
  if (vendorId || modelId)
    conditions.push(sql<SqlBool>`exists (select from push_item item join device on device.id = item.device_id
      where item.push_id = row.id and ${itemScope.rows(principal)}
        and ${modelId ? sql`device.model_id = ${modelId}` : sql`true`}
        and ${vendorId ? sql`device.vendor_id = ${vendorId}` : sql`true`})`)
  if (sn)
    conditions.push(
      sql<SqlBool>`id in (select item.push_id from push_item item
        where item.device_id = (select device.id from device
          where device.sn = ${sn.toUpperCase()} and ${itemScope.rows(principal)}))`,
    )
  if (code) {
    // An array, for the view joins more than a planner would put in another order.
    conditions.push(sql<SqlBool>`id = any(array(select push_id from push_code where code = ${code}
      group by push_id having sum(count) > 0))`)
    // What terminals that he does not see ended with is not told in this way either.
    if (!principal.scope.all)
      conditions.push(sql<SqlBool>`exists (select from push_item item join device on device.id = item.device_id
        where item.push_id = row.id and item.code = ${code} and ${itemScope.rows(principal)})`)
  }
  return conditions
}

function ofApplication(
  { appId, versionName, assignmentId, documentId }: Filter,
  kinds: readonly string[],
): Condition[] {
  const conditions: Condition[] = []
  if (appId) conditions.push(sql<SqlBool>`args #>> '{gate,appId}' = ${appId}`)
  if (versionName) conditions.push(sql<SqlBool>`args ->> 'vn' = ${versionName}`)
  // Both stand in one place: whose values it brings.
  for (const id of [assignmentId, documentId])
    if (id) conditions.push(sql<SqlBool>`args #>> '{gate,assignmentId}' = ${id}`)
  // The words of the indexes that find them.
  const about = kinds.some((kind) => kind === 'PARAM') ? paramKinds : appKinds
  if (conditions.length > 0)
    conditions.push(sql<SqlBool>`kind in (${sql.join(about.map((kind) => sql.lit(kind)))})`)
  return conditions
}
