import { businessHours, stations, stationsPath } from '@muster/contract'
import { everyone, organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { lifecycle } from '../../../kit/lifecycle.ts'
import { recycleBin } from '../../../kit/recycleBin.ts'
import { keptWhileUsed, naming } from '../../../kit/references.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { serve } from '../../../kit/serve.ts'
import { translate } from '../../../platform/texts.ts'
import { deviceScope } from '../deviceScope.ts'
import { bindHandlers } from './bind.routes.ts'
import { geofenceHandlers } from './geofence.routes.ts'
import { mergeHandlers } from './merge.routes.ts'
import { moveImpact } from './moveImpact.ts'
import { qrHandlers } from './qr.routes.ts'
import { outOfLine } from './station.queries.ts'
import { type Fault, hoursFaultOf, placeFaultOf } from './station.rules.ts'
import { stationScope } from './stationScope.ts'

const kept = keptWhileUsed(recycleBin(stationsPath, 'station', stationScope), [
  { table: 'device', field: 'stationId', name: 'sn', says: 'used.device', scope: deviceScope },
])
const named = naming(kept, [
  { field: 'orgId', to: 'organization', scope: organizationsBy('id') },
  { field: 'areaId', to: 'timezoneArea', scope: everyone },
  { field: 'timezoneId', to: 'timezone', scope: everyone },
])
const bin = withStationRules(named)
const records = lifecycle(stations, bin, {
  search: ['name', 'code', 'merchantName', 'mid'],
  order: ['name'],
  computed: ['businessHours'],
})

export const stationRoutes = serve(stations, stationScope, {
  ...records,
  ...bindHandlers,
  moveImpact: ({ params: { id }, body }, ctx) => moveImpact(ctx, { id, ...body }),
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
      await requireZone(ctx, values)
      return plain.add(ctx, values)
    },
    async update(ctx, values) {
      requireSense(ctx, values)
      const before = await plain.find(ctx, values.id)
      await requireZone(ctx, { ...before, ...values })
      if (before.fenceKind === 'CIRCLE' && (values.latitude ?? null) === null)
        throw fieldRefusal('latitude', 'station.fenceNeedsPlace')
      const after = await plain.update(ctx, values)
      if (after.orgId !== before.orgId) await requireInLine(ctx, after)
      return after
    },
  }
}

interface Said {
  readonly latitude?: number | null | undefined
  readonly longitude?: number | null | undefined
  readonly businessHours?: unknown
}

function requireSense(ctx: Context, values: Said): void {
  const hours = businessHours.safeParse(values.businessHours).data ?? null
  const fault = placeFaultOf(values) ?? hoursFaultOf(hours)
  if (fault) throw refusalOf(ctx, fault)
}

interface Where {
  readonly businessHours?: unknown
  readonly timezoneId?: string | null | undefined
  readonly areaId?: string | undefined
}

/** Hours and holidays are by the clock of the station, or of the area that it lies in. */
async function requireZone(ctx: Context, { businessHours, timezoneId, areaId }: Where) {
  if (!businessHours || timezoneId) return
  const area = await ctx.db
    .selectFrom('timezoneArea')
    .select('timezoneId')
    .where('id', '=', areaId ?? null)
    .executeTakeFirst()
  if (!area?.timezoneId) throw fieldRefusal('timezoneId', 'station.hoursNeedZone')
}

function refusalOf({ language }: Context, { field, key, day, date }: Fault) {
  const params = { ...(day && { day: translate(language, day) }), ...(date && { date }) }
  return fieldRefusal(field, key, params)
}

/** Its terminals are of its organisation, or of one above or below it. */
async function requireInLine(ctx: Context, { id, orgId }: { id: string; orgId: string }) {
  const odd = await outOfLine(ctx, [id], orgId)
  if (!odd) return
  const key = odd.isSeen ? 'station.terminalElsewhere' : 'station.unseenElsewhere'
  throw fieldRefusal('orgId', key, { name: odd.sn })
}
