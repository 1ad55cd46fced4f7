import { t } from '../../../platform/texts.ts'
import { type FieldHold, shownValue } from '../../../ui/form/fields.tsx'
import classes from './classification.module.css'
import { Label } from './Label.tsx'

/** Colours that are told apart, by what they are called. */
const palette = {
  '#1561D6': 'classification.colour.blue',
  '#0E9384': 'classification.colour.teal',
  '#15803D': 'classification.colour.green',
  '#CA8A04': 'classification.colour.yellow',
  '#EA580C': 'classification.colour.orange',
  '#C62828': 'classification.colour.red',
  '#DB2777': 'classification.colour.pink',
  '#7C3AED': 'classification.colour.purple',
  '#64748B': 'classification.colour.grey',
} as const

interface ColourFieldProps extends FieldHold {
  /** What the label is called, to be shown in its colour. */
  readonly shown: string
}

/** A colour: one of a few, or any other. */
export function ColourField({ name, label, value, onChange, error, shown }: ColourFieldProps) {
  const colour = shownValue(value)
  return (
    <fieldset className={classes.colours}>
      <legend>{label}</legend>
      <div className={classes.swatches}>
        {Object.entries(palette).map(([one, text]) => (
          <input
            key={one}
            type="radio"
            name={name}
            value={one}
            aria-label={t(text)}
            title={t(text)}
            style={{ '--label': one }}
            checked={colour.toUpperCase() === one}
            onChange={() => onChange(one)}
          />
        ))}
        <label>
          <input
            type="color"
            value={/^#[\dA-Fa-f]{6}$/.test(colour) ? colour : '#64748B'}
            onChange={(event) => onChange(event.currentTarget.value.toUpperCase())}
          />
          {t('classification.colour.other')}
        </label>
        {colour && shown && <Label name={shown} colour={colour} />}
      </div>
      {error && (
        <p role="alert" className={classes.fault}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** What a new label begins with. */
export const firstColour = '#1561D6'
