import type { ClientCalls } from '@muster/contract'
import { formatDateTime, formatNumber, formatTimeOfDay } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import classes from './client.module.css'

type Hour = ClientCalls['hours'][number]

const height = 120
const step = 40
const gap = 6
const marks = [0, 6, 12, 18, 23] as const

/** Calls by the hour: what was answered well, what with an error, and what was turned away. */
export function CallsChart({ hours }: { readonly hours: readonly Hour[] }) {
  const most = Math.max(0, ...hours.map(({ calls, refused }) => calls + refused))
  if (most === 0) return <p className={classes.none}>{t('client.noCalls')}</p>
  return (
    <figure className={classes.chart}>
      <svg
        role="img"
        aria-label={t('client.calls')}
        viewBox={`0 0 ${hours.length * step} ${height}`}
        preserveAspectRatio="none"
      >
        {hours.map((hour, place) => (
          <Bar key={hour.hour} hour={hour} x={place * step} unit={height / most} />
        ))}
      </svg>
      <div className={classes.scale} aria-hidden="true">
        {marks.map((place) => (
          <span key={place}>{formatTimeOfDay(hours[place]?.hour ?? '')}</span>
        ))}
      </div>
    </figure>
  )
}

interface BarProps {
  readonly hour: Hour
  readonly x: number
  /** Height of one call. */
  readonly unit: number
}

function Bar({ hour: { hour, calls, errors, refused }, x, unit }: BarProps) {
  const parts = [
    ['good', calls - errors],
    ['error', errors],
    ['refused', refused],
  ] as const
  let below = 0
  return (
    <g>
      <title>
        {t('client.hourLabel', {
          hour: formatDateTime(hour),
          calls: formatNumber(calls),
          errors: formatNumber(errors),
          refused: formatNumber(refused),
        })}
      </title>
      {/* The whole height answers the pointer, also where nobody called. */}
      <rect x={x} y={0} width={step} height={height} className={classes.hour} />
      {parts.map(([part, count]) => {
        below += count
        return (
          <rect
            key={part}
            data-part={part}
            x={x + gap / 2}
            y={height - below * unit}
            width={step - gap}
            height={count * unit}
          />
        )
      })}
    </g>
  )
}
