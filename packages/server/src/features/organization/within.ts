import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import type { Condition } from '../../kit/page.ts'
import { placedIn, type ScopeRule } from '../../access/dataScope.ts'
import type { Scope } from '../../access/scope.ts'
import { prepared } from '../../platform/prepared.ts'

/** Beyond so many organisations a list of their ids costs more than asking the tree for each row. */
const maxOrganizations = 1000
/** Up to so many rows of a view of many tables are found from their ids: they are told the planner at each place. */
const fewOrganizations = 100

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

type Found = ReturnType<typeof foundIn>

/** A condition that names each of the organisations found; null where they are more. */
async function named(
  ctx: Asking,
  found: Found,
  { column, most }: { column: string; most: number },
) {
  const rows = await prepared(ctx, sql<{ id: string }>`${found} limit ${most + 1}`)
  if (rows.length > most) return null
  return sql<SqlBool>`${sql.ref(column)} = any(${rows.map(({ id }) => id)}::uuid[])`
}

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
  const few = await named(ctx, found, { column: 'orgId', most: maxOrganizations })
  if (few !== null) return few
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
  const few = await named(ctx, found, { column, most: fewOrganizations })
  return few ?? sql<SqlBool>`${sql.ref(column)} in (${found})`
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
    const found = foundIn(rule, undefined)
    const few = await named(ctx, found, { column: orgColumn, most: fewOrganizations })
    if (few !== null) places.set(rule, few)
  }
  return rows(principal, (rule) => places.get(rule) ?? placedIn(rule, sql.ref(orgColumn)))
}
