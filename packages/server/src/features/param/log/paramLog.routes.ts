import { type ParamChange, paramDeliveries, paramLog, paramLogDays } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { type Delivered, withRefused } from './refused.queries.ts'
import { seesAdvanced } from '../assignment/shown.ts'
import { organizationsBy } from '../../../access/scope.ts'
import {
  type Condition,
  equals,
  isWithin,
  type PageQuery,
  pageWholeRows,
} from '../../../kit/page.ts'
import { serve } from '../../../kit/serve.ts'
import { ofTerminals } from '../ofTerminals.ts'

const changes = organizationsBy('orgId')
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
  page: ({ query }, ctx) => {
    const since =
      query.from ?? new Date(ctx.now().getTime() - paramLogDays * 86_400_000).toISOString()
    const conditions = [
      told(changes.rows(ctx.principal)),
      ...(seesAdvanced(ctx) ? [] : [sql<SqlBool>`not is_advanced`]),
      sql<SqlBool>`at >= ${since}`,
      ...(query.to === undefined ? [] : [sql<SqlBool>`at < ${query.to}`]),
      ...(query.orgId === undefined ? [] : [isWithin(query.orgId)]),
      ...asked(query, ['appId', 'assignmentId', 'pid', 'cause', 'level']),
    ]
    const source = { view: 'paramLogRow', conditions, sortable: new Set(['at']), order: ['id'] }
    return pageWholeRows<ParamChange>(ctx, source, latestFirst(query, 'at'))
  },
})

const isOfAssignment = (id: string): Condition =>
  sql<SqlBool>`set_id in (select own.id from param_set own where own.assignment_ids @> array[${id}::uuid])`

/** How far terminals are with their values. */
export const paramDeliveryRoutes = serve(paramDeliveries, terminals, {
  page: async ({ query }, ctx) => {
    const conditions = [
      terminals.rows(ctx.principal),
      ...(query.sn === undefined ? [] : [ofTerminals(query.sn)]),
      ...(query.keyword ? [ofTerminals(query.keyword)] : []),
      ...(query.orgId === undefined ? [] : [isWithin(query.orgId)]),
      ...(query.assignmentId === undefined ? [] : [isOfAssignment(query.assignmentId)]),
      ...asked(query, ['appId', 'state', 'revision']),
    ]
    const source = {
      view: 'paramDeliveryRow',
      conditions,
      sortable: new Set(['changedAt', 'sn', 'state']),
      order: ['id'],
    }
    return withRefused(
      ctx,
      await pageWholeRows<Delivered>(ctx, source, latestFirst(query, 'changedAt')),
    )
  },
})
