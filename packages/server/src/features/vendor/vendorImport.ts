import { vendors } from '@muster/contract'
import { vendorScope } from './vendorScope.ts'
import { byCode, type Importer } from '../transfer/index.ts'

/** Vendors from a sheet. */
export const vendorImport: Importer = {
  page: vendors.page,
  table: 'vendor',
  scope: vendorScope,
  ...byCode,
  named: [],
}
