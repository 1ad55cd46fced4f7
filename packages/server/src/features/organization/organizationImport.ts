import { organizations } from '@muster/contract'
import { everyone, organizationsBy } from '../../access/scope.ts'
import { byCode, codeOrName, type Importer } from '../transfer/index.ts'

const mine = organizationsBy('id')

/** Organisations from a sheet. */
export const organizationImport: Importer = {
  page: organizations.page,
  table: 'organization',
  scope: mine,
  ...byCode,
  named: [
    { field: 'parentId', to: 'organization', scope: mine, by: codeOrName },
    { field: 'areaId', to: 'timezoneArea', scope: everyone, by: codeOrName },
    { field: 'timezoneId', to: 'timezone', scope: everyone, by: ['zoneId', 'name'] },
  ],
  parent: 'parentId',
}
