import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import type { Condition } from '../../kit/page.ts'
import { placedIn, type ScopeRule } from '../../access/dataScope.ts'
import type { Scope } from '../../access/scope.ts'
import { prepared } from '../../platform/prepared.ts'

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

/**
 * The organisations of a rule, cut to a subtree, as a condition on `org_id`: as a list of ids where
 * it is short, because then the planner knows how many rows to expect.
 */
export const organizationsIn = (
  ctx: Asking,
  rule: ScopeRule,
  top: string | undefined,
): Promise<Condition> => organizationsBeside(ctx, rule, { top, column: 'orgId' })

interface Beside {
  /** What names an organisation. */
  readonly column: string
  readonly top: string | undefined
}

/** The same of another column, as where tables that each have one are joined. */
export async function organizationsBeside(
  ctx: Asking,
  rule: ScopeRule,
  { column, top }: Beside,
): Promise<Condition> {
  if (rule.isEverywhere && top === undefined) return sql<SqlBool>`true`
  const mine = placedIn(rule, sql`organization.id`)
  const below =
    top === undefined
      ? sql``
      : sql`and path <@ (select above.path from organization above where above.id = ${top})`
  const found = sql<{ id: string }>`select id from organization where ${mine} ${below}`
  const rows = await prepared(ctx, sql<{ id: string }>`${found} limit ${maxOrganizations + 1}`)
  if (rows.length <= maxOrganizations)
    return sql<SqlBool>`${sql.ref(column)} = any(${rows.map(({ id }) => id)}::uuid[])`
  const outside = await sql`select from organization where not ${mine} limit 1`.execute(ctx.db)
  if (top === undefined && outside.rows.length === 0) return sql<SqlBool>`true`
  // "is true" keeps it a hashed lookup on the way through the list; a join would sort the estate.
  return sql<SqlBool>`(${sql.ref(column)} in (${found})) is true`
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
  for (const rule of principal.scope.rules)
    places.set(rule, await organizationsBeside(ctx, rule, { top: undefined, column: orgColumn }))
  return rows(principal, (rule) => places.get(rule) ?? sql<SqlBool>`false`)
}
