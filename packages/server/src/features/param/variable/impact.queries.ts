import { sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { deviceScope } from '../../device/index.ts'
import { countBelow } from '../../organization/index.ts'
import { targetOf } from './variable.rules.ts'
import type { Target } from './resolve.rules.ts'

const scopes = {
  ORG: { field: 'orgId', table: 'organization', scope: organizationsBy('id') },
  STATION: { field: 'stationId', table: 'station', scope: organizationsBy('orgId') },
  DEVICE: { field: 'deviceId', table: 'device', scope: deviceScope },
} as const

/** Refuses a target that the caller does not see, or the platform to whom does not see all of it. */
async function requireSeen(ctx: Context, target: Target): Promise<void> {
  if (target.level === 'PLATFORM') {
    if (!ctx.principal.scope.all) throw fieldRefusal('level', 'variable.platformOnly')
    return
  }
  const { field, table, scope } = scopes[target.level]
  if (target[field] === null) throw fieldRefusal(field, 'rule.required')
  const { rows } = await sql`select from ${sql.table(table)} where id = ${target[field]}
    and deleted_at is null and ${scope.rows(ctx.principal)}`.execute(ctx.db)
  if (rows.length === 0) throw fieldRefusal(field, 'rule.unknownRecord')
}

/**
 * How many terminals a variable of a target is for: all of them, by the counts that are kept, less those for
 * which something nearer says otherwise. What it costs is the number of those that do, not the estate.
 */
export async function countInheriting(
  ctx: Context,
  given: Target & { readonly key: string },
): Promise<number> {
  const target = targetOf(given)
  await requireSeen(ctx, target)
  if (target.level === 'DEVICE') return 1
  const nearer = { ...target, key: given.key }
  if (target.level === 'STATION') {
    const { rows } = await sql<{ count: number }>`select (select coalesce(sum(count), 0)
        from station_tally where station_id = ${target.stationId})::integer
      - ${countDevices(nearer, [])} as count`.execute(ctx.db)
    return Math.max(0, rows[0]?.count ?? 0)
  }
  const covered = await organizationsWithOwn(ctx, nearer)
  const places = [target.orgId, ...covered].map((orgId, at) => ({
    id: orgId ?? everywhere,
    orgId,
    modelId: null,
    at,
  }))
  const counts = await countBelow(ctx, places)
  const { rows } = await sql<{
    count: number
  }>`select ${countDevices(nearer, covered)} as count`.execute(ctx.db)
  const less = covered.reduce((sum, id) => sum + (counts.get(id) ?? 0), rows[0]?.count ?? 0)
  return Math.max(0, (counts.get(target.orgId ?? everywhere) ?? 0) - less)
}

/** Stands for the root in a list of places. */
const everywhere = '00000000-0000-0000-0000-000000000000'

type Asked = Target & { readonly key: string }

const isLive = ({ key, appId }: Asked) => sql`v.key = ${key} and v.deleted_at is null
  and v.status = 1 and (v.app_id is null or v.app_id = ${appId}::uuid)`

/** The topmost organisations below that say something of their own. */
async function organizationsWithOwn({ db }: Context, asked: Asked): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`with own as (
      select distinct place.id, place.path from global_param v join organization place on place.id = v.org_id
      where v.level = 'ORG' and ${isLive(asked)} and v.org_id is distinct from ${asked.orgId}::uuid
        and (${asked.orgId}::uuid is null
          or place.path <@ (select path from organization where id = ${asked.orgId})))
    select id from own where not exists (
      select from own above where above.path @> own.path and above.id <> own.id)`.execute(db)
  return rows.map(({ id }) => id)
}

/** Terminals outside of some subtrees for which their station, or they themselves, say otherwise. */
const countDevices = (asked: Asked, covered: readonly string[]) => sql`(select count(*)::integer
  from (
    select device.id, device.org_id from global_param v join device on device.id = v.device_id
      where v.level = 'DEVICE' and ${isLive(asked)} and device.deleted_at is null
        and (${asked.stationId}::uuid is null or device.station_id = ${asked.stationId})
    union
    select device.id, device.org_id from global_param v join device on device.station_id = v.station_id
      where v.level = 'STATION' and ${isLive(asked)} and device.deleted_at is null
        and ${asked.stationId}::uuid is null
  ) as own join organization place on place.id = own.org_id
  where (${asked.orgId}::uuid is null
      or place.path <@ (select path from organization where id = ${asked.orgId}))
    and not exists (select from organization top where top.id = any(${[...covered]}::uuid[])
      and place.path <@ top.path))`
