import { vendorFeatures } from '@muster/contract'
import { everyone } from '../../../access/scope.ts'
import { byCode, codeOrName, type Importer } from '../../transfer/index.ts'
import { modelScope } from '../deviceScope.ts'
import { matrixScope, vendorScope } from './matrixBin.ts'

/** The matrix from a sheet. */
export const matrixImport: Importer = {
  page: vendorFeatures.page,
  table: 'vendorFeature',
  scope: matrixScope,
  ...byCode,
  named: [
    { field: 'vendorId', to: 'vendor', scope: vendorScope, by: codeOrName },
    { field: 'featureId', to: 'feature', scope: everyone, by: ['code'] },
    { field: 'modelIds', to: 'model', scope: modelScope, by: codeOrName },
  ],
}
