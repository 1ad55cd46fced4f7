import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { Home } from '../../../access/rights.ts'

/** The organisation of a role, from which its "own" is measured; null for a shipped one. */
export async function homeOfRole(ctx: Context, id: string): Promise<Home | null> {
  const { rows } = await sql<{ orgId: string; orgPath: string }>`
    select role.org_id, place.path::text as org_path
    from role join organization place on place.id = role.org_id where role.id = ${id}`.execute(
    ctx.db,
  )
  return rows[0] ? { ...rows[0], vendorId: null } : null
}
