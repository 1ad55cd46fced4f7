import { sql } from 'kysely'
import { organizationsBy, type Scope } from '../../../access/scope.ts'

const byOrganization = organizationsBy('orgId')

/** Variables belong to organisations; the platform's own are for those who see everything. */
export const variableScope: Scope = {
  ...byOrganization,
  rows: (principal, placed) =>
    principal.scope.all
      ? byOrganization.rows(principal)
      : sql`(${byOrganization.rows(principal, placed)} and org_id is not null)`,
}
