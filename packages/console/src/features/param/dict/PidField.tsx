import { paramTemplates } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { Autocomplete } from '../../../ui/controls.ts'
import { asciiDigits } from '../../../ui/form/digits.ts'
import { type FieldHold, shownValue } from '../../../ui/form/fields.tsx'
import { useDebounced } from '../../../ui/form/useDebounced.ts'
import { titleIn } from '../form/formRows.ts'

interface PidInputProps extends Partial<Pick<FieldHold, 'name' | 'onBlur' | 'error'>> {
  readonly label: string
  readonly value: string
  readonly required: boolean
  readonly onChange: (pid: string) => void
}

/** A parameter by its PID; those of the dictionary are offered by PID, title and group. */
export function PidInput(props: PidInputProps) {
  const keyword = useDebounced(props.value).trim()
  const { data } = useQuery({
    ...query(paramTemplates.offered, { query: keyword ? { keyword } : {} }),
    enabled: useCan(paramTemplates.offered.permission),
  })
  const titles = new Map(data?.list.map(({ pid, label, labels }) => [pid, titleIn(label, labels)]))
  return (
    <Autocomplete
      {...props}
      onChange={(typed) => props.onChange(asciiDigits(typed))}
      dir="ltr"
      autoComplete="off"
      spellCheck={false}
      maxLength={128}
      data={[...titles.keys()]}
      limit={20}
      // The server has found them, also by what they are called.
      filter={({ options }) => options}
      renderOption={({ option }) => `${option.value} · ${titles.get(option.value) ?? ''}`}
    />
  )
}

/** {@link PidInput} as a field of a form. */
export function PidField({ value, onChange, ...rest }: FieldHold) {
  return <PidInput {...rest} value={shownValue(value)} onChange={onChange} />
}
