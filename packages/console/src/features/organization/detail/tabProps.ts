import type { Organization } from '@muster/contract'

/** What a tab of an organisation's page is about. */
export interface OrganizationTabProps {
  readonly organization: Organization
}
