import type { TextKey } from '@muster/contract'
import { t } from '../../platform/texts.ts'
import { MomentInput } from '../dates/MomentInput.tsx'

/** A moment that a list may be filtered by. */
export interface MomentField {
  readonly label: TextKey
  readonly kind: 'moment'
  /** A beginning that is empty means the last so many days: its field says so. */
  readonly usualDays?: number
}

interface MomentFilterProps extends MomentField {
  readonly hint: string | undefined
  readonly value: string
  readonly onChoose: (moment: string) => void
}

/** The field of a {@link MomentField}. */
export const MomentFilter = ({ label, hint, value, onChoose }: MomentFilterProps) => (
  <MomentInput label={t(label)} hint={hint} value={value} onChoose={onChoose} />
)
