import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import type { Condition } from '../../kit/page.ts'
import { withinReach } from '../../access/reach.ts'
import { organizationsBy } from '../../access/scope.ts'

/**
 * Rows that the caller asked for himself; with the right `code` also those of the organisations he
 * sees, where whoever asked for them saw no more than he does.
 */
export async function ownOrAll(
  ctx: Context,
  code: 'ASYNCTASK_ALL' | 'FILE_ALL',
): Promise<Condition> {
  const own = sql<SqlBool>`created_by_id = ${ctx.principal.userId}`
  const { isSuperAdmin, permissions } = ctx.principal
  if (!isSuperAdmin && !permissions.has(code)) return own
  const placed = organizationsBy('orgId').rows(ctx.principal)
  return sql<SqlBool>`(${own} or (${placed} and ${await withinReach(ctx)}))`
}
