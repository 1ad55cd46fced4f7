import { type SqlBool, sql } from 'kysely'
import { organizationsBy, type Scope } from '../../access/scope.ts'

/** Versions of the organisations in the caller's data scope. */
export const versionScope = organizationsBy('orgId', { vendor: 'vendorId' })

/** Versions that a plan may bring: one's own, and those of the organisations above. */
export const nameableVersions: Scope = {
  name: 'nameableVersions',
  orgColumn: null,
  rows: (principal) =>
    sql<SqlBool>`(${versionScope.rows(principal)} or org_id in (select above.id from organization above
      join organization own on own.path <@ above.path where own.id = ${principal.orgId}))`,
}

/**
 * Whether a terminal (`device`) can have got a version (`recalled`) that it names: from its own organisation or one above.
 * Models are everybody's, and a version of the same name from elsewhere may hold anything.
 */
export const isFromAboveSql = `exists (select from organization place join organization own on own.path <@ place.path
  where place.id = recalled.org_id and own.id = device.org_id)`

const appScope = organizationsBy('orgId')

/** Applications that one may name: one's own, and those that are offered to everybody. */
export const nameableApps: Scope = {
  name: 'nameableApps',
  orgColumn: null,
  rows: (principal) => sql<SqlBool>`(${appScope.rows(principal)} or visibility = 'PUBLIC')`,
}
