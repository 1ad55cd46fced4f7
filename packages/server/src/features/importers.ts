import { areas, devices, models, organizations, users, vendors } from '@muster/contract'
import { type RawBuilder, sql } from 'kysely'
import { everyone, madeBy, organizationsBy } from '../kit/scope.ts'
import { deviceScope, modelScope } from './device/deviceScope.ts'
import { deviceImport } from './device/estate/import/deviceImport.ts'
import type { Importer } from './transfer/index.ts'
import { usableRoles } from './user/role/index.ts'

const small = (column: string): RawBuilder<string> => sql`lower(${sql.ref(column)})`
const asFolded = (key: string): string => key
const byCode = { keyColumn: small('code'), keyOf: asFolded, counted: null }
const codeOrName = ['code', 'name']

const vendorScope = madeBy({ vendor: 'id', model: null })
const mine = organizationsBy('id')
const organization = { to: 'organization', scope: mine, by: codeOrName } as const
const vendor = { field: 'vendorId', to: 'vendor', scope: vendorScope, by: codeOrName } as const

/** How the rows of a sheet become records, one entry a list. */
export const importers: readonly Importer[] = [
  {
    page: vendors.page,
    table: 'vendor',
    scope: vendorScope,
    ...byCode,
    named: [],
  },
  {
    page: areas.page,
    table: 'timezoneArea',
    scope: everyone,
    ...byCode,
    named: [
      { field: 'parentId', to: 'timezoneArea', scope: everyone, by: codeOrName },
      {
        field: 'timezoneId',
        to: 'timezone',
        scope: everyone,
        by: ['zoneId', 'name'],
      },
    ],
    parent: 'parentId',
  },
  {
    page: models.page,
    table: 'model',
    scope: modelScope,
    ...byCode,
    named: [vendor, { field: 'categoryId', to: 'category', scope: everyone, by: codeOrName }],
  },
  {
    page: organizations.page,
    table: 'organization',
    scope: mine,
    ...byCode,
    named: [
      { field: 'parentId', ...organization },
      { field: 'areaId', to: 'timezoneArea', scope: everyone, by: codeOrName },
      {
        field: 'timezoneId',
        to: 'timezone',
        scope: everyone,
        by: ['zoneId', 'name'],
      },
    ],
    parent: 'parentId',
  },
  {
    page: users.page,
    table: 'appUser',
    scope: organizationsBy('orgId'),
    keyColumn: small('userName'),
    keyOf: asFolded,
    counted: null,
    named: [
      { field: 'orgId', ...organization },
      { field: 'roleIds', to: 'role', scope: usableRoles, by: codeOrName },
      vendor,
    ],
  },
  {
    page: devices.page,
    table: 'device',
    scope: deviceScope,
    keyColumn: sql`sn`,
    keyOf: (key) => key.toUpperCase(),
    // One that only knocked is announced by its row.
    counted: sql`lifecycle <> 'UNCLAIMED'`,
    named: [
      { field: 'modelId', to: 'model', scope: modelScope, by: codeOrName },
      { field: 'orgId', ...organization },
    ],
    setWriter: deviceImport,
  },
]
