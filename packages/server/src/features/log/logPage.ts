import { codes, countCap } from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import { allOf, type Condition, type Page } from '../../kit/page.ts'
import { Refusal } from '../../kit/refusal.ts'
import { everywhere, organizationsIn } from '../organization/index.ts'
import type { Span } from './span.rules.ts'

export interface LogPage<R> extends Omit<Page, 'list'>, Span {
  readonly list: R[]
}

interface Source {
  /** What the conditions speak of; its index on `at` keeps the order. */
  readonly table: string
  /** The rows as they are shown. */
  readonly view: string
  readonly span: Span
  readonly query: {
    readonly pageNum: number
    readonly pageSize: number
    /** Only `at`: what is written in the order of time is kept in no other. */
    readonly sortField?: string | undefined
    readonly sortOrder?: 'asc' | 'desc' | undefined
    readonly total?: number | undefined
    /** The last row of the page before, where the caller walks through all of them. */
    readonly after?: { readonly id: string; readonly at: string } | undefined
  }
}

/**
 * One page of a log. The latest that match are found first, by the log's own table and no further
 * than is counted or shown; only the page's own rows are joined to what they show.
 */
export async function logPage<R>(
  ctx: Context,
  { table, view, span, query }: Source,
  conditions: readonly Condition[],
): Promise<LogPage<R>> {
  const { pageNum, pageSize, sortField = 'at', sortOrder, total: known, after } = query
  if (sortField !== 'at') throw new Refusal(codes.badRequest, 'refusal.unknownSort')
  const isUp = sortOrder === 'asc'
  const order = isUp ? sql`at asc, id asc` : sql`at desc, id desc`
  const beyond = after ? [await isBeyond(ctx, { table, after, isUp })] : []
  const inSpan = sql<SqlBool>`at >= ${span.from} and at < ${span.to}`
  const offset = after ? 0 : (pageNum - 1) * pageSize
  const matching = sql`select at, id from ${sql.table(table)}
    where ${allOf([inSpan, ...beyond, ...conditions])} order by ${order}`
  const window = sql`limit ${pageSize} offset ${offset}`
  // Who knows how many there are has nothing counted: the page is all that is read.
  const found =
    known === undefined
      ? sql`found as materialized (${matching} limit ${Math.max(countCap + 1, offset + pageSize)}),
        page as materialized (select at, id from found order by ${order} ${window}),
        counted as (select count(*) as total from found)`
      : sql`page as materialized (${matching} ${window}), counted as (select ${known}::bigint as total)`
  // The span once more: other months are not even planned.
  const { rows } = await sql<R & { readonly counted: number; readonly id: string | null }>`
    with ${found}
    select row.*, counted.total as counted
    from counted left join (page join (select * from ${sql.table(view)} where ${inSpan}) as row using (at, id)) on true
    order by ${order}`.execute(ctx.db)
  const total = known ?? rows[0]?.counted ?? 0
  return {
    list: rows.filter(({ id }) => id !== null),
    total: Math.min(total, countCap),
    capped: total > countCap,
    pageNum,
    pageSize,
    ...span,
  }
}

interface Walked {
  readonly table: string
  readonly after: { readonly id: string; readonly at: string }
  readonly isUp: boolean
}

/** What comes after an entry, which shows its moment by the millisecond: the table knows it exactly. */
async function isBeyond({ db }: Context, { table, after, isUp }: Walked): Promise<Condition> {
  const { rows } = await sql<{ exact: string }>`select at::text as exact from ${sql.table(table)}
    where id = ${after.id} and at >= ${after.at}
      and at < ${after.at}::timestamptz + interval '1 millisecond'`.execute(db)
  const at = rows[0]?.exact ?? after.at
  return isUp
    ? sql<SqlBool>`(at, id) > (${at}::timestamptz, ${after.id}::uuid)`
    : sql<SqlBool>`(at, id) < (${at}::timestamptz, ${after.id}::uuid)`
}

/**
 * Entries of the organisations that the caller sees, and his own; those of nobody only for who sees
 * all. `of` says how an entry is told by its organisation.
 */
export async function visibleTo(
  ctx: Context,
  of: (inOrganizations: Condition) => RawBuilder<SqlBool>,
): Promise<Condition[]> {
  const { scope, userId } = ctx.principal
  if (scope.all) return []
  const rules = await Promise.all(scope.rules.map((rule) => organizationsIn(ctx, rule, undefined)))
  const own = scope.rules.some(({ isOwn }) => isOwn) ? [sql<SqlBool>`user_id = ${userId}`] : []
  const any = [...rules.map(of), ...own]
  return [any.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(any, sql` or `)})`]
}

/** The organisations of a subtree, as a condition on `org_id`. */
export const below = (ctx: Context, top: string): Promise<Condition> =>
  organizationsIn(ctx, everywhere, top)
