import type { FormField } from '@muster/contract'

/** What every control of a value is given. */
export interface ValueInputProps {
  readonly field: FormField
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: string | undefined
  readonly isReadOnly: boolean
  /** Of a secret that nobody is shown: there is one. */
  readonly isSet: boolean
}

/** What the control of a table is given. */
export interface TableInputProps extends Omit<ValueInputProps, 'field' | 'isSet'> {
  readonly field: Pick<FormField, 'label' | 'columns' | 'maxRows'>
}
