import { Checkbox, PasswordInput, Textarea } from '@mantine/core'
import { asciiDigits } from './digits.ts'
import { type FieldHold, shownValue } from './fields.tsx'
import classes from './form.module.css'

interface FlagFieldProps extends FieldHold {
  /** What is said below the label. */
  readonly hint?: string
}

/** Yes or no. A value of 0 or 1 stays a number. */
export function FlagField({ value, onChange, hint, required: _, ...rest }: FlagFieldProps) {
  const isNumber = typeof value === 'number'
  return (
    <Checkbox
      {...rest}
      className={classes.flag}
      description={hint}
      checked={value === true || value === 1}
      onChange={(event) => {
        const { checked } = event.currentTarget
        onChange(isNumber ? Number(checked) : checked)
      }}
    />
  )
}

interface ChecksFieldProps extends FieldHold {
  /** Value and text of each choice. */
  readonly options: Readonly<Record<string, string>>
}

/** Any of a few choices, in their order. */
export function ChecksField({ value, onChange, options, required: _, ...rest }: ChecksFieldProps) {
  const chosen: readonly unknown[] = Array.isArray(value) ? value : []
  return (
    <Checkbox.Group
      {...rest}
      className={classes.wide}
      value={chosen.map(String)}
      onChange={(next) => onChange(Object.keys(options).filter((key) => next.includes(key)))}
    >
      <div className={classes.checks}>
        {Object.entries(options).map(([key, text]) => (
          <Checkbox key={key} value={key} label={text} />
        ))}
      </div>
    </Checkbox.Group>
  )
}

interface SecretFieldProps extends FieldHold {
  readonly placeholder?: string
}

/** What nobody should read over a shoulder; the browser's own passwords do not belong here. */
export function SecretField({ value, onChange, ...rest }: SecretFieldProps) {
  return (
    <PasswordInput
      {...rest}
      value={shownValue(value)}
      dir="ltr"
      autoComplete="new-password"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** A certificate or a key, as files of the field hold them. */
export function PemField({ value, onChange, ...rest }: FieldHold) {
  return (
    <Textarea
      {...rest}
      className={classes.wide}
      dir="ltr"
      rows={4}
      autoComplete="off"
      spellCheck={false}
      placeholder="-----BEGIN …"
      value={shownValue(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

interface LinesFieldProps extends FieldHold {
  readonly hint?: string
}

/** A list of codes, one a line. */
export function LinesField({ value, onChange, hint, ...rest }: LinesFieldProps) {
  const lines: readonly unknown[] = Array.isArray(value) ? value : []
  return (
    <Textarea
      {...rest}
      className={classes.wide}
      description={hint}
      dir="ltr"
      rows={3}
      autoComplete="off"
      spellCheck={false}
      value={lines.map(String).join('\n')}
      onChange={(event) => {
        const typed = asciiDigits(event.currentTarget.value)
        onChange(typed === '' ? [] : typed.split('\n').map((line) => line.trimStart()))
      }}
      onBlur={() => {
        onChange(lines.map((line) => String(line).trim()).filter((line) => line !== ''))
        rest.onBlur()
      }}
    />
  )
}
