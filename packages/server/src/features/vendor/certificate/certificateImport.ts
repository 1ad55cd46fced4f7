import { vendorCertificates } from '@muster/contract'
import { madeBy } from '../../../access/scope.ts'
import { codeOrName, type Importer, inSmall } from '../../transfer/index.ts'
import { certificateScope } from './certificate.routes.ts'

/** Certificates from a sheet. */
export const certificateImport: Importer = {
  page: vendorCertificates.page,
  table: 'vendorCertificate',
  scope: certificateScope,
  keyColumn: inSmall('cert_no'),
  keyOf: (folded) => folded,
  counted: null,
  named: [
    {
      field: 'vendorId',
      to: 'vendor',
      scope: madeBy({ vendor: 'id', model: null }),
      by: codeOrName,
    },
    {
      field: 'modelIds',
      to: 'model',
      scope: madeBy({ vendor: 'vendorId', model: 'id' }),
      by: codeOrName,
    },
  ],
}
