import type { ReactNode } from 'react'
import { TextInput } from '../../../ui/controls.ts'
import { asciiDigits } from '../../../ui/form/digits.ts'
import { type FieldHold, shownValue } from '../../../ui/form/fields.tsx'
import { readPlace } from './readPlace.ts'
import classes from './station.module.css'

interface PlaceFieldProps {
  readonly latitude: FieldHold
  readonly longitude: FieldHold
  /** Chooses the place on a map. */
  readonly picker?: ReactNode
}

/**
 * A place in degrees. Both numbers pasted into one of the fields, as maps and chats give them, fill
 * both.
 */
export function PlaceField({ latitude, longitude, picker }: PlaceFieldProps) {
  const paste = (text: string): boolean => {
    const place = readPlace(text)
    if (place) {
      latitude.onChange(place.latitude)
      longitude.onChange(place.longitude)
    }
    return place !== null
  }
  return (
    <>
      {[latitude, longitude].map((hold) => (
        <DegreesField key={hold.name} {...hold} paste={paste} />
      ))}
      {picker && <div className={classes.wide}>{picker}</div>}
    </>
  )
}

interface DegreesFieldProps extends FieldHold {
  /** Answers whether the text was a whole place. */
  readonly paste: (text: string) => boolean
}

function DegreesField({ value, onChange, paste, ...rest }: DegreesFieldProps) {
  const type = (typed: string) => {
    const text = asciiDigits(typed).replace('٫', '.').trim()
    onChange(/^-?\d{1,3}(?:\.\d{1,15})?$/.test(text) ? Number(text) : text)
  }
  return (
    <TextInput
      {...rest}
      value={shownValue(value)}
      dir="ltr"
      inputMode="decimal"
      autoComplete="off"
      onChange={(event) => type(event.currentTarget.value)}
      onPaste={(event) => {
        if (paste(event.clipboardData.getData('text'))) event.preventDefault()
      }}
    />
  )
}
