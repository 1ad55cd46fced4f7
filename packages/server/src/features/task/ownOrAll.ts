import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import type { Condition } from '../../kit/page.ts'
import { organizationsBy } from '../../kit/scope.ts'

/** Rows that the caller asked for himself; with the right `code` also those of the organisations he sees. */
export function ownOrAll(ctx: Context, code: 'ASYNCTASK_ALL' | 'FILE_ALL'): Condition {
  const own = sql<SqlBool>`created_by_id = ${ctx.principal.userId}`
  const { isSuperAdmin, permissions } = ctx.principal
  if (!isSuperAdmin && !permissions.has(code)) return own
  return sql<SqlBool>`(${own} or ${organizationsBy('orgId').rows(ctx.principal)})`
}
