import { type RawBuilder, sql } from 'kysely'
import { prepared } from '../platform/prepared.ts'
import type { Context } from './context.ts'

/**
 * The ids that a statement finds; null where they are more than `most`. A condition that names them tells the planner
 * which rows are meant: of a view of many tables it would join what finds them last, behind all rows.
 */
export async function fewIds(
  ctx: Pick<Context, 'db' | 'platform'>,
  found: RawBuilder<{ id: string }>,
  most = 100,
): Promise<string[] | null> {
  const rows = await prepared(ctx, sql<{ id: string }>`${found} limit ${most + 1}`)
  return rows.length > most ? null : rows.map(({ id }) => id)
}
