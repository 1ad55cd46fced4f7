import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { deviceScope } from '../deviceScope.ts'

/** What says of which other record it came, or to which it led. */
interface Referring {
  readonly refKind: string | null
  readonly refId: string | null
  readonly refNo: string | null
}

/**
 * Names the other terminal, of a swap or one that an accessory left, to those who see it. One that is gone belongs to
 * nobody any more: it is named to who sees all.
 */
export async function withoutHiddenTerminals<R extends Referring>(
  { db, principal }: Context,
  rows: readonly R[],
): Promise<R[]> {
  const ids = rows.flatMap(({ refKind, refId }) => (refKind === 'DEVICE' && refId ? [refId] : []))
  if (principal.scope.all || ids.length === 0) return [...rows]
  const { rows: shown } = await sql<{ id: string }>`select id from device
    where id = any(${ids}::uuid[]) and ${deviceScope.rows(principal)}`.execute(db)
  const seen = new Set(shown.map(({ id }) => id))
  return rows.map((row) =>
    row.refKind !== 'DEVICE' || (row.refId !== null && seen.has(row.refId))
      ? row
      : { ...row, refKind: null, refId: null, refNo: null },
  )
}
