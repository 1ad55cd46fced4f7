import { areas, areasPath } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { lifecycle } from '../../../kit/lifecycle.ts'
import { recycleBin } from '../../../kit/recycleBin.ts'
import { keptWhileUsed, naming } from '../../../kit/references.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { everyone, organizationsBy } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { tree } from '../../../kit/tree.ts'
import { tellStations } from '../tellStations.ts'
import { isCountry, isCurrency } from './area.rules.ts'

/** Continent, country, province, city, zone: one level for each type of area. */
const depth = 5

const kept = keptWhileUsed(recycleBin(areasPath, 'timezoneArea', everyone), [
  { table: 'timezone', field: 'areaId', name: 'name', says: 'used.timezone', scope: everyone },
  { table: 'timezoneArea', field: 'parentId', name: 'name', says: 'used.area', scope: everyone },
  {
    table: 'organization',
    field: 'areaId',
    name: 'name',
    says: 'used.organization',
    scope: organizationsBy('id'),
  },
  {
    table: 'station',
    field: 'areaId',
    name: 'name',
    says: 'used.station',
    scope: organizationsBy('orgId'),
  },
])
const named = naming(kept, [
  { field: 'parentId', to: 'timezoneArea', scope: everyone },
  { field: 'timezoneId', to: 'timezone', scope: everyone },
])
const bin = known(tree(named, depth))

/** A bin whose codes of countries and currencies are those of ISO, not any letters. */
function known(plain: typeof named): typeof named {
  return {
    ...plain,
    async add(ctx, values) {
      requireKnown(values)
      return plain.add(ctx, values)
    },
    async update(ctx, values) {
      requireKnown(values)
      const before = await plain.find(ctx, values.id)
      const after = await plain.update(ctx, values)
      if (after.timezoneId === before.timezoneId) return after
      if (after.timezoneId === null) await requireNoHours(ctx, after.id)
      await tellStations(ctx, { areaId: after.id })
      return after
    },
  }
}

interface Codes {
  readonly iso2?: string | null | undefined
  readonly currency?: string | null | undefined
}

function requireKnown({ iso2, currency }: Codes): void {
  if (iso2 && !isCountry(iso2)) throw fieldRefusal('iso2', 'rule.country')
  if (currency && !isCurrency(currency)) throw fieldRefusal('currency', 'rule.currency')
}

/** Hours of stations and of their fences are by the clock of the area where there is none of their own. */
async function requireNoHours(ctx: Context, id: string): Promise<void> {
  const { rows } = await sql`select from stations_by_clock(null, ${id}) place
      join station on station.id = place.id
    where jsonb_typeof(station.business_hours) = 'object' or jsonb_typeof(station.fence -> 'schedule') = 'object'
    limit 1`.execute(ctx.db)
  if (rows[0]) throw fieldRefusal('timezoneId', 'area.stationsNeedZone')
}

export const areaRoutes = serve(
  areas,
  everyone,
  lifecycle(areas, bin, { search: ['name', 'code'], order: ['sort', 'name'] }),
)
