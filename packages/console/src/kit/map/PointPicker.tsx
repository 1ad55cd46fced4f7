import type { LngLat } from '@muster/contract'
import { t } from '../../platform/texts.ts'
import { TextInput } from '../../ui/controls.ts'
import { type Mark, MapView } from './MapView.tsx'
import type { Shapes } from './mapHandle.ts'
import classes from './map.module.css'

interface PointPickerProps {
  /** What screen readers call the map. */
  readonly label: string
  readonly latitude: number | null
  readonly longitude: number | null
  readonly onChange: (place: { latitude: number | null; longitude: number | null }) => void
  /** What is drawn beside the point: a fence. */
  readonly shapes?: Shapes
  readonly error?: string | undefined
}

/** A place, by a press on the map or by its coordinates. */
export function PointPicker(props: PointPickerProps) {
  const { label, latitude, longitude, onChange, shapes, error } = props
  const at: LngLat | null = latitude === null || longitude === null ? null : [longitude, latitude]
  const marks: readonly Mark[] = at ? [{ key: 'point', at, kind: 'pin', label }] : []
  return (
    <div className={classes.picker}>
      <MapView
        label={label}
        marks={marks}
        {...(shapes && { shapes })}
        {...(at && { start: { center: at, zoom: 11 } })}
        onClick={([lng, lat]) => onChange({ latitude: rounded(lat), longitude: rounded(lng) })}
      />
      <p>{t('location.pickHint')}</p>
      <div className={classes.pair}>
        <Degrees
          label={t('location.latitude')}
          value={latitude}
          limit={90}
          error={error}
          onChange={(value) => onChange({ latitude: value, longitude })}
        />
        <Degrees
          label={t('location.longitude')}
          value={longitude}
          limit={180}
          error={undefined}
          onChange={(value) => onChange({ latitude, longitude: value })}
        />
      </div>
    </div>
  )
}

/** Six decimals of a degree are ten centimetres. */
const rounded = (degrees: number) => Number(degrees.toFixed(6))

interface DegreesProps {
  readonly label: string
  readonly value: number | null
  readonly limit: number
  readonly error: string | undefined
  readonly onChange: (value: number | null) => void
}

const Degrees = ({ label, value, limit, error, onChange }: DegreesProps) => (
  <TextInput
    label={label}
    type="number"
    dir="ltr"
    min={-limit}
    max={limit}
    step="any"
    value={value ?? ''}
    error={error}
    onChange={({ currentTarget }) => {
      const typed = currentTarget.value === '' ? null : Number(currentTarget.value)
      onChange(typed === null || Math.abs(typed) > limit ? null : typed)
    }}
  />
)
