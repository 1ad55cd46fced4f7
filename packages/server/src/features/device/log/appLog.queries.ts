import type { appLog, AppLogEntry, ParsedOf } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { allOf, beginsWith, type Condition, equals } from '../../../kit/page.ts'
import { notFound } from '../../../kit/refusal.ts'
import { below, type LogPage, logPage, spanOf } from '../../log/index.ts'
import { deviceLogScope, isAt, ofSerial } from './log.queries.ts'

type Query = ParsedOf<(typeof appLog)['page']>['query']

/** One page of what was done with applications, the latest first. */
export async function appLogPage(ctx: Context, query: Query): Promise<LogPage<AppLogEntry>> {
  const source = {
    table: 'device_app_event',
    view: 'app_log_row',
    span: spanOf(query, ctx.now()),
    query,
  }
  return logPage<AppLogEntry>(ctx, source, await conditionsOf(ctx, query))
}

async function conditionsOf(ctx: Context, query: Query): Promise<Condition[]> {
  const { deviceId, appId, version, versionCode, orgId, vendorId, modelId } = query
  const { kind, trigger, result, code } = query
  const sn = (query.sn ?? query.keyword)?.trim()
  return [
    deviceLogScope.rows(ctx.principal),
    ...(deviceId ? [equals('deviceId', deviceId)] : []),
    ...(sn ? [await ofSerial(ctx, sn)] : []),
    ...(appId
      ? [sql<SqlBool>`package = (select app.package from app where app.id = ${appId})`]
      : []),
    ...(query.package ? [beginsWith(sql`package collate "C"`, query.package)] : []),
    ...(version ? [sql<SqlBool>`(to_name = ${version} or to_code::text = ${version})`] : []),
    ...(versionCode === undefined ? [] : [equals('toCode', versionCode)]),
    ...(orgId ? [await below(ctx, orgId)] : []),
    ...(vendorId ? [equals('vendorId', vendorId)] : []),
    ...(modelId ? [equals('modelId', modelId)] : []),
    ...(kind ? [equals('kind', kind)] : []),
    ...(trigger ? [equals('trigger', trigger)] : []),
    ...(result ? [result === 'failed' ? isFailed : sql<SqlBool>`not ${isFailed}`] : []),
    ...(code ? [equals('code', code.toUpperCase())] : []),
  ]
}

const isFailed = sql<SqlBool>`(kind in ('INSTALL_FAILED', 'REMOVE_FAILED'))`

/** One entry that the caller sees. */
export async function findAppEntry(
  ctx: Context,
  { id, at }: { readonly id: string; readonly at: string },
): Promise<AppLogEntry> {
  const { rows } = await sql<AppLogEntry>`select * from app_log_row as row
    where ${allOf([equals('id', id), isAt(at), deviceLogScope.rows(ctx.principal)])}`.execute(
    ctx.db,
  )
  if (!rows[0]) throw notFound()
  return rows[0]
}
