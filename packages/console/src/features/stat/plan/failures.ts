import { type FailureKind, planResultLists } from '@muster/contract'
import { formatClock } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { codeText } from '../../device/index.ts'
import { useFigureLink } from '../page/stat.ts'

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
  const link = useFigureLink()
  const filter = filters[by]
  const [planId] = planIds
  return (key) =>
    filter && planId && planIds.length === 1 && key !== ''
      ? link(planResultLists.failed(planId, { [filter]: key }))
      : undefined
}
