import { areas } from '@muster/contract'
import { everyone } from '../../../access/scope.ts'
import { byCode, codeOrName, type Importer } from '../../transfer/index.ts'

/** Areas from a sheet. */
export const areaImport: Importer = {
  page: areas.page,
  table: 'timezoneArea',
  scope: everyone,
  ...byCode,
  named: [
    { field: 'parentId', to: 'timezoneArea', scope: everyone, by: codeOrName },
    { field: 'timezoneId', to: 'timezone', scope: everyone, by: ['zoneId', 'name'] },
  ],
  parent: 'parentId',
}
