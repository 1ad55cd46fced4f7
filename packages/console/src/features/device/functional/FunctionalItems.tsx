import { type Functional, functionals } from '@muster/contract'
import { useBatch } from '../../../kit/batch/useBatch.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { t } from '../../../platform/texts.ts'
import { functionalRows } from './functionalRows.ts'

interface FunctionalItemsProps {
  readonly profile: Functional
  readonly revisions: Dialog<Functional>
  readonly standing: Dialog<Functional>
}

/** What else can be done to a profile. */
export function FunctionalItems({ profile, revisions, standing }: FunctionalItemsProps) {
  const batch = useBatch(functionalRows)
  const { id } = profile
  const isInForce = profile.revision !== null && profile.status === 1
  return (
    <>
      {isInForce && (
        <ActionItem
          code={functionals.standing.permission}
          icon="check"
          onClick={() => standing.open(profile)}
        >
          {t('functional.standing')}
        </ActionItem>
      )}
      <ActionItem
        code={functionals.revisions.permission}
        icon="calendar"
        onClick={() => revisions.open(profile)}
      >
        {t('functional.revisions')}
      </ActionItem>
      <ActionItem
        code={functionals.remove.permission}
        icon="trash"
        isDangerous
        onClick={() => void batch('remove', { id })}
      >
        {t('kit.remove')}
      </ActionItem>
    </>
  )
}
