import { formatDateTime, formatPercent, formatTimeOfDay } from '../../../../platform/format.ts'
import { t } from '../../../../platform/texts.ts'
import { presenceTexts } from '../../facts/deviceTexts.ts'
import type { Band as BandOf, Segment } from './band.ts'
import { bandHours } from './useConnectivity.ts'
import classes from './connectivity.module.css'

const width = 960
const height = 28
const marks = [0, 0.25, 0.5, 0.75, 1] as const

/**
 * When a terminal was connected: full height where it was, a thin line where it was not. Time runs
 * from left to right in every language, as in the curves of the workbench.
 */
export function Band({ band }: { readonly band: BandOf }) {
  const { from, until, segments, onlineShare, reconnects } = band
  const says = t('device.band.says', {
    share: formatPercent(onlineShare),
    hours: bandHours,
    count: reconnects,
  })
  const x = (at: number) => ((at - from) / (until - from)) * width
  return (
    <figure className={classes.band} dir="ltr">
      <svg
        role="img"
        aria-label={says}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
      >
        {segments.map((segment) => (
          <Stretch key={segment.from} segment={segment} x={x} />
        ))}
      </svg>
      <div className={classes.scale} aria-hidden="true">
        {marks.map((share) => (
          <span key={share}>{formatTimeOfDay(from + (until - from) * share)}</span>
        ))}
      </div>
    </figure>
  )
}

interface StretchProps {
  readonly segment: Segment
  readonly x: (at: number) => number
}

function Stretch({ segment: { state, from, until }, x }: StretchProps) {
  const isOnline = state === 'ONLINE'
  return (
    <rect
      x={x(from)}
      // A short absence or connection must still be seen.
      width={Math.max(1.5, x(until) - x(from))}
      y={isOnline ? 0 : height - 6}
      height={isOnline ? height : 6}
      data-state={state}
    >
      <title>
        {t('device.band.segment', {
          state: t(presenceTexts[state]),
          from: formatDateTime(from),
          until: formatDateTime(until),
        })}
      </title>
    </rect>
  )
}
