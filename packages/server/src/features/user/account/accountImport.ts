import { users } from '@muster/contract'
import { madeBy, organizationsBy } from '../../../access/scope.ts'
import { byCode, codeOrName, type Importer, inSmall } from '../../transfer/index.ts'
import { usableRoles } from '../role/index.ts'

const vendorScope = madeBy({ vendor: 'id', model: null })

/** Accounts from a sheet, by the names that they sign in with. */
export const accountImport: Importer = {
  page: users.page,
  table: 'appUser',
  scope: organizationsBy('orgId'),
  ...byCode,
  keyColumn: inSmall('userName'),
  named: [
    { field: 'orgId', to: 'organization', scope: organizationsBy('id'), by: codeOrName },
    { field: 'roleIds', to: 'role', scope: usableRoles, by: codeOrName },
    { field: 'vendorId', to: 'vendor', scope: vendorScope, by: codeOrName },
  ],
}
