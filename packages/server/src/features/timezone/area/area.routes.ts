import { areas } from '@muster/contract'
import { lifecycle } from '../../../kit/lifecycle.ts'
import { recycleBin } from '../../../kit/recycleBin.ts'
import { keptWhileUsed, naming } from '../../../kit/references.ts'
import { everyone, organizationsBy } from '../../../kit/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { tree } from '../../../kit/tree.ts'

/** Continent, country, province, city, zone: one level for each type of area. */
const depth = 5

const kept = keptWhileUsed(recycleBin('/admin/timezone/v1/area', 'timezoneArea', everyone), [
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
const parent = { field: 'parentId', to: 'timezoneArea', scope: everyone } as const
const bin = tree(naming(kept, [parent]), depth)

export const areaRoutes = serve(
  areas,
  everyone,
  lifecycle(areas, bin, { search: ['name', 'code'], order: ['sort', 'name'] }),
)
