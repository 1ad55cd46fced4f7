import type { Group } from '@muster/contract'
import { formatDateTime } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Callout } from '../../../ui/form/Callout.tsx'
import { failureTexts } from './groupColumns.tsx'

/** Why the members of a group cannot be found, and what cures it. */
export function Failure({ group }: { readonly group: Pick<Group, 'failure' | 'failedAt'> }) {
  const { failure, failedAt } = group
  if (!failure || !failedAt) return null
  return (
    <Callout title={t('group.failedSince', { time: formatDateTime(failedAt) })}>
      {t(failureTexts[failure])}
    </Callout>
  )
}
