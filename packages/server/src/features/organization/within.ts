import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import { fewIds } from '../../kit/fewIds.ts'
import type { Condition } from '../../kit/page.ts'
import { placedIn, type ScopeRule } from '../../access/dataScope.ts'
import type { Scope } from '../../access/scope.ts'

/** Beyond so many organisations a list of their ids costs more than asking the tree for each row. */
const maxOrganizations = 1000

/** A rule that lets everything through. */
export const everywhere: ScopeRule = {
  isEverywhere: true,
  places: [],
  isOwn: false,
  vendorIds: [],
  modelIds: [],
}

type Asking = Pick<Context, 'db' | 'platform'>

/** The organisations of a rule, cut to a subtree, as a statement. */
function foundIn(rule: ScopeRule, top: string | undefined) {
  const below =
    top === undefined
      ? sql``
      : sql`and path <@ (select above.path from organization above where above.id = ${top})`
  return sql<{
    id: string
  }>`select id from organization where ${placedIn(rule, sql`organization.id`)} ${below}`
}

/** Some organisations, as a condition on a column. */
const named = (column: string, ids: readonly string[]): Condition =>
  sql<SqlBool>`${sql.ref(column)} = any(${[...ids]}::uuid[])`

/**
 * The organisations of a rule, cut to a subtree, as a condition on `org_id`: as a list of ids where
 * it is short, because then the planner knows how many rows to expect.
 */
export async function organizationsIn(
  ctx: Asking,
  rule: ScopeRule,
  top: string | undefined,
): Promise<Condition> {
  if (rule.isEverywhere && top === undefined) return sql<SqlBool>`true`
  const found = foundIn(rule, top)
  const ids = await fewIds(ctx, found, maxOrganizations)
  if (ids !== null) return named('orgId', ids)
  const mine = placedIn(rule, sql`organization.id`)
  const outside = await sql`select from organization where not ${mine} limit 1`.execute(ctx.db)
  if (top === undefined && outside.rows.length === 0) return sql<SqlBool>`true`
  // "is true" keeps it a hashed lookup on the way through the list; a join would sort the estate.
  return sql<SqlBool>`(org_id in (${found})) is true`
}

/** A subtree as a condition on a column of a view or join of many tables, whose rows no order finds. */
export async function organizationsBelow(
  ctx: Asking,
  column: string,
  top: string,
): Promise<Condition> {
  const found = foundIn(everywhere, top)
  const ids = await fewIds(ctx, found)
  return ids === null ? sql<SqlBool>`${sql.ref(column)} in (${found})` : named(column, ids)
}

/**
 * Whose rows a caller sees, as a scope says it, by the ids of his organisations where they are few. Of a view of
 * many tables they are found from these then; asked of the tree, all of them are read first, whoever looks.
 */
export async function seenRows(
  ctx: Asking & Pick<Context, 'principal'>,
  { rows, orgColumn }: Pick<Scope, 'rows' | 'orgColumn'>,
): Promise<Condition> {
  const { principal } = ctx
  if (principal.scope.all || orgColumn === null) return rows(principal)
  const places = new Map<ScopeRule, Condition>()
  for (const rule of principal.scope.rules.filter(({ isEverywhere }) => !isEverywhere)) {
    const ids = await fewIds(ctx, foundIn(rule, undefined))
    if (ids !== null) places.set(rule, named(orgColumn, ids))
  }
  return rows(principal, (rule) => places.get(rule) ?? placedIn(rule, sql.ref(orgColumn)))
}
