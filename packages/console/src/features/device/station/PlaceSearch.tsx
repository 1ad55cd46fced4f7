import { type FoundPlace, type GeoPoint, stations, type TextKey } from '@muster/contract'
import { useState } from 'react'
import { call } from '../../../kit/call.ts'
import { outcomeOf } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'
import { Button, TextInput } from '../../../ui/controls.ts'
import classes from './station.module.css'

const kindTexts: Readonly<Record<FoundPlace['kind'], TextKey>> = {
  CITY: 'station.placeKind.CITY',
  COUNTRY: 'station.placeKind.COUNTRY',
  STATION: 'station.placeKind.STATION',
}

interface PlaceSearchProps {
  /** As far as it is typed. */
  readonly address: string
  readonly onChoose: (point: GeoPoint) => void
}

/** A place by its name, or by the address that was typed: without asking anybody outside. */
export function PlaceSearch({ address, onChoose }: PlaceSearchProps) {
  const [text, setText] = useState('')
  const [found, setFound] = useState<readonly FoundPlace[] | null>(null)
  const find = async (sought: string) => {
    if (sought.trim() === '') return setFound(null)
    const asked = await outcomeOf(call(stations.geocode, { body: { text: sought } }))
    setFound('reply' in asked ? asked.reply : null)
  }
  const choose = ({ latitude, longitude }: FoundPlace) => {
    onChoose({ latitude, longitude })
    setFound(null)
  }
  return (
    <div className={classes.search}>
      <TextInput
        label={t('station.findPlace')}
        placeholder={t('station.findPlaceHint')}
        value={text}
        maxLength={255}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // It finds, and saves nothing.
          event.preventDefault()
          void find(text)
        }}
      />
      <Button variant="default" onClick={() => void find(text || address)}>
        {t(text === '' && address !== '' ? 'station.findAddress' : 'station.findPlace')}
      </Button>
      {found && (
        <ul className={classes.found} aria-live="polite">
          {found.length === 0 && <li className={classes.hint}>{t('station.placeNotFound')}</li>}
          {found.map((place) => (
            <li key={`${place.kind} ${place.name} ${place.latitude}`}>
              <button type="button" onClick={() => choose(place)}>
                <bdi>{place.name}</bdi>
                <small>
                  {t(kindTexts[place.kind])}
                  {place.within && (
                    <>
                      {' · '}
                      <bdi>{place.within}</bdi>
                    </>
                  )}
                </small>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
