import {
  countCap,
  type FoundCrash,
  type LogFile,
  type logFiles,
  logKinds,
  type ParsedOf,
} from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { allOf, type Condition, type Page } from '../../../kit/page.ts'
import { toldBy } from '../../../kit/pageOrder.ts'
import { notFound } from '../../../kit/refusal.ts'
import { handedScope, idsBySerial, isOfTerminals, itemScope } from '../../device/index.ts'
import { organizationsBelow, seenRows } from '../../organization/index.ts'
import { parameter } from '../../system/parameter/index.ts'
import { isInState, isListed, logFileState } from './fileState.ts'

type Query = ParsedOf<typeof logFiles.page>['query']
type Filter = Omit<Query, 'pageNum' | 'pageSize'>

/** What a walk over all pages knows of the page before. */
interface Walked {
  readonly total?: number
  readonly after?: Pick<LogFile, 'id'>
}

/** What conditions are said over. */
const source = sql`push_item item join device on device.id = item.device_id
  left join push on push.id = item.push_id
  left join handed_file handed on handed.item_id = item.id
  left join log_rule_push pulled on pulled.push_id = item.push_id`

const args = sql`coalesce(item.args, push.args, '{}')`
const allKinds = JSON.stringify(logKinds)
const types = sql`coalesce(${args} -> 'types', ${allKinds}::jsonb)`
const trigger = sql`case when pulled.push_id is null then 'USER' when pulled.condition = 'CRASH' then 'CRASH'
  else 'RULE' end`

/** The same as conditions, by which the tasks of rules are found and not sought. */
const triggeredBy = {
  USER: sql<SqlBool>`pulled.push_id is null`,
  RULE: sql<SqlBool>`(pulled.push_id is not null and pulled.condition is distinct from 'CRASH')`,
  CRASH: sql<SqlBool>`pulled.condition = 'CRASH'`,
} as const

const shown = (
  keepDays: number,
) => sql`item.id, item.device_id, device.sn, model.name as model_name,
  place.name as org_name, nullif(handed.name, '') as name, ${types} as types, ${args} ->> 'from' as "from",
  ${args} ->> 'to' as "to", case when handed.state <> 'OPEN' then handed.bytes end as bytes, handed.lines,
  ${trigger} as trigger, rule.name as rule_name, asker.user_name as requested_by, item.created_at as requested_at,
  ${logFileState} as state,
  case when handed.state = 'OPEN' and item.ended_at is null then (100 * handed.received / handed.bytes)::integer end as percent,
  item.code, jsonb_array_length(coalesce(handed.found, '[]')) as crashes, coalesce(handed.packages, '{}') as packages,
  handed.stored_at, case when handed.state = 'STORED' then greatest(handed.keep_until,
    handed.created_at + make_interval(days => ${keepDays})) end as expires_at, item.push_id`

/** Logs that the caller sees, the latest first. */
export async function pageLogFiles(ctx: Context, query: Query & Walked): Promise<Page<LogFile>> {
  const { pageNum, pageSize, after } = query
  const where = allOf(await conditionsOf(ctx, query))
  // A file of all of them goes on from its last row: no page is found by counting off those before.
  const further = after ? sql<SqlBool>`item.id < ${after.id}::uuid` : sql<SqlBool>`true`
  const skipped = after ? 0 : (pageNum - 1) * pageSize
  const list = await readRows(
    ctx,
    sql`select item.id from ${source} where ${where} and ${further}
    order by item.id desc limit ${pageSize} offset ${skipped}`,
  )
  const total = query.total ?? toldBy(list, query) ?? (await countLogFiles(ctx, where))
  return {
    list,
    total: Math.min(total, countCap),
    capped: total > countCap,
    pageNum,
    pageSize,
  }
}

async function readRows(ctx: Context, ids: ReturnType<typeof sql>): Promise<LogFile[]> {
  const keepDays = await parameter(ctx.db, 'log.device.keepDays')
  const { rows } = await sql<LogFile>`with page as materialized (${ids})
    select ${shown(keepDays)} from page join ${source} on item.id = page.id
      join organization place on place.id = device.org_id join model on model.id = device.model_id
      left join log_rule rule on rule.id = pulled.rule_id
      left join app_user asker on asker.id = item.created_by and pulled.push_id is null
    order by item.id desc`.execute(ctx.db)
  return rows
}

async function countLogFiles({ db }: Context, where: Condition): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (
    select from ${source} where ${where} limit ${countCap + 1}) as matching`.execute(db)
  return rows[0]?.count ?? 0
}

/** Whose logs a caller sees: of terminals that he sees, as far as they were handed in where he looks. */
const visible = async (ctx: Context): Promise<Condition[]> => [
  isListed,
  await seenRows(ctx, itemScope),
  sql<SqlBool>`(handed.item_id is null or ${handedScope.rows(ctx.principal)})`,
]

async function conditionsOf(ctx: Context, filter: Filter): Promise<Condition[]> {
  const { deviceId, type, trigger: by, state, orgId, modelId, crash, from, to } = filter
  const conditions = await visible(ctx)
  if (deviceId) conditions.push(sql<SqlBool>`item.device_id = ${deviceId}`)
  if (type) conditions.push(sql<SqlBool>`jsonb_exists(${types}, ${type})`)
  if (by) conditions.push(triggeredBy[by])
  if (state) conditions.push(isInState(state))
  if (orgId) conditions.push(await organizationsBelow(ctx, 'device.orgId', orgId))
  if (modelId) conditions.push(sql<SqlBool>`device.model_id = ${modelId}`)
  if (filter.package) conditions.push(sql<SqlBool>`${filter.package} = any(handed.packages)`)
  if (crash)
    conditions.push(sql<SqlBool>`(coalesce(handed.packages, '{}') <> '{}') = ${crash === '1'}`)
  if (from) conditions.push(sql<SqlBool>`item.id >= uuid7_from(${from}::timestamptz)`)
  if (to) conditions.push(sql<SqlBool>`item.id < uuid7_from(${to}::timestamptz)`)
  const prefix = (filter.sn ?? filter.keyword)?.trim()
  if (prefix) conditions.push(isOfTerminals(await idsBySerial(ctx, prefix), 'item.deviceId'))
  return conditions
}

/** One log that the caller sees. */
export async function findLogFile(ctx: Context, id: string): Promise<LogFile> {
  const one = allOf([...(await visible(ctx)), sql<SqlBool>`item.id = ${id}`])
  const [row] = await readRows(ctx, sql`select item.id from ${source} where ${one}`)
  if (!row) throw notFound()
  return row
}

export interface StoredLog {
  readonly id: string
  readonly sn: string
  readonly name: string
  readonly bytes: number
  readonly sha256: Buffer
  readonly found: readonly FoundCrash[]
}

/** Logs that are there, of those that the caller may read; refuses where one of them is not. */
export async function findStored(ctx: Context, ids: readonly string[]): Promise<StoredLog[]> {
  const some = allOf([...(await visible(ctx)), sql<SqlBool>`item.id = any(${[...ids]}::uuid[])`])
  const { rows } =
    await sql<StoredLog>`select item.id, device.sn, handed.name, handed.bytes, handed.sha256,
      handed.found from ${source} where ${some} and handed.state = 'STORED' order by item.id`.execute(
      ctx.db,
    )
  if (rows.length < new Set(ids).size) throw notFound()
  return rows
}

export interface LockedLog {
  readonly id: string
  readonly deviceId: string
  readonly orgId: string
  readonly sn: string
  readonly isOver: boolean
  readonly sha256: Buffer | null
}

/** Logs that the caller sees, whose files nobody else changes until the commit. */
export async function lockLogs(ctx: Context, ids: readonly string[]): Promise<LockedLog[]> {
  const named = [...ids]
  await sql`select from handed_file where item_id = any(${named}::uuid[]) order by item_id for update`.execute(
    ctx.db,
  )
  const some = allOf([...(await visible(ctx)), sql<SqlBool>`item.id = any(${named}::uuid[])`])
  const { rows } = await sql<LockedLog>`select item.id, item.device_id, device.org_id, device.sn,
      item.ended_at is not null as is_over,
      case when handed.state = 'STORED' then handed.sha256 end as sha256
    from ${source} where ${some} order by item.id`.execute(ctx.db)
  if (rows.length < new Set(ids).size) throw notFound()
  return rows
}
