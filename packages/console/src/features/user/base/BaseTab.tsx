import { profile } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { Awaited } from '../../../kit/page/Awaited.tsx'
import { query } from '../../../kit/queries.ts'
import { AccountFacts } from './AccountFacts.tsx'
import { EmailPart } from './EmailPart.tsx'
import { ProfileForm } from './ProfileForm.tsx'

/** Who one is here, and what one may say of oneself. */
export function BaseTab() {
  const { data } = useQuery(query(profile.read, {}))
  if (!data) return <Awaited as="fields" />
  return (
    <>
      <AccountFacts of={data} />
      <EmailPart of={data} />
      <ProfileForm of={data} />
    </>
  )
}
