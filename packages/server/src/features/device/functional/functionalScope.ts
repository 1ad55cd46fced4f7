import { sql } from 'kysely'
import { organizationsBy, type Scope } from '../../../access/scope.ts'

const byOrganization = organizationsBy('orgId', { model: 'modelId' })

/**
 * Profiles belong to organisations; the platform's own are for those who see everything, also where
 * somebody else has once made one himself.
 */
export const functionalScope: Scope = {
  ...byOrganization,
  rows: (principal) =>
    principal.scope.all
      ? byOrganization.rows(principal)
      : sql`(${byOrganization.rows(principal)} and org_id is not null)`,
}
