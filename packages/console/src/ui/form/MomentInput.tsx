import { TextInput } from '@mantine/core'
import { localMinute, momentOf } from './moments.ts'

interface MomentInputProps {
  readonly label: string
  /** ISO 8601 in UTC; empty for none. */
  readonly value: string
  readonly onChoose: (moment: string) => void
  readonly error?: string | undefined
}

/** A day and time in the reader's own zone: the browser's field, which knows its calendar. */
export function MomentInput({ label, value, onChoose, error }: MomentInputProps) {
  return (
    <TextInput
      type="datetime-local"
      label={label}
      error={error}
      defaultValue={localMinute(value)}
      key={value}
      onBlur={({ currentTarget }) => {
        const moment = momentOf(currentTarget.value)
        if (moment !== value) onChoose(moment)
      }}
    />
  )
}
