import { orgPolicy, orgWebsite } from '@muster/contract'
import { useAction } from '../../../kit/useAction.ts'
import type { CardProps } from '../../../kit/setting/card.ts'
import { policyOfOrganization, websiteOfOrganization } from './customCalls.ts'
import { PolicyPart } from './PolicyPart.tsx'
import { WebsitePart } from './WebsitePart.tsx'

interface OrganizationPartProps extends CardProps {
  readonly organization: { readonly id: string }
}

/** The website part on the page of its organisation. */
export function WebsiteTab({ organization: { id }, ...card }: OrganizationPartProps) {
  const act = useAction(orgWebsite)
  return (
    <WebsitePart
      of={websiteOfOrganization(id)}
      reset={() => act(orgWebsite.reset, { params: { id } })}
      {...card}
    />
  )
}

/** The password policy on the page of its organisation. */
export function PolicyTab({ organization: { id }, ...card }: OrganizationPartProps) {
  const act = useAction(orgPolicy)
  return (
    <PolicyPart
      of={policyOfOrganization(id)}
      reset={() => act(orgPolicy.reset, { params: { id } })}
      {...card}
    />
  )
}
