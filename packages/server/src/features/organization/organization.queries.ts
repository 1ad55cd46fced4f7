import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import { organizationsBy } from '../../access/scope.ts'

/** Whether the caller sees everything, or the organisation that another one lies under. */
export async function seesParent(ctx: Context, parentId: string | null): Promise<boolean> {
  if (ctx.principal.scope.all) return true
  if (parentId === null) return false
  const mine = organizationsBy('id').rows(ctx.principal)
  const { rows } = await sql`select from organization where id = ${parentId} and ${mine}`.execute(
    ctx.db,
  )
  return rows.length > 0
}

/** The smallest quota of an organisation and those above it; null where none has one. */
export async function quotaFrom(ctx: Context, id: string | null): Promise<number | null> {
  if (id === null) return null
  const { rows } = await sql<{ least: number | null }>`select min(above.device_quota) as least
    from organization place join organization above on above.path @> place.path
    where place.id = ${id}`.execute(ctx.db)
  return rows[0]?.least ?? null
}

/** Of a row named `tally`: what is in stock, scrapped or replaced takes no place of a quota. */
export const takesPlace = sql<SqlBool>`tally.lifecycle in ('ASSIGNED', 'ACTIVE', 'SUSPENDED', 'REPAIR', 'LOST')`

/** Terminals in a subtree that take a place, whoever sees them. */
export async function placesIn(ctx: Context, id: string | null): Promise<number> {
  const { rows } = await sql<{ used: number }>`select places_taken(${id}) as used`.execute(ctx.db)
  return rows[0]?.used ?? 0
}

/** What the quotas of an organisation and those above it leave for one of its children; null: no limit. */
export async function roomFor(
  ctx: Context,
  { parentId, id }: { readonly parentId: string | null; readonly id: string | null },
): Promise<number | null> {
  const { rows } = await sql<{
    room: number | null
  }>`select min(over.device_quota - places_taken(over.id)
      + case when top.path <@ over.path then places_taken(top.id) else 0 end)::integer as room
    from organization place join organization over on over.path @> place.path
      left join organization top on top.id = ${id}
    where place.id = ${parentId} and over.device_quota is not null`.execute(ctx.db)
  return rows[0]?.room ?? null
}

export interface FullOrganization {
  readonly name: string
  readonly limit: number
}

/** An organisation that has more terminals than its quota, among some and those above them; null where none has. */
export async function overQuota(
  ctx: Context,
  ids: readonly string[],
): Promise<FullOrganization | null> {
  await holdPlaces(ctx, ids)
  const { rows } = await sql<FullOrganization>`select name, quota as limit
    from full_organization(${[...ids]}::uuid[])`.execute(ctx.db)
  return rows[0] ?? null
}

/**
 * Takes the locks of the quotas above some organisations, so that two terminals cannot take the
 * last place both. Whoever writes terminals there takes them before: locks of rows come after.
 */
export async function holdPlaces({ db }: Context, orgIds: readonly string[]): Promise<void> {
  await sql`select hold_places(${[...new Set(orgIds)]}::uuid[])`.execute(db)
}

/** A user of one of some organisations. */
export async function userOf(ctx: Context, ids: readonly string[]): Promise<string | null> {
  const user = await ctx.db
    .selectFrom('appUser')
    .select('userName')
    .where('orgId', 'in', [...ids])
    .limit(1)
    .executeTakeFirst()
  return user?.userName ?? null
}
