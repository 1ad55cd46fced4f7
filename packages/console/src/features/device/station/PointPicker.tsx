import { type GeoPoint, locations } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { bboxOf } from '../../../kit/map/bbox.ts'
import { MapView } from '../../../kit/map/MapView.tsx'
import { usePage } from '../../../kit/page/page.ts'
import { query } from '../../../kit/queries.ts'
import { t } from '../../../platform/texts.ts'
import { rounded } from './readPlace.ts'
import classes from './station.module.css'

interface PointPickerProps {
  /** The place so far; null while there is none. */
  readonly point: GeoPoint | null
  readonly onChange: (point: GeoPoint) => void
  /** What was found by its name: the map goes there. */
  readonly focus: GeoPoint | null
}

/** A place by a press on the map. */
export function PointPicker({ point, onChange, focus }: PointPickerProps) {
  const { active } = usePage()
  const style = useQuery({ ...query(locations.style, {}), staleTime: Infinity, subscribed: active })
  const label = t('station.place')
  const fit = useMemo(() => focus && bboxOf(cornersAround(focus)), [focus])
  const at = point && ([point.longitude, point.latitude] as const)
  if (!style.data) return null
  return (
    <>
      <MapView
        className={classes.map}
        label={label}
        styleUrl={style.data.url}
        marks={at ? [{ key: 'point', at, kind: 'pin', label }] : []}
        {...(at && { start: { center: at, zoom: 11 } })}
        fit={fit}
        onClick={([lng, lat]) => onChange({ latitude: rounded(lat), longitude: rounded(lng) })}
      />
      <p className={classes.hint}>{t('location.pickHint')}</p>
    </>
  )
}

/** Degrees that the map shows on either side of a place that was found. */
const around = 0.1

const cornersAround = ({ latitude, longitude }: GeoPoint) =>
  [-around, around].map(
    (by) => [longitude + by, Math.max(-85, Math.min(85, latitude)) + by] as const,
  )
