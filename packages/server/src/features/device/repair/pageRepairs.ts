import {
  columnsOf,
  type ParsedOf,
  repairClocks,
  repairs,
  repairStages,
  type Repair,
  settledStates,
  stageNamed,
  stagesInOrder,
  clockIn,
  type ReplyOf,
  type RepairState,
} from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { countStates } from '../../../kit/countStates.ts'
import {
  anyContains,
  beginsWith,
  type Condition,
  equals,
  isWithin,
  type Page,
  pageRows,
} from '../../../kit/page.ts'
import { bySerialNumber } from '../../../kit/walkedPage.ts'
import { seenRows } from '../../organization/index.ts'
import { deviceScope } from '../deviceScope.ts'
import { shownRepair, type StoredRepair } from './repair.queries.ts'

type Query = ParsedOf<(typeof repairs)['page']>['query']

const isOpen = sql<SqlBool>`not state = any(${[...settledStates]}::text[])`

// What is worked out for the caller, or is not his business, orders no list.
const unsorted = ['isOverdue', 'cost', 'severity']
const sortable = new Set([
  ...[...columnsOf(repairs.page)].filter((name) => !unsorted.includes(name)),
  'grade',
])

/** Tickets of the terminals that the caller sees, the latest first unless told otherwise. */
export async function pageRepairs(ctx: Context, query: Query): Promise<Page<Repair>> {
  const { sortField = 'createdAt', sortOrder = query.sortField ? 'asc' : 'desc' } = query
  const source = {
    view: 'repairRow',
    order: ['createdAt'],
    walked: bySerialNumber('repair'),
    sortable,
    conditions: [await seenRows(ctx, deviceScope), ...conditionsOf(query, ctx)],
  }
  const field = sortField === 'severity' ? 'grade' : sortField
  const page = await pageRows<StoredRepair>(ctx, source, { ...query, sortField: field, sortOrder })
  return { ...page, list: page.list.map((row) => shownRepair(ctx, row)) }
}

/** How many of them are not settled, and in each stage. */
export const countRepairs = (
  ctx: Context,
  query: ParsedOf<(typeof repairs)['countStates']>['query'],
): Promise<ReplyOf<typeof repairs.countStates>> =>
  countStates(ctx, {
    view: 'repairRow',
    states: ['OPEN', ...stagesInOrder],
    matching: (state) => [
      deviceScope.rows(ctx.principal),
      ...conditionsOf({ ...query, state }, ctx),
    ],
  })

function conditionsOf(query: Omit<Query, 'pageNum' | 'pageSize'>, ctx: Context): Condition[] {
  const { state, orgId, sn, warranty, overdue, from, to, keyword } = query
  const conditions: Condition[] = []
  if (state) conditions.push(isIn(state))
  const exact = [
    'fault',
    'severity',
    'source',
    'modelId',
    'depotId',
    'assigneeId',
    'deviceId',
    'holder',
  ] as const
  for (const name of exact) if (query[name]) conditions.push(equals(name, query[name]))
  if (orgId) conditions.push(isWithin(orgId))
  if (sn) conditions.push(beginsWith(sql`sn`, sn.toUpperCase()))
  if (warranty) conditions.push(sql<SqlBool>`in_warranty = ${warranty === '1'}`)
  if (overdue) conditions.push(sql<SqlBool>`due_at < ${ctx.now()}`)
  if (from) conditions.push(sql<SqlBool>`created_at >= ${from}`)
  if (to) conditions.push(sql<SqlBool>`created_at < ${to}`)
  if (keyword?.trim())
    conditions.push(anyContains(['ticketNo', 'sn', 'description', 'rmaNo'], keyword.trim()))
  return conditions
}

function isIn(state: NonNullable<Query['state']>): Condition {
  if (state === 'OPEN') return isOpen
  const stage = stageNamed(state)
  return stage
    ? sql<SqlBool>`state = any(${[...repairStages[stage]]}::text[])`
    : equals('state', state)
}

interface Counted {
  readonly state: RepairState
  readonly count: number
  readonly overdue: number
}

/** Open tickets by the clock that runs, and how many of them are late. */
export async function slaOf(ctx: Context): Promise<ReplyOf<typeof repairs.sla>> {
  const { rows } = await sql<Counted>`select state, count(*)::integer as count,
      (count(*) filter (where due_at < ${ctx.now()}))::integer as overdue
    from repair_row as row where ${isOpen} and ${deviceScope.rows(ctx.principal)}
    group by state`.execute(ctx.db)
  const sum = (some: readonly Counted[], of: 'count' | 'overdue') =>
    some.reduce((total, row) => total + row[of], 0)
  return {
    clocks: repairClocks.map((clock) => {
      const some = rows.filter(({ state }) => clockIn(state) === clock)
      return { clock, open: sum(some, 'count'), overdue: sum(some, 'overdue') }
    }),
    held: sum(
      rows.filter(({ state }) => state === 'ON_HOLD'),
      'count',
    ),
  }
}
