import {
  countCap,
  type LogTrace,
  type logTraces,
  openTraceStates,
  type ParsedOf,
} from '@muster/contract'
import type { FoundCrash } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { allOf, beginsWith, type Condition, type Page } from '../../../kit/page.ts'
import { toldBy } from '../../../kit/pageOrder.ts'
import { notFound } from '../../../kit/refusal.ts'

type Query = ParsedOf<typeof logTraces.page>['query']

/** Whose a trace is: of the organisation that had the terminal then. */
export const traceScope = organizationsBy('trace.orgId', {
  vendor: 'trace.vendorId',
  model: 'trace.modelId',
})

const shown = sql`trace.id, trace.trace_no, trace.device_id, trace.sn, place.name as org_name, trace.kinds, trace.level,
  trace.packages, trace.pattern, trace.mode, trace.max_minutes, trace.max_mb, trace.reason, trace.state, trace.cause,
  trace.created_at, starter.user_name as created_by, trace.started_at, trace.last_at, trace.ended_at, trace.bytes,
  trace.lines, coalesce(trace.last_seq + 1, 0) - trace.chunks as gaps, trace.lost_lines,
  trace.sha256 is not null as is_filed, jsonb_array_length(trace.found) as crashes`

const joined = sql`join organization place on place.id = trace.org_id
  left join app_user starter on starter.id = trace.created_by`

/** Traces that the caller sees, the latest first. */
export async function pageTraces(
  ctx: Context,
  query: Query & { readonly total?: number; readonly after?: Pick<LogTrace, 'id'> },
): Promise<Page<LogTrace>> {
  const { pageNum, pageSize, after } = query
  const where = allOf(conditionsOf(ctx, query))
  const further = after ? sql<SqlBool>`trace.id < ${after.id}::uuid` : sql<SqlBool>`true`
  const { rows: list } = await sql<LogTrace>`with page as materialized (
      select trace.id from log_trace trace where ${where} and ${further}
      order by trace.id desc limit ${pageSize} offset ${after ? 0 : (pageNum - 1) * pageSize})
    select ${shown} from page join log_trace trace on trace.id = page.id ${joined} order by trace.id desc`.execute(
    ctx.db,
  )
  const total = query.total ?? toldBy(list, query) ?? (await countTraces(ctx, where))
  return { list, total: Math.min(total, countCap), capped: total > countCap, pageNum, pageSize }
}

async function countTraces({ db }: Context, where: Condition): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (
    select from log_trace trace where ${where} limit ${countCap + 1}) as matching`.execute(db)
  return rows[0]?.count ?? 0
}

function conditionsOf({ principal }: Context, filter: Query): Condition[] {
  const { deviceId, state, mode, orgId, from, to } = filter
  const conditions: Condition[] = [traceScope.rows(principal)]
  if (deviceId) conditions.push(sql<SqlBool>`trace.device_id = ${deviceId}`)
  if (state === 'OPEN')
    conditions.push(sql<SqlBool>`trace.state = any(${[...openTraceStates]}::text[])`)
  else if (state) conditions.push(sql<SqlBool>`trace.state = ${state}`)
  if (mode) conditions.push(sql<SqlBool>`trace.mode = ${mode}`)
  if (orgId)
    conditions.push(sql<SqlBool>`trace.org_id in (select below.id from organization below
      join organization above on below.path <@ above.path where above.id = ${orgId})`)
  if (from) conditions.push(sql<SqlBool>`trace.id >= uuid7_from(${from}::timestamptz)`)
  if (to) conditions.push(sql<SqlBool>`trace.id < uuid7_from(${to}::timestamptz)`)
  const prefix = (filter.sn ?? filter.keyword)?.trim().toUpperCase()
  if (prefix) conditions.push(beginsWith(sql`trace.sn`, prefix))
  return conditions
}

/** One trace that the caller sees. */
export async function findTrace(ctx: Context, id: string): Promise<LogTrace> {
  const { rows } = await sql<LogTrace>`select ${shown} from log_trace trace ${joined}
    where trace.id = ${id} and ${traceScope.rows(ctx.principal)}`.execute(ctx.db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

export interface StoredTrace {
  readonly id: string
  readonly sn: string
  readonly orgId: string
  readonly traceNo: string
  readonly isOver: boolean
  readonly sha256: Buffer | null
  readonly fileBytes: number | null
  readonly found: readonly FoundCrash[]
}

/** Traces that the caller sees, as they are kept; refuses where one of them is not his. */
export async function findKept(ctx: Context, ids: readonly string[]): Promise<StoredTrace[]> {
  const { rows } = await sql<StoredTrace>`select trace.id, trace.sn, trace.org_id, trace.trace_no,
      trace.ended_at is not null as is_over, trace.sha256, trace.file_bytes, trace.found
    from log_trace trace where trace.id = any(${[...ids]}::uuid[]) and ${traceScope.rows(ctx.principal)}
    order by trace.id`.execute(ctx.db)
  if (rows.length < new Set(ids).size) throw notFound()
  return rows
}
