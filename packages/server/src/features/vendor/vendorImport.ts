import { vendors } from '@muster/contract'
import { madeBy } from '../../access/scope.ts'
import { byCode, type Importer } from '../transfer/index.ts'

/** Vendors from a sheet. */
export const vendorImport: Importer = {
  page: vendors.page,
  table: 'vendor',
  scope: madeBy({ vendor: 'id', model: null }),
  ...byCode,
  named: [],
}
