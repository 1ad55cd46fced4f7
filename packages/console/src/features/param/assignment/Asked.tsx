import { t } from '../../../platform/texts.ts'
import { Callout } from '../../../ui/form/Callout.tsx'

interface AskedProps {
  readonly by: string | null
  /** Whether he who looks has asked. */
  readonly isOwnAsking: boolean
  readonly mayAgree: boolean
}

/** What waits for a second person: who asked, and who may agree. */
export function Asked({ by, isOwnAsking, mayAgree }: AskedProps) {
  if (isOwnAsking && mayAgree) return null
  return (
    <Callout title={t('param.state.PENDING_APPROVAL')}>
      {mayAgree && t('param.askedBy', { name: by ?? '' })}
      {!mayAgree && isOwnAsking && t('param.anotherPerson')}
      {!mayAgree && !isOwnAsking && `${t('param.ownDraft')}. ${t('param.startAnew')}`}
    </Callout>
  )
}
