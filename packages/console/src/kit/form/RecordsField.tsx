import type { FieldHold } from '../../ui/form/fields.tsx'
import { ChosenRecords } from './ChosenRecords.tsx'
import classes from './chosen.module.css'
import type { PickerGroup } from './usePicker.ts'

interface RecordsFieldProps extends FieldHold {
  readonly of: PickerGroup
  /** What is shown when none is chosen. */
  readonly none: string
}

/** Several records of another resource. */
export function RecordsField({
  of,
  value,
  onChange,
  label,
  none,
  error,
  required,
}: RecordsFieldProps) {
  const ids = Array.isArray(value) ? value.map(String) : []
  return (
    <div className={classes.wide}>
      <ChosenRecords
        of={of}
        label={label}
        none={none}
        chosen={ids.map((id) => ({ id }))}
        onAdd={(id) => onChange([...ids, id])}
        onDrop={(id) => onChange(ids.filter((one) => one !== id))}
        isReadOnly={false}
        error={error}
        required={required}
      />
    </div>
  )
}
