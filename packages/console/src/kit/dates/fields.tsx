import { type FieldHold, shownValue } from '../../ui/form/fields.tsx'
import { DayInput } from './DayInput.tsx'
import { MomentInput } from './MomentInput.tsx'
import { TimeInput } from './TimeInput.tsx'

/** A day. */
export function DateField({ value, ...rest }: FieldHold) {
  return <DayInput {...rest} value={shownValue(value)} />
}

/** A day and time in the reader's own zone. */
export function MomentField({ value, onChange, label, error, required }: FieldHold) {
  const marked = required ? `${label} *` : label
  return <MomentInput label={marked} value={shownValue(value)} onChoose={onChange} error={error} />
}

/** A time of day. */
export function TimeField({ value, ...rest }: FieldHold) {
  return <TimeInput {...rest} value={shownValue(value)} />
}
