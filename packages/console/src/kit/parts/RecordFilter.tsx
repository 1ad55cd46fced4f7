import type { TextKey } from '@muster/contract'
import { TextInput } from '../../ui/controls.ts'
import { t } from '../../platform/texts.ts'
import { useIdle } from '../whenIdle.ts'
import type { PickerGroup } from '../list/usePicker.ts'
import { useCan } from '../session.ts'
import { RecordPicker } from './RecordPicker.tsx'

interface RecordFilterProps {
  readonly label: TextKey
  readonly of: PickerGroup
  readonly value: string
  readonly onChoose: (value: string | null) => void
}

/** A record to filter by, for those who may list its kind. */
export function RecordFilter({ label, of, value, onChoose }: RecordFilterProps) {
  const isAtRest = useIdle()
  if (!useCan(of.list.permission)) return null
  // The rows come first: the picker's code is fetched when they are there.
  if (!value && !isAtRest) return <TextInput label={t(label)} placeholder={t('kit.any')} readOnly />
  return (
    <RecordPicker
      of={of}
      label={t(label)}
      placeholder={t('kit.any')}
      value={value || null}
      onChange={onChoose}
    />
  )
}
