import type { OrganizationOverview } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { organizationsBy } from '../../../access/scope.ts'
import { countable } from '../countable.ts'
import { takesPlace } from '../organization.queries.ts'
import { countsAt, livesAt, totalPlaces } from '../totals.ts'

const organizations = organizationsBy('below.id')
const users = organizationsBy('account.orgId')
const devices = organizationsBy('device.orgId', {
  vendor: 'device.vendorId',
  model: 'device.modelId',
})

type Counts = Pick<OrganizationOverview, 'online' | 'users' | 'below'>

/** What the caller sees of a subtree: its organisations, users, and terminals that are connected. */
export async function countSubtree(ctx: Context, id: string): Promise<Counts> {
  const { db, principal } = ctx
  const places = await totalPlaces(ctx, id)
  const online = places
    ? sql`(select coalesce(sum(count), 0)::integer from ${countsAt(places)} as counted
        where measure = 'ONLINE')`
    : sql`(select count(*)::integer from device_online online
        join device on device.id = online.device_id join subtree on subtree.id = device.org_id
        where device.deleted_at is null and ${devices.rows(principal)})`
  const { rows } = await sql<Counts>`with subtree as materialized (
      select below.id, ${organizations.rows(principal)} as is_mine
      from organization top join organization below on below.path <@ top.path
      where top.id = ${id} and below.deleted_at is null)
    select (select count(*)::integer from subtree where is_mine and subtree.id <> ${id}) as below,
      (select count(*)::integer from app_user account join subtree on subtree.id = account.org_id
        where account.deleted_at is null and ${users.rows(principal)}) as users,
      ${online} as online`.execute(db)
  return rows[0] ?? { online: 0, users: 0, below: 0 }
}

/** Terminals of a subtree that take a place of its quota, as far as the caller sees them. */
export async function countPlaces(ctx: Context, id: string): Promise<number> {
  const { db, principal } = ctx
  const totals = await totalPlaces(ctx, id)
  const { source, mine } = countable(principal)
  const tally = totals
    ? livesAt(totals)
    : sql`(select tally.* from organization top join organization below on below.path <@ top.path
        join ${source} tally on tally.org_id = below.id where top.id = ${id} and ${mine})`
  const { rows } = await sql<{
    places: number
  }>`select coalesce(sum(tally.count), 0)::integer as places
    from ${tally} as tally where ${takesPlace}`.execute(db)
  return rows[0]?.places ?? 0
}

/** The organisations above one, the highest first; those out of the caller's sight are left out. */
export async function findAbove({ db, principal }: Context, id: string) {
  const mine = organizationsBy('above.id').rows(principal)
  const { rows } = await sql<{ id: string; name: string }>`select above.id, above.name
    from organization place join organization above on above.path @> place.path
    where place.id = ${id} and above.id <> ${id} and ${mine} order by nlevel(above.path)`.execute(
    db,
  )
  return rows
}
