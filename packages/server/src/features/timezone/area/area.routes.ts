import { areas, areasPath } from '@muster/contract'
import { lifecycle } from '../../../kit/lifecycle.ts'
import type { Row } from '../../../kit/page.ts'
import { type Bin, recycleBin } from '../../../kit/recycleBin.ts'
import { keptWhileUsed, naming } from '../../../kit/references.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { everyone, organizationsBy } from '../../../kit/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { tree } from '../../../kit/tree.ts'
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
])
const named = naming(kept, [
  { field: 'parentId', to: 'timezoneArea', scope: everyone },
  { field: 'timezoneId', to: 'timezone', scope: everyone },
])
const bin = known(tree(named, depth))

/** A bin whose codes of countries and currencies are those of ISO, not any letters. */
function known(plain: Bin): Bin {
  return {
    ...plain,
    add: (ctx, values) => plain.add(ctx, requireKnown(values)),
    update: (ctx, values) => plain.update(ctx, requireKnown(values)),
  }
}

function requireKnown(values: Row): Row {
  const { iso2, currency } = values
  if (typeof iso2 === 'string' && !isCountry(iso2)) throw fieldRefusal('iso2', 'rule.country')
  if (typeof currency === 'string' && !isCurrency(currency))
    throw fieldRefusal('currency', 'rule.currency')
  return values
}

export const areaRoutes = serve(
  areas,
  everyone,
  lifecycle(areas, bin, { search: ['name', 'code'], order: ['sort', 'name'] }),
)
