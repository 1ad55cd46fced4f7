import type { deviceLog, DeviceLogEntry, ParsedOf } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { allOf, type Condition, contains, equals } from '../../../kit/page.ts'
import { notFound } from '../../../kit/refusal.ts'
import { idsBySerial, isOfTerminals } from '../estate/bySerial.queries.ts'
import { below, type LogPage, logPage, spanOf } from '../../log/index.ts'
import { withoutHiddenTerminals } from './hiddenTerminals.queries.ts'

type Query = ParsedOf<(typeof deviceLog)['page']>['query']
type Row = Omit<DeviceLogEntry, 'otherOrgName'>

/** What says which other organisation belongs to it. */
interface Told {
  readonly code: string
  readonly data: DeviceLogEntry['data']
}

/** Entries belong to where their terminal was then: history stays with whose it was. */
export const deviceLogScope = organizationsBy('orgId', { vendor: 'vendorId', model: 'modelId' })

/** Days that a look at one terminal spans where it names no beginning. */
const daysOfOne = 92

/** People whom a part of a name may mean. */
const mostMeant = 1000

/** One page of the log, the latest first. */
export async function deviceLogPage(ctx: Context, query: Query): Promise<LogPage<DeviceLogEntry>> {
  const span = spanOf(query, ctx.now(), query.deviceId === undefined ? undefined : daysOfOne)
  const source = { table: 'device_event', view: 'device_log_row', span, query }
  const page = await logPage<Row>(ctx, source, await conditionsOf(ctx, query))
  return { ...page, list: await asSeen(ctx, page.list) }
}

/** What else entries speak of, as far as the caller sees it. */
const asSeen = async (ctx: Context, rows: readonly Row[]): Promise<DeviceLogEntry[]> =>
  withoutHiddenTerminals(ctx, await withOtherOrganizations(ctx, rows))

async function conditionsOf(ctx: Context, query: Query): Promise<Condition[]> {
  const { deviceId, kind, source, orgId, userName } = query
  const sn = (query.sn ?? query.keyword)?.trim()
  return [
    deviceLogScope.rows(ctx.principal),
    ...(deviceId ? [equals('deviceId', deviceId)] : []),
    ...(kind ? [equals('kind', kind)] : []),
    ...(source ? [equals('source', source)] : []),
    ...(orgId ? [await below(ctx, orgId)] : []),
    ...(sn ? [await ofSerial(ctx, sn)] : []),
    ...(userName ? [await byOperator(ctx, userName)] : []),
  ]
}

/** Of terminals that are there by the index of their numbers; of one that is gone by its whole number. */
export async function ofSerial(ctx: Context, sn: string): Promise<Condition> {
  const isMeant = isOfTerminals(await idsBySerial(ctx, sn))
  return sql<SqlBool>`(${isMeant} or sn = ${sn.toUpperCase()})`
}

async function byOperator({ db }: Context, name: string): Promise<Condition> {
  const { rows } = await sql<{ id: string }>`select id from app_user
    where ${contains('userName', name)} limit ${mostMeant}`.execute(db)
  return sql<SqlBool>`user_id = any(${rows.map(({ id }) => id)}::uuid[])`
}

/** One entry that the caller sees. */
export async function findLogEntry(
  ctx: Context,
  { id, at }: { readonly id: string; readonly at: string },
): Promise<DeviceLogEntry> {
  const { rows } = await sql<Row>`select * from device_log_row as row
    where ${allOf([equals('id', id), isAt(at), deviceLogScope.rows(ctx.principal)])}`.execute(
    ctx.db,
  )
  const [entry] = await asSeen(ctx, rows)
  if (!entry) throw notFound()
  return entry
}

/** A moment as it is shown: the table knows it more exactly. */
export const isAt = (at: string): Condition =>
  sql<SqlBool>`at >= ${at} and at < ${at}::timestamptz + interval '1 millisecond'`

/** Names the other organisation of a move to those who may see it. */
export async function withOtherOrganizations<R extends Told>(
  ctx: Context,
  rows: readonly R[],
): Promise<(R & { otherOrgName: string | null })[]> {
  const otherOf = ({ code, data }: R) =>
    code === 'MOVED_IN' || code === 'MOVED_OUT' ? String(data.orgId) : null
  const ids = [...new Set(rows.flatMap((row) => otherOf(row) ?? []))]
  const { rows: named } =
    ids.length === 0
      ? { rows: [] }
      : await sql<{ id: string; name: string }>`select id, name from organization
          where id = any(${ids}::uuid[]) and ${organizationsBy('id').rows(ctx.principal)}`.execute(
          ctx.db,
        )
  const names = new Map(named.map(({ id, name }) => [id, name]))
  return rows.map((row) => ({ ...row, otherOrgName: names.get(otherOf(row) ?? '') ?? null }))
}
