import {
  type Action,
  type ActionDetail,
  type actionLog,
  type ClientError,
  type ClientErrorDetail,
  type clientErrorLog,
  countCap,
  type ParsedOf,
  type SignInEntry,
  type signInLog,
} from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import { allOf, anyContains, type Condition, contains, equals, type Page } from '../../kit/page.ts'
import { organizationsBy, type Scope } from '../../kit/scope.ts'

type ActionQuery = ParsedOf<(typeof actionLog)['page']>['query']
type SignInQuery = ParsedOf<(typeof signInLog)['page']>['query']
type ErrorQuery = ParsedOf<(typeof clientErrorLog)['page']>['query']
type PageOf<R> = Omit<Page, 'list'> & { readonly list: R[] }
type Span = { readonly from?: string | undefined; readonly to?: string | undefined }

/** Entries of the organisations that the caller sees; those of nobody only for who sees all. */
export const logScope: Scope = organizationsBy('orgId')

const isDone = sql<SqlBool>`code in (0, 200)`
const isSignedIn = sql<SqlBool>`result = 'SUCCESS'`

/** One page of the action log, the latest entries first. */
export function actionPage(ctx: Context, query: ActionQuery): Promise<PageOf<Action>> {
  const { module, target, orgId, userName, ...asked } = query
  return logPage<Action>(ctx, { view: 'action_log_row', query }, [
    ...common(ctx, asked),
    // Whoever looked on as somebody did it, too.
    ...(userName ? [anyContains(['userName', 'impersonatorName'], userName)] : []),
    ...keyword(query, ['userName', 'impersonatorName', 'targetName', 'requestId']),
    ...resultIs(query.result, isDone),
    ...(module ? [sql<SqlBool>`permission like ${`${module.toUpperCase()}\\_%`}`] : []),
    ...(target ? [targets(target)] : []),
    ...(orgId ? [below(orgId)] : []),
  ])
}

/** One page of the sign-in log, the latest first. */
export function signInPage(ctx: Context, query: SignInQuery): Promise<PageOf<SignInEntry>> {
  return logPage<SignInEntry>(ctx, { view: 'sign_in_log_row', query }, [
    ...common(ctx, query),
    ...keyword(query, ['userName', 'ip', 'userAgent']),
    ...resultIs(query.result, isSignedIn),
  ])
}

/** One page of the errors that consoles have met, the latest first. */
export function clientErrorPage(ctx: Context, query: ErrorQuery): Promise<PageOf<ClientError>> {
  const { shortId, message } = query
  return logPage<ClientError>(ctx, { view: 'client_error_row', query }, [
    ...common(ctx, query),
    ...keyword(query, ['userName', 'message', 'route']),
    ...(shortId ? [equals('shortId', shortId.toUpperCase())] : []),
    ...(message ? [contains('message', message)] : []),
  ])
}

/** One reported error with its stack; undefined when the caller may not see it. */
export async function findClientError(
  ctx: Context,
  id: string,
): Promise<ClientErrorDetail | undefined> {
  const { rows } = await sql<ClientErrorDetail>`select row.* from client_error_row as row
    where row.id = ${id} and ${logScope.rows(ctx.principal)}`.execute(ctx.db)
  return rows[0]
}

type Wanted = Span & { readonly userName?: string | undefined; readonly ip?: string | undefined }

function common(ctx: Context, { from, to, userName, ip }: Wanted): Condition[] {
  return [
    logScope.rows(ctx.principal),
    ...(from ? [sql<SqlBool>`at >= ${from}`] : []),
    ...(to ? [sql<SqlBool>`at < ${to}`] : []),
    ...(userName ? [contains('userName', userName)] : []),
    ...(ip ? [sql<SqlBool>`ip like ${`${ip.replace(/[\\%_]/g, '\\$&')}%`}`] : []),
  ]
}

const keyword = (
  { keyword: text }: { keyword?: string | undefined },
  columns: readonly string[],
) => (text ? [anyContains(columns, text)] : [])

const resultIs = (result: 'done' | 'refused' | undefined, isGood: Condition): Condition[] => {
  if (result === undefined) return []
  return [result === 'done' ? isGood : sql<SqlBool>`not ${isGood}`]
}

/** What was changed: by its whole id, else by a part of its name. */
function targets(target: string): Condition {
  const isId = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(target)
  return isId ? sql<SqlBool>`target_ids @> array[${target}]` : contains('targetName', target)
}

const below = (orgId: string): Condition =>
  sql<SqlBool>`org_id in (select found.id from organization as found where found.path <@
    (select above.path from organization as above where above.id = ${orgId}))`

interface Source {
  readonly view: string
  readonly query: Pick<ActionQuery, 'pageNum' | 'pageSize' | 'sortOrder'>
}

/** Partitions and the index on `at` are read backwards: no sorting, and no further than the page. */
async function logPage<R>(
  ctx: Context,
  { view, query: { pageNum, pageSize, sortOrder } }: Source,
  conditions: readonly Condition[],
): Promise<PageOf<R>> {
  const where = allOf(conditions)
  const direction = sortOrder === 'asc' ? sql`asc` : sql`desc`
  const { rows: list } = await sql<R>`select * from ${sql.table(view)} as row where ${where}
    order by at ${direction}, id ${direction} limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(
    ctx.db,
  )
  const counted = await sql<{ total: number }>`select count(*) as total from
    (select 1 from ${sql.table(view)} as row where ${where} limit ${countCap + 1}) as matching`.execute(
    ctx.db,
  )
  const total = counted.rows[0]?.total ?? 0
  return { list, total: Math.min(total, countCap), capped: total > countCap, pageNum, pageSize }
}

type Found = Omit<ActionDetail, 'seal'> & { readonly isWhole: boolean; readonly xact: string }

/** One entry and where it stands in the chain; undefined when the caller may not see it. */
export async function findAction(
  ctx: Context,
  { id, at }: { id: string; at: string },
): Promise<ActionDetail | undefined> {
  const { rows } = await sql<Found>`select row.*, row.xact::text as xact,
      (select log.hash = action_log_hash(log) from action_log as log
        where log.id = row.id and log.at = row.at) as is_whole
    from action_log_row as row
    where id = ${id} and at = ${at} and ${logScope.rows(ctx.principal)}`.execute(ctx.db)
  const entry = rows[0]
  if (!entry) return undefined
  const sealed = await sql<{ seq: number; sealedAt: string }>`select seq, sealed_at from action_seal
    where from_xact <= ${entry.xact}::xid8 and to_xact > ${entry.xact}::xid8`.execute(ctx.db)
  const { seq = null, sealedAt = null } = sealed.rows[0] ?? {}
  const kept = seq === null ? 'waiting' : 'sealed'
  return { ...entry, seal: { state: entry.isWhole ? kept : 'changed', seq, sealedAt } }
}
