import { features } from '@muster/contract'
import { everyone } from '../../../access/scope.ts'
import { byCode, type Importer } from '../../transfer/index.ts'

/** Features from a sheet. */
export const featureImport: Importer = {
  page: features.page,
  table: 'feature',
  scope: everyone,
  ...byCode,
  named: [],
}
