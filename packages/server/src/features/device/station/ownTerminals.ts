import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { deviceScope } from '../deviceScope.ts'

interface Station {
  readonly id: string
  readonly deviceCount: number | null
}

/**
 * Stations with the terminals that the caller sees there: those of an organisation above, or of other models,
 * may stand at one as well, and how many is nobody's business.
 */
export async function ownTerminals<R extends Station>(
  { db, principal }: Context,
  rows: readonly R[],
): Promise<R[]> {
  const busy = rows.flatMap(({ id, deviceCount }) => (deviceCount ? [id] : []))
  if (principal.scope.all || busy.length === 0) return [...rows]
  const { rows: found } = await sql<{ id: string; count: number }>`select station_id as id,
      count(*)::integer as count from device
    where station_id = any(${busy}::uuid[]) and deleted_at is null and ${deviceScope.rows(principal)}
    group by 1`.execute(db)
  const counts = new Map(found.map(({ id, count }) => [id, count]))
  return rows.map((row) => ({ ...row, deviceCount: counts.get(row.id) ?? 0 }))
}
