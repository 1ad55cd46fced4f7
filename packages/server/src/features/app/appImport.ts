import { apps } from '@muster/contract'
import { everyone, madeBy, organizationsBy } from '../../access/scope.ts'
import { codeOrName, type Importer, inSmall } from '../transfer/index.ts'
import { appScope } from './appScope.ts'

/** Applications from a sheet; their pictures and their versions are put there by hand. */
export const appImport: Importer = {
  page: apps.page,
  table: 'app',
  scope: appScope,
  keyColumn: inSmall('package'),
  keyOf: (folded) => folded,
  counted: null,
  named: [
    { field: 'orgId', to: 'organization', scope: organizationsBy('id'), by: codeOrName },
    { field: 'visibleOrgIds', to: 'organization', scope: organizationsBy('id'), by: codeOrName },
    { field: 'developerId', to: 'developer', scope: organizationsBy('orgId'), by: ['name'] },
    { field: 'categoryIds', to: 'appCategory', scope: everyone, by: codeOrName },
    {
      field: 'modelIds',
      to: 'model',
      scope: madeBy({ vendor: 'vendorId', model: 'id' }),
      by: codeOrName,
    },
    { field: 'requiredFeatureIds', to: 'feature', scope: everyone, by: ['code'] },
  ],
}
