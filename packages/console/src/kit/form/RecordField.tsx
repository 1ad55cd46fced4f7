import { type FieldHold, shownValue } from '../../ui/form/fields.tsx'
import type { PickerGroup } from './usePicker.ts'
import { RecordPicker } from './RecordPicker.tsx'

interface RecordFieldProps extends FieldHold {
  readonly of: PickerGroup
  /** A record that cannot be chosen, nor what is below it. */
  readonly except?: string | undefined
  /** What stands for no choice. */
  readonly placeholder?: string
}

/** A record of another resource. */
export function RecordField({ value, onChange, ...rest }: RecordFieldProps) {
  return (
    <RecordPicker
      {...rest}
      value={shownValue(value) || null}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  )
}
