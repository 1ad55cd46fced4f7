import type { MovePreview } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { organizationsBy } from '../../../access/scope.ts'
import { countable } from '../countable.ts'

export interface Move {
  readonly id: string
  readonly parentId: string
}

type Moved = Pick<MovePreview, 'organizations' | 'devices' | 'users'>

/** What of a subtree the caller sees move. */
export async function countMoved({ db, principal }: Context, { id }: Move): Promise<Moved> {
  const { source, mine } = countable(principal)
  const places = organizationsBy('below.id').rows(principal)
  const accounts = organizationsBy('account.orgId').rows(principal)
  const { rows } = await sql<Moved>`with subtree as materialized (
      select below.id, ${places} as is_mine
      from organization top join organization below on below.path <@ top.path
      where top.id = ${id} and below.deleted_at is null)
    select (select count(*)::integer from subtree where is_mine) as organizations,
      (select coalesce(sum(tally.count), 0)::integer from ${source} tally
        join subtree on subtree.id = tally.org_id where ${mine}) as devices,
      (select count(*)::integer from app_user account join subtree on subtree.id = account.org_id
        where account.deleted_at is null and ${accounts}) as users`.execute(db)
  return rows[0] ?? { organizations: 0, devices: 0, users: 0 }
}

interface Sight {
  readonly isLosing: boolean
  readonly count: number
  readonly names: string[]
}

/**
 * Users, of those whom the caller sees, whose scope covers the organisations above the one place
 * but not above the other. Whoever sees all, or the moved ones by name, sees them wherever they lie.
 */
export async function changesOfSight({ db, principal }: Context, { id, parentId }: Move) {
  const mine = organizationsBy('account.orgId').rows(principal)
  const { rows } = await sql<Sight>`with above as (
      select above.id, bool_or(place.id = ${id}) as is_old, bool_or(place.id = ${parentId}) as is_new
      from organization place join organization above on above.path @> place.path
      where place.id in (${id}, ${parentId}) and above.id <> ${id} group by above.id),
    candidate as (
      select account.id, account.user_name, account.org_id from app_user account
      where (account.org_id in (select above.id from above) or account.id in (${holdersAbove}))
        and not account.is_super_admin and is_usable(account) and ${mine}),
    held as (${scopesOfCandidates}),
    sight as (
      select candidate.user_name,
        bool_or(held.kind = 'ALL') or coalesce(bool_or(above.is_old), false) as saw,
        bool_or(held.kind = 'ALL') or coalesce(bool_or(above.is_new), false) as sees
      from candidate join held on held.user_id = candidate.id
        left join data_scope_organization chosen
          on chosen.scope_id = held.id and held.kind = 'CUSTOM' and chosen.with_below
        left join above on above.id = case held.kind
          when 'OWN_ORG_AND_BELOW' then candidate.org_id else chosen.org_id end
      group by candidate.id, candidate.user_name)
    select saw as is_losing, count(*)::integer as count,
      (array_agg(user_name order by user_name))[1:10] as names
    from sight where saw <> sees group by saw`.execute(db)
  const of = (isLosing: boolean) => {
    const found = rows.find((row) => row.isLosing === isLosing)
    return { count: found?.count ?? 0, names: found?.names ?? [] }
  }
  return { losing: of(true), gaining: of(false) }
}

/** Who holds a scope that names one of the organisations above. */
const holdersAbove = sql`select holder.user_id from data_scope_organization chosen
  join data_scope scope on scope.id = chosen.scope_id
  cross join lateral (select scope.user_id union all
    select held.user_id from user_role held where held.role_id = scope.role_id) holder
  where chosen.org_id in (select above.id from above)`

/** A user's own scope, or those of his roles. */
const scopesOfCandidates = sql`select candidate.id as user_id, scope.id, scope.kind from candidate
    join data_scope scope on scope.user_id = candidate.id
  union all
  select candidate.id, scope.id, scope.kind from candidate
    join user_role given on given.user_id = candidate.id
    join role on role.id = given.role_id and role.status = 1 and role.deleted_at is null
    join data_scope scope on scope.role_id = role.id
  where not exists (select from data_scope own where own.user_id = candidate.id)`

/** What a move is judged by. */
export interface MoveFacts {
  /** Levels down to the new parent. */
  readonly above: number
  /** Levels of what moves. */
  readonly height: number
  readonly isInside: boolean
  readonly isDisabled: boolean
  readonly isNameTaken: boolean
  /** A new organisation above whose quota what moves would break, and the quota. */
  readonly fullName: string | null
  readonly fullLimit: number | null
}

export async function factsOfMove({ db }: Context, { id, parentId }: Move): Promise<MoveFacts> {
  const { rows } = await sql<MoveFacts>`select nlevel(parent.path) as above,
      (select max(nlevel(below.path)) - nlevel(top.path) + 1 from organization below
        where below.path <@ top.path) as height,
      parent.path <@ top.path as is_inside, parent.status = 0 as is_disabled,
      exists (select from organization sibling where sibling.parent_id = parent.id
        and sibling.id <> top.id and sibling.deleted_at is null
        and lower(sibling.name) = lower(top.name)) as is_name_taken,
      full_one.name as full_name, full_one.device_quota as full_limit
    from organization top cross join organization parent
      left join lateral (
        select over.name, over.device_quota from organization over
        where over.path @> parent.path and not over.path @> top.path
          and over.device_quota < places_taken(over.id) + places_taken(top.id)
        order by over.device_quota limit 1) full_one on true
    where top.id = ${id} and parent.id = ${parentId}`.execute(db)
  const [facts] = rows
  if (!facts) throw new Error('both organisations were there a moment ago')
  return facts
}
