import type { GeoPoint } from '@muster/contract'
import { useState } from 'react'
import { lazyPart } from '../../../platform/lazyPart.tsx'
import { TextInput } from '../../../ui/controls.ts'
import { asciiDigits } from '../../../ui/form/digits.ts'
import { type FieldHold, shownValue } from '../../../ui/form/fields.tsx'
import { readPlace } from './readPlace.ts'
import classes from './station.module.css'

interface PlaceFieldProps {
  readonly latitude: FieldHold
  readonly longitude: FieldHold
  readonly address: FieldHold
}

const NearPlace = lazyPart(() => import('./NearPlace.tsx').then((file) => file.NearPlace))
const PlaceSearch = lazyPart(() => import('./PlaceSearch.tsx').then((file) => file.PlaceSearch))
const PointPicker = lazyPart(() => import('./PointPicker.tsx').then((file) => file.PointPicker))

/**
 * A place in degrees, or by a press on the map. Both numbers pasted into one of the fields, as maps
 * and chats give them, fill both.
 */
export function PlaceField({ latitude, longitude, address }: PlaceFieldProps) {
  const set = (point: GeoPoint) => {
    latitude.onChange(point.latitude)
    longitude.onChange(point.longitude)
  }
  const [focus, setFocus] = useState<GeoPoint | null>(null)
  const point = pointOf(latitude.value, longitude.value)
  const typed = shownValue(address.value).trim()
  const paste = (text: string): boolean => {
    const place = readPlace(text)
    if (place) set(place)
    return place !== null
  }
  return (
    <>
      {[latitude, longitude].map((hold) => (
        <DegreesField key={hold.name} {...hold} paste={paste} />
      ))}
      <div className={classes.wide}>
        <PlaceSearch
          address={typed}
          onChoose={(found) => {
            set(found)
            setFocus(found)
          }}
        />
        <PointPicker point={point} onChange={set} focus={focus} />
        {point && <NearPlace point={point} onAddress={typed === '' ? address.onChange : null} />}
      </div>
    </>
  )
}

/** What is typed, as far as it is a place. */
function pointOf(latitude: unknown, longitude: unknown): GeoPoint | null {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null
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
