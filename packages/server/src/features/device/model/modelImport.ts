import { models } from '@muster/contract'
import { everyone, madeBy } from '../../../access/scope.ts'
import { byCode, codeOrName, type Importer } from '../../transfer/index.ts'
import { modelScope } from '../deviceScope.ts'

const vendorScope = madeBy({ vendor: 'id', model: null })

/** Models from a sheet. */
export const modelImport: Importer = {
  page: models.page,
  table: 'model',
  scope: modelScope,
  ...byCode,
  named: [
    { field: 'vendorId', to: 'vendor', scope: vendorScope, by: codeOrName },
    { field: 'categoryId', to: 'category', scope: everyone, by: codeOrName },
    { field: 'featureIds', to: 'feature', scope: everyone, by: ['code'] },
  ],
}
