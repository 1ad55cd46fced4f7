import { timezones, organizationConfigPath, timezonesPath } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { lifecycle } from '../../../kit/lifecycle.ts'
import { recycleBin } from '../../../kit/recycleBin.ts'
import { keptWhileUsed, naming } from '../../../kit/references.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { everyone, organizationsBy } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { withCounts } from '../../../kit/withCounts.ts'
import { countable } from '../../organization/index.ts'
import { tellStations } from '../tellStations.ts'
import { clockOf, isTimezone } from './timezone.rules.ts'

const kept = keptWhileUsed(recycleBin(timezonesPath, 'timezone', everyone), [
  {
    table: 'timezoneArea',
    field: 'timezoneId',
    name: 'name',
    says: 'used.usualZone',
    scope: everyone,
  },
  {
    table: 'organization',
    field: 'timezoneId',
    name: 'name',
    says: 'used.organization',
    scope: organizationsBy('id'),
  },
  {
    table: 'station',
    field: 'timezoneId',
    name: 'name',
    says: 'used.station',
    scope: organizationsBy('orgId'),
  },
])
const named = naming(kept, [{ field: 'areaId', to: 'timezoneArea', scope: everyone }])
const bin = withCounts(ofRealZones(named), shown)

export const timezoneRoutes = serve(
  timezones,
  everyone,
  lifecycle(timezones, bin, {
    search: ['name', 'zoneId'],
    order: ['sort', 'name'],
    computed: [
      'standardOffsetMinutes',
      'offsetMinutes',
      'isDaylightSaving',
      'nextChangeAt',
      'deviceCount',
    ],
  }),
)

interface Zone {
  readonly id: string
  readonly zoneId: string
}

/** Time zones with their clocks as they are now, and the terminals in them that the caller sees. */
async function shown<R extends Zone>(ctx: Context, zones: readonly R[]) {
  const { source, mine } = countable(ctx.principal)
  const { rows } = await sql<{ id: string; count: number }>`select home.timezone_id as id,
      sum(tally.count)::integer as count
    from organization_zone as home join ${source} as tally on tally.org_id = home.org_id
    where home.timezone_id = any(${zones.map(({ id }) => id)}::uuid[]) and ${mine}
    group by 1`.execute(ctx.db)
  const counts = new Map(rows.map(({ id, count }) => [id, count]))
  return zones.map((zone) => ({
    ...zone,
    ...clockOf(zone.zoneId, ctx.now()),
    deviceCount: counts.get(zone.id) ?? 0,
  }))
}

/** A bin of time zones that there are. */
function ofRealZones(plain: typeof named): typeof named {
  return {
    ...plain,
    async add(ctx, values) {
      requireZone(values.zoneId)
      return plain.add(ctx, values)
    },
    async update(ctx, values) {
      const before = await plain.find(ctx, values.id)
      requireZone(values.zoneId ?? before.zoneId)
      const after = await plain.update(ctx, values)
      if (after.zoneId !== before.zoneId) await tellTerminals(ctx, after.id)
      return after
    },
  }
}

/** Terminals of organisations and at stations that have the zone keep another clock from now on. */
async function tellTerminals(ctx: Context, id: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from organization
    where timezone_id = ${id} and deleted_at is null`.execute(ctx.db)
  for (const { id } of rows) ctx.changed(organizationConfigPath, [id], [id])
  await tellStations(ctx, { zoneId: id })
}

function requireZone(zoneId: string): void {
  if (!isTimezone(zoneId)) throw fieldRefusal('zoneId', 'rule.timezone')
}
