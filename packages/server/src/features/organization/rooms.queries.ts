import { sql } from 'kysely'
import type { Context } from '../../kit/context.ts'

/** A limit on the terminals of a subtree, and how many of them are taken. */
export interface Quota {
  readonly id: string
  readonly name: string
  readonly limit: number
  readonly used: number
}

/** States in which a terminal takes a place: in stock, scrapped or replaced it does not. */
const placed = ['ASSIGNED', 'ACTIVE', 'SUSPENDED', 'REPAIR', 'LOST']

export const takesPlace = (lifecycle: string): boolean => placed.includes(lifecycle)

/**
 * The quotas that terminals of some organisations fall under, by organisation. Who lets terminals in
 * by them holds the places before, so that two imports cannot take the last place both.
 */
export async function quotasOver(
  ctx: Context,
  orgIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Quota[]>> {
  const limited = sql`select place.id as org_id, above.id, above.name, above.device_quota
    from organization place join organization above on above.path @> place.path
    where place.id = any(${[...new Set(orgIds)]}::uuid[]) and above.device_quota is not null`
  const { rows } = await sql<Quota & { orgId: string }>`with limited as (${limited}),
      used as (select quota.id, places_taken(quota.id) as used from (select distinct id from limited) quota)
    select limited.org_id, limited.id, limited.name, limited.device_quota as limit, used.used
    from limited join used on used.id = limited.id`.execute(ctx.db)
  return Map.groupBy(rows, ({ orgId }) => orgId)
}
