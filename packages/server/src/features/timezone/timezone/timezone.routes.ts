import { codes, timezones, organizationConfigPath, timezonesPath } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { lifecycle } from '../../../kit/lifecycle.ts'
import type { Row } from '../../../kit/page.ts'
import { type Bin, recycleBin } from '../../../kit/recycleBin.ts'
import { keptWhileUsed, naming } from '../../../kit/references.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import { everyone, organizationsBy } from '../../../kit/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { countable } from '../../organization/index.ts'
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
])
const bin = withClock(naming(kept, [{ field: 'areaId', to: 'timezoneArea', scope: everyone }]))
const records = lifecycle(timezones, bin, { search: ['name', 'zoneId'], order: ['sort', 'name'] })

export const timezoneRoutes = serve(timezones, everyone, {
  ...records,
  page: async (request, ctx) => {
    refuseComputed(request.query.sortField)
    const page = await records.page(request, ctx)
    return { ...page, list: await shown(ctx, page.list) }
  },
  recyclePage: async (request, ctx) => {
    refuseComputed(request.query.sortField)
    const page = await records.recyclePage(request, ctx)
    return { ...page, list: await shown(ctx, page.list) }
  },
})

const computed: ReadonlySet<string> = new Set([
  'standardOffsetMinutes',
  'offsetMinutes',
  'isDaylightSaving',
  'nextChangeAt',
  'deviceCount',
])

/** What is not in the table cannot order the list. */
function refuseComputed(sortField: string | undefined): void {
  if (sortField && computed.has(sortField))
    throw new Refusal(codes.badRequest, 'refusal.unknownSort')
}

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

/** A bin of real time zones whose records show the clock as it is now. */
function withClock(plain: Bin): Bin {
  const clocked = async (row: Row, ctx: Context): Promise<Row> =>
    (await shown(ctx, [{ ...row, id: String(row['id']), zoneId: String(row['zoneId']) }]))[0] ?? row
  return {
    ...plain,
    find: async (ctx, id) => clocked(await plain.find(ctx, id), ctx),
    add: async (ctx, values) => clocked(await plain.add(ctx, requireZone(values)), ctx),
    async update(ctx, values) {
      const before = await plain.find(ctx, String(values['id']))
      const after = await plain.update(ctx, requireZone(values))
      if (after['zoneId'] !== before['zoneId']) await tellTerminals(ctx, String(after['id']))
      return clocked(after, ctx)
    },
  }
}

/** Terminals of organisations that have the zone keep another clock from now on. */
async function tellTerminals(ctx: Context, id: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from organization
    where timezone_id = ${id} and deleted_at is null`.execute(ctx.db)
  for (const { id } of rows) ctx.changed(organizationConfigPath, [id], [id])
}

function requireZone(values: Row): Row {
  if (!isTimezone(String(values['zoneId']))) throw fieldRefusal('zoneId', 'rule.timezone')
  return values
}
