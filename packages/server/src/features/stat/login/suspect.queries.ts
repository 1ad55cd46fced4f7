import {
  type CloneSuspicion,
  countCap,
  type FlappingTerminal,
  flapsPerDay,
  type LoginFailureCause,
  type LoginFailures,
  type logins,
  type ParsedOf,
} from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { allOf, beginsWith, type Condition, equals, type Page } from '../../../kit/page.ts'
import { deviceScope, estateOf } from '../../device/index.ts'
import { spanOf } from '../../log/index.ts'
import { gridOf } from './grid.rules.ts'
import { type LoginCut, loginsOf } from './login.queries.ts'

type Query = ParsedOf<typeof logins.flap>['query']

interface Listed {
  readonly from: RawBuilder<unknown>
  readonly where: readonly Condition[]
  readonly order: RawBuilder<unknown>
}

/** One page of a list, and how long it is, counted no further than {@link countCap}. */
async function listed<R extends { readonly id: string }>(
  ctx: Context,
  { pageNum, pageSize }: Pick<Query, 'pageNum' | 'pageSize'>,
  { from, where, order }: Listed,
): Promise<Page<R>> {
  const matching = sql`from ${from} where ${allOf(where)}`
  const { rows } = await sql<R>`select row.* ${matching} order by ${order}
    limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(ctx.db)
  const counted = await sql<{ total: number }>`select count(*)::integer as total
    from (select ${matching} limit ${countCap + 1}) as matching`.execute(ctx.db)
  const total = counted.rows[0]?.total ?? 0
  return {
    list: rows,
    total: Math.min(total, countCap),
    capped: total > countCap,
    pageNum,
    pageSize,
  }
}

const flapping = sql`(select day.device_id || ' ' || day.day || ' ' || day.org_id as id, day.device_id,
    device.sn, day.org_id, place.name as org_name, day.model_id, model.name as model_name,
    to_char(day.day, 'YYYY-MM-DD') as day, day.connects, day.day as own_day, device.created_by
  from login_day day left join device on device.id = day.device_id
    left join organization place on place.id = day.org_id left join model on model.id = day.model_id) as row`

const numbered = (keyword: string | undefined): Condition[] =>
  keyword ? [beginsWith(sql`sn`, keyword.toUpperCase())] : []

/** Terminals that came more often in a day than anybody does who works, the most restless first. */
export async function flapPage(ctx: Context, query: Query): Promise<Page<FlappingTerminal>> {
  const { from, to } = spanOf(query, ctx.now())
  return listed(ctx, query, {
    from: flapping,
    where: [
      ...(await loginsOf(ctx, query)),
      ...numbered(query.keyword),
      sql<SqlBool>`connects > ${sql.lit(flapsPerDay)}`,
      sql<SqlBool>`own_day >= (${from}::timestamptz at time zone 'UTC')::date`,
      // A span ends before its end: at midnight its last day is the one that has passed.
      sql<SqlBool>`own_day <= ((${to}::timestamptz - interval '1 millisecond') at time zone 'UTC')::date`,
    ],
    order: sql`own_day desc, connects desc, device_id, org_id`,
  })
}

const suspected = sql`(select event.id, event.at, event.device_id, event.sn, event.org_id, event.model_id,
    event.vendor_id, event.created_by, place.name as org_name, (event.data ->> 'times')::integer as times,
    event.data ->> 'addresses' as addresses
  from device_event event join organization place on place.id = event.org_id
  where event.code = 'CLONE_SUSPECTED') as row`

/** Terminals that two fought for, where they were then: from which addresses is nothing for those who have them now. */
export async function clonePage(ctx: Context, query: Query): Promise<Page<CloneSuspicion>> {
  const { from, to } = spanOf(query, ctx.now())
  return listed(ctx, query, {
    from: suspected,
    where: [
      deviceScope.rows(ctx.principal),
      await estateOf(ctx, query.orgId),
      ...numbered(query.keyword),
      ...(query.modelId ? [equals('modelId', query.modelId)] : []),
      sql<SqlBool>`at >= ${from} and at < ${to}`,
    ],
    order: sql`at desc, id`,
  })
}

/** Examples of failures that one answer shows. */
const mostExamples = 100

/** Sign-ins that failed; those under no known terminal's name only for who sees everything. */
export async function loginFailures(ctx: Context, cut: LoginCut): Promise<LoginFailures> {
  const grid = gridOf(spanOf(cut, ctx.now()))
  const where = allOf(await loginsOf(ctx, cut))
  const { rows } = await sql<{ at: string; cause: LoginFailureCause; count: number }>`
    select date_trunc(${sql.lit(grid.grain === 'HOUR' ? 'hour' : 'day')}, minute, 'UTC') as at, cause,
      sum(count)::bigint as count
    from (select *, null::uuid as created_by from login_failure) as kept
    where minute >= ${grid.from} and minute < ${grid.to} and ${where} group by 1, 2`.execute(ctx.db)
  const { rows: examples } = await sql<LoginFailures['examples'][number]>`
    select row.id, row.at, row.cause, row.name, row.ip, row.device_id, place.name as org_name
    from (select *, null::uuid as created_by from login_failure_example) as row
      left join organization place on place.id = row.org_id
    where row.at >= ${grid.from} and row.at < ${grid.to} and ${where}
    order by row.at desc, row.id desc limit ${mostExamples}`.execute(ctx.db)
  const byStep = sums(rows, ({ at }) => new Date(at).getTime())
  return {
    from: grid.from,
    to: grid.to,
    total: rows.reduce((sum, { count }) => sum + count, 0),
    causes: [...sums(rows, ({ cause }) => cause)]
      .map(([cause, count]) => ({ cause, count }))
      .sort((one, other) => other.count - one.count),
    points: grid.steps.map((at) => ({
      at: new Date(at).toISOString(),
      count: byStep.get(at) ?? 0,
    })),
    examples,
  }
}

function sums<R extends { readonly count: number }, K>(
  rows: readonly R[],
  keyOf: (row: R) => K,
): Map<K, number> {
  const found = new Map<K, number>()
  for (const row of rows) found.set(keyOf(row), (found.get(keyOf(row)) ?? 0) + row.count)
  return found
}
