import { stations } from '@muster/contract'
import { everyone, organizationsBy } from '../../../access/scope.ts'
import { byCode, codeOrName, type Importer } from '../../transfer/index.ts'
import { stationScope } from './stationScope.ts'

/** Stations from a sheet. */
export const stationImport: Importer = {
  page: stations.page,
  table: 'station',
  scope: stationScope,
  ...byCode,
  named: [
    { field: 'orgId', to: 'organization', scope: organizationsBy('id'), by: codeOrName },
    { field: 'areaId', to: 'timezoneArea', scope: everyone, by: codeOrName },
    { field: 'categoryIds', to: 'category', scope: everyone, by: codeOrName },
    { field: 'timezoneId', to: 'timezone', scope: everyone, by: ['zoneId', 'name'] },
  ],
}
