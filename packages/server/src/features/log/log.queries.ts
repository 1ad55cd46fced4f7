import {
  type ActionDetail,
  type ClientError,
  type ClientErrorDetail,
  type clientErrorLog,
  type ParsedOf,
  type SignInEntry,
  type signInLog,
} from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import { contains, equals } from '../../kit/page.ts'
import { organizationsBy, type Scope } from '../../access/scope.ts'
import { inWords } from './actions.queries.ts'
import { byUser, keywordIn, resultIs } from './conditions.ts'
import { type LogPage, logPage, visibleTo } from './logPage.ts'
import { spanOf } from './span.rules.ts'

type SignInQuery = ParsedOf<(typeof signInLog)['page']>['query']
type ErrorQuery = ParsedOf<(typeof clientErrorLog)['page']>['query']

/** Entries of the organisations that the caller sees, and his own; those of nobody only for who sees all. */
export const logScope: Scope = organizationsBy('orgId', { creator: 'userId' })

const isSignedIn = sql<SqlBool>`result = 'SUCCESS'`
const isNot = sql<SqlBool>`result <> 'SUCCESS'`

/** One page of the sign-in log, the latest first. */
export async function signInPage(ctx: Context, query: SignInQuery): Promise<LogPage<SignInEntry>> {
  const span = spanOf(query, ctx.now())
  // An entry lies where its user does.
  const visible = await visibleTo(
    ctx,
    (seen) => sql<SqlBool>`user_id in (select id from app_user where ${seen})`,
  )
  return logPage(ctx, { table: 'sign_in_log', view: 'sign_in_log_row', span, query }, [
    ...visible,
    ...byUser(query),
    ...keywordIn(query, ['userName', 'ip', 'userAgent']),
    ...resultIs(query.result, isSignedIn, isNot),
  ])
}

/** One page of the errors that consoles have met, the latest first. */
export async function clientErrorPage(
  ctx: Context,
  query: ErrorQuery,
): Promise<LogPage<ClientError>> {
  const { shortId, message } = query
  const span = spanOf(query, ctx.now())
  return logPage(ctx, { table: 'client_error', view: 'client_error_row', span, query }, [
    ...(await visibleTo(ctx, (seen) => seen)),
    ...byUser(query),
    ...keywordIn(query, ['userName', 'message', 'route']),
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

type Found = Omit<ActionDetail, 'seal' | 'sentence' | 'who'> & {
  readonly isWhole: boolean
  readonly xact: string
}

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
  return {
    ...inWords(ctx, entry),
    seal: { state: entry.isWhole ? kept : 'changed', seq, sealedAt },
  }
}
