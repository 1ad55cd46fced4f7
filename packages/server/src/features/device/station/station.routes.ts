import { businessHours, stations, stationsPath } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import * as z from 'zod/mini'
import { everyone, organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { lifecycle } from '../../../kit/lifecycle.ts'
import type { NewRecord, StoredRow } from '../../../kit/record.ts'
import { recycleBin } from '../../../kit/recycleBin.ts'
import { keptWhileUsed, naming, type Use } from '../../../kit/references.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { serve } from '../../../kit/serve.ts'
import { withCounts } from '../../../kit/withCounts.ts'
import { translate } from '../../../platform/texts.ts'
import { storedAttributes } from '../attributes.rules.ts'
import { deviceScope } from '../deviceScope.ts'
import { bindHandlers } from './bind.routes.ts'
import { geocode } from './geocode/geocode.ts'
import { geofenceHandlers } from './geofence.routes.ts'
import { mergeHandlers } from './merge.routes.ts'
import { moveImpact } from './moveImpact.ts'
import { qrHandlers } from './qr.routes.ts'
import {
  hasOwnMismatch,
  hasOwnTerminals,
  ownlyTerminals,
  withOwnTerminals,
} from './ownTerminals.ts'
import { outOfLine } from './station.queries.ts'
import { attributesFaultOf, type Fault, hoursFaultOf, placeFaultOf } from './station.rules.ts'
import { stationScope } from './stationScope.ts'

/** What is at a station, or for it: it goes before its station does, which would take along what is for it. */
export const stationUses: readonly Use[] = [
  { table: 'device', field: 'stationId', name: 'sn', says: 'used.device', scope: deviceScope },
  {
    table: 'paramAssignment',
    field: 'stationId',
    name: 'name',
    says: 'used.param',
    scope: stationScope,
  },
  {
    table: 'globalParam',
    field: 'stationId',
    name: 'key',
    says: 'used.variable',
    scope: stationScope,
  },
]
const kept = keptWhileUsed(recycleBin(stationsPath, 'station', stationScope), stationUses)
const named = naming(kept, [
  { field: 'orgId', to: 'organization', scope: organizationsBy('id') },
  { field: 'areaId', to: 'timezoneArea', scope: everyone },
  { field: 'timezoneId', to: 'timezone', scope: everyone },
])
const bin = withCounts(
  withStationRules(named),
  async (ctx, rows) => withOwnTerminals(ctx, await withCategories(ctx, rows)),
  ownlyTerminals,
)
const records = lifecycle(stations, bin, {
  search: ['name', 'code', 'merchantName', 'mid'],
  order: ['name'],
  computed: ['businessHours', 'attributes', 'categories', 'categoryIds'],
  filters: {
    categoryId: (id) => sql<SqlBool>`(category_ids = '{}' or category_ids @> array[${id}::uuid])`,
    hasDevices: hasOwnTerminals,
    mismatch: hasOwnMismatch,
  },
})

export const stationRoutes = serve(stations, stationScope, {
  ...records,
  ...bindHandlers,
  moveImpact: ({ params: { id }, body }, ctx) => moveImpact(ctx, { id, ...body }),
  geocode: ({ body }, ctx) => geocode(ctx, body),
  ...mergeHandlers(bin),
  ...geofenceHandlers,
  ...qrHandlers,
})

/** A bin whose stations have a whole place, sensible hours, and terminals of their own branch. */
function withStationRules(plain: typeof named): typeof named {
  return {
    ...plain,
    async add(ctx, values) {
      requireSense(ctx, values)
      await requireCategories(ctx, values)
      await requireZone(ctx, values)
      return plain.add(ctx, storedAttributes(values))
    },
    async update(ctx, values) {
      requireSense(ctx, values)
      const before = await plain.find(ctx, values.id)
      await requireCategories(ctx, values, before.categoryIds)
      await requireZone(ctx, { ...before, ...values })
      if (before.fenceKind === 'CIRCLE' && (values.latitude ?? null) === null)
        throw fieldRefusal('latitude', 'station.fenceNeedsPlace')
      const after = await plain.update(ctx, storedAttributes(values))
      if (after.orgId !== before.orgId) await requireInLine(ctx, after)
      return after
    },
  }
}

type Kinds = Pick<NewRecord<'station'>, 'categoryIds'>

/** Those that it did not name before are there, and stay until this is written. */
async function requireCategories(
  ctx: Context,
  { categoryIds = [] }: Kinds,
  before: readonly string[] = [],
): Promise<void> {
  const ids = [...new Set(categoryIds)].filter((id) => !before.includes(id))
  if (ids.length === 0) return
  const { rows } = await sql`select from category where id = any(${ids}::uuid[])
    and deleted_at is null order by id for share`.execute(ctx.db)
  if (rows.length < ids.length) throw fieldRefusal('categoryIds', 'rule.unknownRecord')
}

/** Each with the names of its kinds of terminals. */
async function withCategories(ctx: Context, rows: readonly StoredRow<'station'>[]) {
  const ids = [...new Set(rows.flatMap(({ categoryIds }) => categoryIds))]
  const { rows: known } =
    ids.length === 0
      ? { rows: [] }
      : await sql<{ id: string; name: string }>`select id, name from category
          where id = any(${ids}::uuid[]) order by name`.execute(ctx.db)
  return rows.map((row) => ({
    ...row,
    categories: known.filter(({ id }) => row.categoryIds.includes(id)),
  }))
}

interface Said {
  readonly latitude?: number | null | undefined
  readonly longitude?: number | null | undefined
  readonly businessHours?: unknown
  readonly attributes?: unknown
}

function requireSense(ctx: Context, values: Said): void {
  const hours = businessHours().safeParse(values.businessHours).data ?? null
  const fault = placeFaultOf(values) ?? hoursFaultOf(hours) ?? attributesFaultOf(values.attributes)
  if (fault) throw refusalOf(ctx, fault)
}

const hasSchedule = (fence: unknown): boolean =>
  z.looseObject({ schedule: z.looseObject({}) }).safeParse(fence).success

interface Where {
  readonly businessHours?: unknown
  readonly fence?: unknown
  readonly timezoneId?: string | null | undefined
  readonly areaId?: string | undefined
}

/** Hours, its own and its fence's, are by the clock of the station, or of the area that it lies in. */
async function requireZone(ctx: Context, { businessHours, fence, timezoneId, areaId }: Where) {
  const hasHours = Boolean(businessHours)
  if ((!hasHours && !hasSchedule(fence)) || timezoneId) return
  const area = await ctx.db
    .selectFrom('timezoneArea')
    .select('timezoneId')
    .where('id', '=', areaId ?? null)
    .executeTakeFirst()
  const key = hasHours ? 'station.hoursNeedZone' : 'station.fenceNeedsZone'
  if (!area?.timezoneId) throw fieldRefusal('timezoneId', key)
}

function refusalOf({ language }: Context, { field, key, day, date, name }: Fault) {
  const params = {
    ...(day && { day: translate(language, day) }),
    ...(date && { date }),
    ...(name && { name }),
  }
  return fieldRefusal(field, key, params)
}

/** Its terminals are of its organisation, or of one above or below it. */
async function requireInLine(ctx: Context, { id, orgId }: { id: string; orgId: string }) {
  const odd = await outOfLine(ctx, [id], orgId)
  if (!odd) return
  const key = odd.isSeen ? 'station.terminalElsewhere' : 'station.unseenElsewhere'
  throw fieldRefusal('orgId', key, { name: odd.sn })
}
