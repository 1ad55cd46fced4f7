import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/refusal.ts'
import { deviceScope } from '../deviceScope.ts'

export interface Chosen {
  readonly id: string
  readonly sn: string
  readonly orgId: string
  readonly version: number
}

/**
 * These terminals of the caller's, which stay where they are until the commit: none leaves the branch of
 * a group while it joins it. Locked in the order in which everybody locks them.
 */
export async function holdChosen(ctx: Context, ids: readonly string[]): Promise<Chosen[]> {
  const { rows } =
    await sql<Chosen>`with held as materialized (select id, sn, org_id, version from device
      where id = any(${[...ids]}::uuid[]) and deleted_at is null and ${deviceScope.rows(ctx.principal)}
      order by id for share)
    select * from held order by sn`.execute(ctx.db)
  if (rows.length < new Set(ids).size) throw notFound()
  return rows
}
