import type { Organization } from '@muster/contract'
import type { CardProps } from '../../../kit/setting/card.ts'

/** What a tab of an organisation's page is about. */
export interface OrganizationTabProps {
  readonly organization: Organization
}

/** The same of a tab that is edited: it tells of unsaved input. */
export interface OrganizationFormProps extends OrganizationTabProps, CardProps {}
