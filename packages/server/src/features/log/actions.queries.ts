import type { Action, ActKind, actionLog, ParsedOf } from '@muster/contract'
import { callsDoing } from '@muster/contract/acts'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import { anyContains, type Condition, contains } from '../../kit/page.ts'
import { sentenceOf } from '../../platform/acts.ts'
import { translate } from '../../platform/texts.ts'
import { begins, byUser, resultIs, targetNames } from './conditions.ts'
import { below, type LogPage, logPage, visibleTo } from './logPage.ts'
import { spanOf } from './span.rules.ts'

type Query = ParsedOf<(typeof actionLog)['page']>['query']
type Row = Omit<Action, 'sentence' | 'who'> & { readonly request: unknown }

/** What was accepted to be done in the background (202) was not refused. */
const isDone = sql<SqlBool>`code in (0, 200, 202)`
const isRefused = sql<SqlBool>`code not in (0, 200, 202)`

/** One page of the action log, the latest entries first. */
export async function actionPage(ctx: Context, query: Query): Promise<LogPage<Action>> {
  const { module, act, target, orgId, userName, ip, keyword, client } = query
  const span = spanOf(query, ctx.now())
  const source = { table: 'action_log', view: 'action_log_row', span, query }
  const page = await logPage<Row>(ctx, source, [
    ...(await visibleTo(ctx, (seen) => seen)),
    ...byUser({ ip }),
    // Whoever looked on as somebody did it, too.
    ...(userName ? [await byPeople(ctx, userName)] : []),
    ...(keyword ? [await anywhere(ctx, keyword)] : []),
    ...resultIs(query.result, isDone, isRefused),
    ...(module ? [begins('permission', `${module.toUpperCase()}_`)] : []),
    ...(act ? [did(act)] : []),
    ...(target ? [await byTarget(ctx, target)] : []),
    ...(orgId ? [await below(ctx, orgId)] : []),
    // As a word of the statement: its index knows those of clients alone.
    ...(client ? [sql<SqlBool>`client_kind = ${sql.lit(client)}`] : []),
  ])
  return { ...page, list: page.list.map((row) => inWords(ctx, row)) }
}

/** What such a thing was done by; an index finds the paths, and few paths are called in two ways. */
function did(act: ActKind): Condition {
  const calls = callsDoing(act)
  const paths = calls.map(({ path }) => path)
  const keys = calls.map(({ method, path }) => `${method} ${path}`)
  return sql<SqlBool>`(path = any(${paths}::text[]) and method || ' ' || path = any(${keys}::text[]))`
}

/** An entry as the log's view answers it. */
interface Entry extends Pick<Action, 'method' | 'path' | 'userName' | 'clientKind'> {
  readonly request?: unknown
}

/** The entry with who did what, in the words of the reader's language. */
export const inWords = <E extends Entry>({ language }: Context, entry: E) => ({
  ...entry,
  who: whoOf(language, entry),
  sentence: sentenceOf(language, entry, entry.request),
})

function whoOf(language: string, { userName, clientKind }: Entry): string {
  // A client is kept by what it is and its name.
  if (clientKind === 'CLIENT')
    return translate(language, 'log.clientNamed', { name: userName.replace(/^client:/, '') })
  return userName || translate(language, 'log.nobody')
}

/** More names than this are not sought one by one: then entries that match are not far apart. */
const mostNames = 5000

/** All names of the log that contain the text, in any case; null: too many. */
async function namesLike({ db }: Context, text: string): Promise<string[] | null> {
  const isLike = contains('name', text)
  const { rows } = await sql<{ name: string }>`select name from action_name where ${isLike}
    union select name from action_name_new where ${isLike} limit ${mostNames + 1}`.execute(db)
  return rows.length > mostNames ? null : rows.map(({ name }) => name)
}

interface Sought {
  readonly text: string
  readonly names: readonly string[] | null
}

/** Who did it, or looked on as somebody else did. */
const actedBy = ({ text, names }: Sought): Condition =>
  names
    ? sql<SqlBool>`(user_name = any(${names}::text[]) or impersonator_name = any(${names}::text[]))`
    : anyContains(['userName', 'impersonatorName'], text)

const isNamed = ({ text, names }: Sought): Condition =>
  names
    ? sql<SqlBool>`${targetNames} && ${names}::text[]`
    : contains(sql`array_to_string(${targetNames}, E'\\n')`, text)

async function byPeople(ctx: Context, text: string): Promise<Condition> {
  return actedBy({ text, names: await namesLike(ctx, text) })
}

/** What was changed or who changed it is named so, or the call has this number. */
async function anywhere(ctx: Context, text: string): Promise<Condition> {
  const sought = { text, names: await namesLike(ctx, text) }
  const any = [await targetIs(ctx, sought), actedBy(sought), sql<SqlBool>`request_id = ${text}`]
  return sql<SqlBool>`(${sql.join(any, sql` or `)})`
}

async function byTarget(ctx: Context, text: string): Promise<Condition> {
  return targetIs(ctx, { text, names: await namesLike(ctx, text) })
}

/**
 * What was changed: by its whole id, else by a part of its name, or all of what it is known by, which
 * also finds it among many that were changed at once.
 */
async function targetIs({ db }: Context, sought: Sought): Promise<Condition> {
  const { text } = sought
  const isId = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(text)
  if (isId) return sql<SqlBool>`target_ids @> array[${text.toLowerCase()}]`
  const { rows } = await sql<{ id: string }>`select id from device where sn = ${text.toUpperCase()}
    union all select id from app_user where lower(user_name) = lower(${text})
    union all select id from organization where lower(code) = lower(${text}) and deleted_at is null`.execute(
    db,
  )
  if (rows.length === 0) return isNamed(sought)
  const ids = rows.map(({ id }) => id)
  return sql<SqlBool>`(target_ids && ${ids}::text[] or ${isNamed(sought)})`
}
