import { sql } from 'kysely'
import { organizationsBy, type Scope } from '../../../access/scope.ts'
import { appScope } from '../appScope.ts'

/** Policies of the organisations in the caller's data scope. */
export const policyScope = organizationsBy('orgId')

/** Applications that a policy may name: one's own, and those that are offered to everybody. */
export const nameableApps: Scope = {
  name: 'nameableApps',
  orgColumn: null,
  rows: (principal) => sql`(${appScope.rows(principal)} or visibility = 'PUBLIC')`,
}

/** Terminals of the caller's data scope. */
export const policyDevices = organizationsBy('orgId', { vendor: 'vendorId', model: 'modelId' })
