import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import type { Condition } from '../../kit/page.ts'
import { withinReach } from '../../access/reach.ts'
import { organizationsBy } from '../../access/scope.ts'

/**
 * Rows that the caller asked for himself; with the right `code` also those of the organisations he
 * sees, where whoever asked for them saw no more than he does, and where he holds the right that is
 * kept with them. Those that `needsRight` names are for their makers alone where none is kept.
 */
export async function ownOrAll(ctx: Context, { code, needsRight }: All): Promise<Condition> {
  const own = sql<SqlBool>`created_by_id = ${ctx.principal.userId}`
  const { isSuperAdmin, permissions } = ctx.principal
  if (!isSuperAdmin && !permissions.has(code)) return own
  const placed = organizationsBy('orgId').rows(ctx.principal)
  const granted = isSuperAdmin
    ? sql<SqlBool>`true`
    : sql<SqlBool>`coalesce(permission = any(${[...permissions]}::text[]), not ${needsRight})`
  return sql<SqlBool>`(${own} or (${placed} and ${granted} and ${await withinReach(ctx)}))`
}

interface All {
  readonly code: 'ASYNCTASK_ALL' | 'FILE_ALL'
  readonly needsRight: Condition
}
