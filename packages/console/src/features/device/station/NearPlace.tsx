import { type FoundPlace, type GeoPoint, stations } from '@muster/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../../kit/call.ts'
import { usePage } from '../../../kit/page/page.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import classes from './station.module.css'

interface NearPlaceProps {
  readonly point: GeoPoint
  /** Null: there is an address already. */
  readonly onAddress: ((address: string) => void) | null
}

/** What a position is near to, and in which country: taken for the address where there is none. */
export function NearPlace({ point, onAddress }: NearPlaceProps) {
  const { active } = usePage()
  const near = useQuery({
    queryKey: [stations.geocode.path, point],
    queryFn: () => call(stations.geocode, { body: { at: point } }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    subscribed: active,
  })
  const words = wordsOf(near.data ?? [])
  if (words.length === 0) return null
  return (
    <p className={classes.near}>
      <span>{words.map(({ text }) => text).join(' · ')}</span>
      {onAddress && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => onAddress(words.map(({ name }) => name).join(', '))}
        >
          {t('station.useAsAddress')}
        </Button>
      )}
    </p>
  )
}

/** From a city that is further away nothing is told. */
const farthest = 150

function wordsOf(places: readonly FoundPlace[]) {
  return places.flatMap(({ kind, name, kilometres }) => {
    if (kind === 'COUNTRY') return [{ name, text: t('station.inPlace', { place: name }) }]
    if (kilometres === null || kilometres > farthest) return []
    if (kilometres < 1) return [{ name, text: t('station.inPlace', { place: name }) }]
    const distance = formatNumber(kilometres)
    return [{ name, text: t('station.near', { city: name, distance }) }]
  })
}
