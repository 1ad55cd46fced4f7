import { paramDicts } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../kit/queries.ts'
import { Autocomplete } from '../../../ui/controls.ts'
import { type FieldHold, shownValue } from '../../../ui/form/fields.tsx'

interface GroupInputProps {
  readonly label: string
  readonly description?: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: string | undefined
}

/** A group that there is, or a new one. */
export function GroupInput(props: GroupInputProps) {
  const known = useQuery(query(paramDicts.groups, {}))
  return <Autocomplete {...props} data={known.data ?? []} limit={50} maxLength={64} />
}

/** {@link GroupInput} as a field of a form. */
export function GroupField({ value, onChange, label, error }: FieldHold) {
  return <GroupInput label={label} error={error} value={shownValue(value)} onChange={onChange} />
}
