import type { TextKey } from '@muster/contract'
import { formatNumber } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import { MomentInput } from '../dates/MomentInput.tsx'

/** A moment that a list may be filtered by. */
export interface MomentField {
  readonly label: TextKey
  readonly kind: 'moment'
  /** A beginning that is empty means the last so many days; its label says so. */
  readonly usualDays?: number
}

interface MomentFilterProps extends MomentField {
  readonly value: string
  readonly onChoose: (moment: string) => void
}

/** The field of a {@link MomentField}. */
export function MomentFilter({ label, usualDays, value, onChoose }: MomentFilterProps) {
  const said =
    usualDays === undefined
      ? t(label)
      : t('kit.emptyMeansLastDays', { label: t(label), count: formatNumber(usualDays) })
  return <MomentInput label={said} value={value} onChoose={onChoose} />
}
