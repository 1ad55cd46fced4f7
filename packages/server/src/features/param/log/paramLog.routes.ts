import {
  type ParamChange,
  paramDeliveries,
  paramEdits,
  paramLog,
  paramLogDays,
} from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { pageDeliveries } from './deliveries.queries.ts'
import { pastDeliveries } from './past.queries.ts'
import { withFurther } from './further.queries.ts'
import { sentOf } from './sent.ts'
import { titlesOf } from '../assignment/labels.queries.ts'
import { seesAdvanced } from '../assignment/shown.ts'
import { organizationsBy } from '../../../access/scope.ts'
import {
  type Condition,
  contains,
  equals,
  isWithin,
  type PageQuery,
  pageWholeRows,
} from '../../../kit/page.ts'
import type { Context } from '../../../kit/context.ts'
import { serve } from '../../../kit/serve.ts'
import { organizationsBelow, seenRows } from '../../organization/index.ts'
import { ofSets, ofTerminals } from '../byIds.ts'

const changes = organizationsBy('orgId')
const devices = organizationsBy('device.orgId', {
  vendor: 'device.vendorId',
  model: 'device.modelId',
})
const terminals = organizationsBy('orgId', { vendor: 'vendorId', model: 'modelId' })

/** Of the dictionary everybody is told. */
const told = (mine: Condition): Condition => sql<SqlBool>`(is_shared or ${mine})`

const asked = (query: Readonly<Record<string, unknown>>, names: readonly string[]): Condition[] =>
  names.flatMap((name) => (query[name] === undefined ? [] : [equals(name, query[name])]))

/** The latest first, where nobody asks for another order. */
const latestFirst = <Q extends PageQuery>(query: Q, by: string): Q =>
  query.sortField === undefined ? { ...query, sortField: by, sortOrder: 'desc' } : query

/** What was said about parameters. */
export const paramLogRoutes = serve(paramLog, changes, {
  page: async ({ query }, ctx) => {
    const since =
      query.from ?? new Date(ctx.now().getTime() - paramLogDays * 86_400_000).toISOString()
    const conditions = [
      told(changes.rows(ctx.principal)),
      ...(seesAdvanced(ctx) ? [] : [sql<SqlBool>`not is_advanced`]),
      sql<SqlBool>`at >= ${since}`,
      ...(query.to === undefined ? [] : [sql<SqlBool>`at < ${query.to}`]),
      ...(query.orgId === undefined ? [] : [isWithin(query.orgId)]),
      ...(query.sn === undefined ? [] : [speaksOf(query.sn, ctx)]),
      ...(query.user === undefined ? [] : [contains('user', query.user)]),
      ...(query.target === undefined ? [] : [contains('targetName', query.target)]),
      ...asked(query, ['appId', 'assignmentId', 'pid', 'cause', 'level', 'ticket']),
    ]
    const source = { view: 'paramLogRow', conditions, sortable: new Set(['at']), order: ['id'] }
    const found = await pageWholeRows<Omit<ParamChange, 'label'>>(
      ctx,
      source,
      latestFirst(query, 'at'),
    )
    const titles = await titlesOf(
      ctx,
      found.list.map(({ pid }) => pid),
    )
    return {
      ...found,
      list: found.list.map((row) => ({ ...row, label: titles.get(row.pid) ?? null })),
    }
  },
})

/** Of an assignment that speaks of a terminal, or was made for it. */
const speaksOf = (sn: string, { principal }: Context): Condition => {
  const named = sql`array(select device.id from device where device.sn = upper(${sn}::text)
    and device.deleted_at is null and ${devices.rows(principal)})`
  return sql<SqlBool>`(assignment_id in (select layer.assignment_id from param_layers(${named}) layer)
    or assignment_id in (select own.id from param_assignment own where own.device_id = any(${named})))`
}

const isOfAssignment = (ctx: Context, id: string): Promise<Condition> =>
  ofSets(ctx, sql<SqlBool>`own.assignment_ids @> array[${id}::uuid]`)

interface DeliveryQuery extends PageQuery {
  readonly keyword?: string | undefined
  readonly sn?: string | undefined
  readonly appId?: string | undefined
  readonly orgId?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** A page of deliveries that the caller sees, of which something more holds. */
async function pageOf(ctx: Context, query: DeliveryQuery, more: readonly Condition[]) {
  const conditions = [
    await seenRows(ctx, terminals),
    ...(query.sn === undefined ? [] : [await ofTerminals(ctx, query.sn)]),
    ...(query.keyword ? [await ofTerminals(ctx, query.keyword)] : []),
    ...(query.orgId === undefined ? [] : [await organizationsBelow(ctx, 'orgId', query.orgId)]),
    ...(query.from === undefined ? [] : [sql<SqlBool>`changed_at >= ${query.from}`]),
    ...(query.to === undefined ? [] : [sql<SqlBool>`changed_at < ${query.to}`]),
    ...asked({ appId: query.appId }, ['appId']),
    ...more,
  ]
  return withFurther(ctx, await pageDeliveries(ctx, conditions, latestFirst(query, 'changedAt')))
}

/** How far terminals are with their values. */
export const paramDeliveryRoutes = serve(paramDeliveries, terminals, {
  page: async ({ query }, ctx) => {
    const ids = [query.assignmentId, query.documentId].flatMap((id) => id ?? [])
    return pageOf(ctx, query, [
      ...(await Promise.all(ids.map((id) => isOfAssignment(ctx, id)))),
      ...(query.differing === undefined ? [] : [sql<SqlBool>`state <> 'APPLIED'`]),
      ...asked(query, ['state', 'revision']),
    ])
  },
  detail: ({ params, query: { revision } }, ctx) => sentOf(ctx, { ...params, revision }),
  past: ({ query }, ctx) => pastDeliveries(ctx, query),
})

/** What somebody changed on terminals. */
export const paramEditRoutes = serve(paramEdits, terminals, {
  page: ({ query }, ctx) =>
    pageOf(ctx, query, [
      sql<SqlBool>`state = 'DRIFT'`,
      ...(query.pid === undefined ? [] : [isEdited(ctx, query.pid)]),
    ]),
})

/** A parameter that the caller is not shown is not found by its name. */
const isEdited = (ctx: Context, pid: string): Condition =>
  sql<SqlBool>`exists (select from param_applied applied where applied.device_id = row.device_id
    and applied.package = row.package and applied.edits @> array[${pid}::text])
    and (${seesAdvanced(ctx)} or not exists (select from param_set own
      join param_template_pid field on field.template_rev_id = own.template_rev_id
      where own.id = row.set_id and field.pid = ${pid} and field.is_advanced))`
