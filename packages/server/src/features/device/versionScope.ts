import { type SqlBool, sql } from 'kysely'
import { organizationsBy, type Scope } from '../../access/scope.ts'

/** Versions of the organisations in the caller's data scope. */
export const versionScope = organizationsBy('orgId', { vendor: 'vendorId' })

const appScope = organizationsBy('orgId')

/** What a scope has, and what the organisations above have. */
const withAbove = (name: string, scope: Scope): Scope => ({
  name,
  orgColumn: null,
  rows: (principal) =>
    sql<SqlBool>`(${scope.rows(principal)} or org_id in (select above.id from organization above
      join organization own on own.path <@ above.path where own.id = ${principal.orgId}))`,
})

/** Versions that a plan may bring: one's own, and those of the organisations above. */
export const nameableVersions = withAbove('nameableVersions', versionScope)

/** Applications that one may name: one's own, and those of the organisations above. */
export const nameableApps = withAbove('nameableApps', appScope)
