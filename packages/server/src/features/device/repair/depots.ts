import type { ParsedOf, ReplyOf, repairs } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { allOf, anyContains, equals } from '../../../kit/page.ts'

type Query = ParsedOf<(typeof repairs)['depots']>['query']

/** What makes a station one that terminals are mended at. */
export const isDepot = sql<SqlBool>`deleted_at is null and type = 'DEPOT'`

/** Enabled depots that the caller sees, or the one that a ticket already names. */
export async function listDepots(
  ctx: Context,
  { id, keyword }: Query,
): Promise<ReplyOf<typeof repairs.depots>> {
  const conditions = [
    isDepot,
    organizationsBy('orgId').rows(ctx.principal),
    id ? equals('id', id) : equals('status', 1),
    ...(keyword?.trim() ? [anyContains(['name', 'code'], keyword.trim())] : []),
  ]
  const { rows } = await sql<ReplyOf<typeof repairs.depots>[number]>`select id, name, code
    from station as row where ${allOf(conditions)} order by name limit 1000`.execute(ctx.db)
  return rows
}
