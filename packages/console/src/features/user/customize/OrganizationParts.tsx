import { orgPolicy, orgWebsite } from '@muster/contract'
import { useCallback } from 'react'
import { useAction } from '../../../kit/useAction.ts'
import { usePage } from '../../../kit/page/page.ts'
import { policyOfOrganization, websiteOfOrganization } from './customCalls.ts'
import { PolicyPart } from './PolicyPart.tsx'
import { WebsitePart } from './WebsitePart.tsx'

interface OrganizationPartProps {
  readonly organization: { readonly id: string }
}

/** The website part on the page of its organisation. */
export function WebsiteTab({ organization: { id } }: OrganizationPartProps) {
  const act = useAction(orgWebsite)
  return (
    <WebsitePart
      of={websiteOfOrganization(id)}
      reset={() => act(orgWebsite.reset, { params: { id } })}
      onDirty={useTellPage()}
    />
  )
}

/** The password policy on the page of its organisation. */
export function PolicyTab({ organization: { id } }: OrganizationPartProps) {
  const act = useAction(orgPolicy)
  return (
    <PolicyPart
      of={policyOfOrganization(id)}
      reset={() => act(orgPolicy.reset, { params: { id } })}
      onDirty={useTellPage()}
    />
  )
}

/** Unsaved input marks the page's tab. */
function useTellPage() {
  const { setDirty } = usePage()
  return useCallback((_: string, isDirty: boolean) => setDirty(isDirty), [setDirty])
}
