import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import type { Condition } from '../../kit/page.ts'
import { placedIn, type ScopeRule } from '../../access/dataScope.ts'
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

/**
 * The organisations of a rule, cut to a subtree, as a condition on `org_id`: as a list of ids where
 * it is short, because then the planner knows how many rows to expect.
 */
export async function organizationsIn(
  ctx: Pick<Context, 'db' | 'platform'>,
  rule: ScopeRule,
  top: string | undefined,
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
    return sql<SqlBool>`org_id = any(${rows.map(({ id }) => id)}::uuid[])`
  const outside = await sql`select from organization where not ${mine} limit 1`.execute(ctx.db)
  if (top === undefined && outside.rows.length === 0) return sql<SqlBool>`true`
  // "is true" keeps it a hashed lookup on the way through the list; a join would sort the estate.
  return sql<SqlBool>`(org_id in (${found})) is true`
}
