import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { Select } from '../Select.tsx'
import { ChoiceInput } from './ChoiceInput.tsx'
import { asciiDigits, shownDigits } from './digits.ts'
import classes from './form.module.css'
import { useEnterTakes } from './useEnterTakes.ts'

/** A form's hold on one field; spread it into a field component. */
export interface FieldHold {
  readonly name: string
  readonly label: string
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly onBlur: () => void
  readonly error: string | undefined
  readonly required: boolean
}

/** A field's value as text. */
export const shownValue = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** A line of text. */
export function TextField({ value, onChange, ...rest }: FieldHold) {
  return (
    <TextInput
      {...rest}
      value={shownValue(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Codes, addresses and numbers of the wire: left to right, ASCII digits. */
export function CodeField({ value, onChange, ...rest }: FieldHold) {
  return (
    <TextInput
      {...rest}
      value={shownValue(value)}
      dir="ltr"
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(asciiDigits(event.currentTarget.value))}
    />
  )
}

/** A whole number, typed in the digits of either script. What is none stays text: the rules say so. */
export function NumberField({ value, onChange, hint, ...rest }: FieldHold & { hint?: string }) {
  const type = (typed: string) => {
    const text = asciiDigits(typed).trim()
    onChange(/^-?\d{1,15}$/.test(text) ? Number(text) : text)
  }
  return (
    <TextInput
      {...rest}
      description={hint}
      value={shownDigits(shownValue(value))}
      dir="ltr"
      inputMode="numeric"
      autoComplete="off"
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}

/** Yes or no. */
export function CheckField({ value, onChange, required: _, ...rest }: FieldHold) {
  return (
    <Checkbox
      {...rest}
      className={classes.wide ?? ''}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

/** Text of several lines over the whole width. */
export function LongTextField({
  value,
  onChange,
  rows = 3,
  ...rest
}: FieldHold & { readonly rows?: number }) {
  return (
    <Textarea
      {...rest}
      className={classes.wide}
      value={shownValue(value)}
      rows={rows}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Code of several lines, such as a key: left to right. */
export function CodeTextField({
  value,
  onChange,
  hint,
  ...rest
}: FieldHold & { readonly hint: string }) {
  return (
    <Textarea
      {...rest}
      className={classes.wide}
      description={hint}
      value={shownValue(value)}
      rows={4}
      dir="ltr"
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

interface ChoiceFieldProps extends FieldHold {
  /** Value and text of each choice. */
  readonly options: Readonly<Record<string, string>>
  /** What no choice means, where it means something. */
  readonly none?: string
}

/** One of a few choices. */
export function ChoiceField({ value, onChange, none = '', ...rest }: ChoiceFieldProps) {
  return (
    <ChoiceInput
      {...rest}
      value={shownValue(value)}
      onChoose={onChange}
      none={rest.required ? undefined : none}
    />
  )
}

interface SearchFieldProps extends FieldHold {
  readonly options: readonly string[]
  readonly nothingFound: string
  /** What stands for no choice. */
  readonly placeholder?: string
}

/** One of many texts that need no translation, found by typing. */
export function SearchField({ value, onChange, options, nothingFound, ...rest }: SearchFieldProps) {
  const takeOnEnter = useEnterTakes({
    shown: shownValue(value),
    clear: rest.required ? undefined : () => onChange(''),
  })
  return (
    <Select
      {...rest}
      data={options}
      value={shownValue(value) || null}
      onChange={(chosen) => onChange(chosen ?? '')}
      allowDeselect={false}
      onKeyDownCapture={takeOnEnter}
      searchable
      clearable={!rest.required}
      limit={100}
      nothingFoundMessage={nothingFound}
    />
  )
}
