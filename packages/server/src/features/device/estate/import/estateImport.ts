import { devices } from '@muster/contract'
import { sql } from 'kysely'
import { organizationsBy } from '../../../../access/scope.ts'
import { codeOrName, type Importer } from '../../../transfer/index.ts'
import { deviceScope, modelScope } from '../../deviceScope.ts'
import { stationScope } from '../../station/stationScope.ts'
import { deviceImport } from './deviceImport.ts'

/** Terminals from a sheet, by their serial numbers. */
export const estateImport: Importer = {
  page: devices.page,
  table: 'device',
  scope: deviceScope,
  keyColumn: sql`sn`,
  keyOf: (key) => key.toUpperCase(),
  // One that only knocked is announced by its row.
  counted: sql`lifecycle <> 'UNCLAIMED'`,
  named: [
    { field: 'modelId', to: 'model', scope: modelScope, by: codeOrName },
    { field: 'orgId', to: 'organization', scope: organizationsBy('id'), by: codeOrName },
    { field: 'stationId', to: 'station', scope: stationScope, by: codeOrName },
  ],
  setWriter: deviceImport,
}
