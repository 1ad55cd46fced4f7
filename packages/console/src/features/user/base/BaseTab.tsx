import { profile } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Awaited } from '../../../kit/page/Awaited.tsx'
import { query } from '../../../kit/queries.ts'
import type { CardProps } from '../../../kit/setting/card.ts'
import { useDirtyParts } from '../../../kit/setting/useDirtyCards.ts'
import { AccountFacts } from './AccountFacts.tsx'
import { EmailPart } from './EmailPart.tsx'
import { ProfileForm } from './ProfileForm.tsx'

/** Who one is here, and what one may say of oneself. */
export function BaseTab({ card, onDirty }: CardProps) {
  const { data } = useQuery(query(profile.read, {}))
  const { tell, isAnyDirty, isKept } = useDirtyParts()
  useEffect(() => onDirty(card, isAnyDirty, isKept), [onDirty, card, isAnyDirty, isKept])
  if (!data) return <Awaited as="fields" />
  return (
    <>
      <AccountFacts of={data} />
      <EmailPart of={data} card="email" onDirty={tell} />
      <ProfileForm of={data} card="profile" onDirty={tell} />
    </>
  )
}
