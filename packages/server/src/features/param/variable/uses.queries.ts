import { countCap } from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { mayCall } from '../../../access/principal.ts'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'

const scope = organizationsBy('orgId')

/** Uses that one answer names. */
export const mostUses = 1000

/** Conditions on what the caller sees of assignments and of templates. */
function seenBy({ principal }: Pick<Context, 'principal'>) {
  const rows = (permission: 'PARAM_LIST' | 'PARAM_TEMPLATE_LIST') =>
    mayCall(principal, permission) ? scope.rows(principal) : sql<SqlBool>`false`
  return { assignments: rows('PARAM_LIST'), templates: rows('PARAM_TEMPLATE_LIST') }
}

/** Values in force that name a variable. */
export const naming = (key: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`said.to_rev is null and said.keys <> '{}' and said.keys @> array[${key}]`

/** Values in force of a parameter. */
export const ofPid = (pid: string): RawBuilder<unknown> =>
  sql`said.to_rev is null and said.pid = ${pid}`

/** Values of assignments, of those that the caller sees: whose they are, and of which parameter. */
export const valuesSeen = (ctx: Context, which: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select own.id, seen.pid, coalesce(device.sn, device_group.name, station.name, place.name) as target
    from (select said.owner_id, said.pid from param_value said
        where ${which} and ${ownedBySeen(ctx)} limit ${mostUses}) seen
      join param_assignment own on own.id = seen.owner_id
      join organization place on place.id = own.org_id
      left join device on device.id = own.device_id
      left join device_group on device_group.id = own.group_id
      left join station on station.id = own.station_id)`

/** Templates whose revisions say such values, of those that the caller sees. */
export const templatesSeen = (ctx: Context, which: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select own.id, own.name, own.code, own.org_name from (
      -- From the revisions, which are few: most values are of assignments.
      select distinct rev.template_id from param_template_rev rev
      where exists (select from param_value said where said.owner_id = rev.id and ${which})) used
    cross join lateral (
      select id, name, code, (select place.name from organization place where place.id = param_template.org_id) as org_name
      from param_template where id = used.template_id and deleted_at is null and ${seenBy(ctx).templates}) own
    limit ${mostUses})`

/** How many values of assignments the caller sees; no more than one beyond the cap are counted. */
export const countValues = (ctx: Context, which: RawBuilder<unknown>): RawBuilder<number> =>
  countWhere(which, ownedBySeen(ctx))

const ownedBySeen = (ctx: Context): RawBuilder<unknown> =>
  sql`exists (select from param_assignment where param_assignment.id = said.owner_id
    and deleted_at is null and ${seenBy(ctx).assignments})`

/** How many he does not see. */
export const countBeyond = (ctx: Context, which: RawBuilder<unknown>): RawBuilder<number> =>
  countWhere(
    which,
    sql`exists (select from param_assignment where param_assignment.id = said.owner_id
    and deleted_at is null and (${seenBy(ctx).assignments}) is not true)`,
  )

const countWhere = (which: RawBuilder<unknown>, owned: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select count(*)::integer from (
    select from param_value said where ${which} and ${owned} limit ${countCap + 1}) as counted)`
