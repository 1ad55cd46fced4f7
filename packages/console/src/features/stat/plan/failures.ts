import { type FailureKind, upgradeResults } from '@muster/contract'
import { useCan } from '../../../kit/session.ts'
import { addressText } from '../../../platform/address.ts'
import { formatClock } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { codeText } from '../../device/index.ts'
import { usePages } from '../workbench/pages.ts'

interface Part {
  readonly key: string
  readonly name: string | null
}

/** What a cause of failures is called. */
export function failureLabel(by: FailureKind, { key, name }: Part): string {
  if (key === '') return t('stat.plan.unknown')
  if (by === 'CODE') return `${key} ${codeText(key)}`
  if (by === 'HOUR') return t('stat.plan.hour', { time: formatClock(`${key.padStart(2, '0')}:00`) })
  return name ?? key
}

const filters: Partial<Record<FailureKind, 'code' | 'modelId'>> = { CODE: 'code', MODEL: 'modelId' }

/** Where the results of one plan show a cause; undefined: there is no filter for it, or it is not for this user. */
export function useResultLink(
  planIds: readonly string[],
  by: FailureKind,
): (key: string) => string | undefined {
  const isAllowed = useCan(upgradeResults.page.permission)
  const path = usePages().find(({ screen }) => screen === 'RESULT')?.path
  const filter = filters[by]
  const [planId] = planIds
  return (key) =>
    isAllowed && path && filter && planId && planIds.length === 1 && key !== ''
      ? `#${addressText({ path, query: { planId, state: 'FAILED_ANY', [filter]: key } })}`
      : undefined
}
