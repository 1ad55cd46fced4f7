import { type GeoPoint, type LngLat, locations, metresBetween } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bboxOf } from '../../../kit/map/bbox.ts'
import { MapView } from '../../../kit/map/MapView.tsx'
import { usePage } from '../../../kit/page/page.ts'
import { query } from '../../../kit/queries.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { circleCorners } from './circleCorners.ts'
import { rounded } from './readPlace.ts'
import classes from './station.module.css'

interface FenceMapProps {
  /** Where the station is; null: it has no place. */
  readonly center: GeoPoint | null
  readonly kind: string
  /** Metres, as far as it is a number. */
  readonly radius: unknown
  readonly points: readonly GeoPoint[]
  readonly onRadius: (metres: number) => void
  readonly onPoints: (points: GeoPoint[]) => void
}

const lngLat = ({ latitude, longitude }: GeoPoint): LngLat => [longitude, latitude]

/** The fence on the map: a press says how far a circle reaches, an area is drawn corner by corner. */
export function FenceMap({ center, kind, radius, points, onRadius, onPoints }: FenceMapProps) {
  const { active } = usePage()
  const [isDrawing, setDrawing] = useState(false)
  const style = useQuery({ ...query(locations.style, {}), staleTime: Infinity, subscribed: active })
  const isCircle = kind === 'CIRCLE'
  const area = isCircle ? circleOf(center, radius) : points.map(lngLat)
  // Where it begins is shown; later the map is the reader's.
  const [fit] = useState(() => bboxOf(area.length > 0 ? area : circleOf(center, 200)))
  if (!style.data) return null
  const press = ([longitude, latitude]: LngLat) => {
    if (center) onRadius(reachOf(metresBetween(center, { latitude, longitude })))
  }
  const draw = (corners: readonly LngLat[] | null) => {
    setDrawing(false)
    if (corners)
      onPoints(corners.map(([lng, lat]) => ({ latitude: rounded(lat), longitude: rounded(lng) })))
  }
  return (
    <div className={classes.wide}>
      <MapView
        className={classes.map}
        label={t('station.fenceMap')}
        styleUrl={style.data.url}
        marks={
          center
            ? [{ key: 'station', at: lngLat(center), kind: 'pin', label: t('station.place') }]
            : []
        }
        shapes={{ lines: [], areas: area.length > 2 ? [area] : [] }}
        fit={fit}
        drawing={!isCircle && isDrawing ? 'polygon' : null}
        onDrawn={draw}
        {...(isCircle && { onClick: press })}
      />
      {isCircle ? (
        <p className={classes.hint}>{t('station.fenceCircleHint')}</p>
      ) : (
        <Button
          variant={isDrawing ? 'filled' : 'default'}
          size="xs"
          mt="xs"
          aria-pressed={isDrawing}
          onClick={() => setDrawing(!isDrawing)}
          // Escape gives the drawing up and leaves the dialog open.
          data-mantine-stop-propagation={isDrawing ? 'true' : undefined}
        >
          {t('station.fenceDraw')}
        </Button>
      )}
    </div>
  )
}

const [least, most] = [10, 50_000]
const reachOf = (metres: number) => Math.min(most, Math.max(least, Math.round(metres)))

function circleOf(center: GeoPoint | null, radius: unknown): readonly LngLat[] {
  if (!center || typeof radius !== 'number' || !(radius > 0)) return []
  return circleCorners(center, radius)
}
