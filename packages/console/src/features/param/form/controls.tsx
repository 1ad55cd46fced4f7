import { useId } from 'react'
import { t } from '../../../platform/texts.ts'
import { PasswordInput, TextInput } from '../../../ui/controls.ts'
import { asciiDigits } from '../../../ui/form/digits.ts'
import { Toggle } from '../../../ui/table/cells.tsx'
import classes from './paramForm.module.css'
import type { ValueInputProps } from './valueInputProps.ts'
import { wireText } from './wireText.ts'

/** What can be chosen: a value, and what it is called. */
type Options = readonly (readonly [value: string, name: string])[]

const yesAndNo = (): Options => [
  ['true', t('paramForm.yes')],
  ['false', t('paramForm.no')],
]

/** On or off at one press; what says nothing yet is off, until it is pressed. */
export function SwitchInput({ label, value, onChange, error }: ValueInputProps) {
  return (
    <div className={classes.radios}>
      <Toggle
        label={label}
        isOn={value === 'true'}
        onTurn={() => onChange(value === 'true' ? 'false' : 'true')}
      />
      <span aria-hidden="true">{t(switchText(value))}</span>
      {error && (
        <p role="alert" className={classes.problem}>
          {error}
        </p>
      )}
    </div>
  )
}

function switchText(value: string) {
  if (value === 'true') return 'paramForm.yes'
  return value === 'false' ? 'paramForm.no' : 'paramForm.noSource'
}

/** All choices at once. */
export function RadioInput({ field, label, value, onChange, error }: ValueInputProps) {
  const name = useId()
  const known: Options =
    field.dataType === 'BOOL' ? yesAndNo() : field.items.map((item) => [item.value, item.label])
  // A value that is no choice any more is shown as it is, so that one sees what is wrong.
  const isKnown = value === '' || known.some(([one]) => one === value)
  const options: Options = isKnown ? known : [...known, [value, value]]
  return (
    <fieldset className={classes.radios} aria-invalid={error ? true : undefined}>
      <legend className={classes.hidden}>{label}</legend>
      {options.map(([one, text]) => (
        <label key={one}>
          <input type="radio" name={name} checked={one === value} onChange={() => onChange(one)} />
          <bdi>{text}</bdi>
        </label>
      ))}
      {error && (
        <p role="alert" className={classes.problem}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** Typed covered, and uncovered by whoever wants to see it: not kept more secret than any value. */
export function CoveredInput(props: ValueInputProps) {
  const { field, label, value, onChange, error, isReadOnly } = props
  return (
    <PasswordInput
      aria-label={label}
      value={value}
      error={error}
      readOnly={isReadOnly}
      dir="ltr"
      autoComplete="off"
      onChange={(event) => onChange(wireText(field, event.currentTarget.value))}
    />
  )
}

const isColour = /^#?[\dA-Fa-f]{6}$/

/** A colour, chosen or typed: `#RRGGBB`, without the sign where the value is hexadecimal digits. */
export function ColourInput({ field, label, value, onChange, error }: ValueInputProps) {
  const sign = field.dataType === 'HEX' ? '' : '#'
  const shown = isColour.test(value) ? `#${value.replace('#', '')}` : '#000000'
  return (
    <div className={classes.colour}>
      <input
        type="color"
        aria-label={t('paramForm.pickColour', { name: label })}
        value={shown}
        onChange={(event) =>
          onChange(`${sign}${event.currentTarget.value.replace('#', '').toUpperCase()}`)
        }
      />
      <TextInput
        aria-label={label}
        value={value}
        error={error}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(asciiDigits(event.currentTarget.value))}
      />
    </div>
  )
}
