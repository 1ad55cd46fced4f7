import type { Device } from '@muster/contract'
import { useSyncExternalStore } from 'react'
import { formatPercent, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { bandOf } from '../detail/connectivity/band.ts'
import classes from './dayBand.module.css'
import { followTicks, lastTick } from './ticker.ts'

const dayMs = 86_400_000
const width = 96
const height = 10

/** A band is drawn anew with each minute, not with each tick. */
const endOfMinute = () => Math.ceil(lastTick() / 60_000) * 60_000

/**
 * When a terminal was connected within the last 24 hours, in a row: the time runs from left to right
 * in every language, and who cannot see it reads how much of it that was.
 */
export function DayBand({ connections, createdAt }: Pick<Device, 'connections' | 'createdAt'>) {
  const until = useSyncExternalStore(followTicks, endOfMinute)
  if (!connections) return nothing
  const whole = { from: until - dayMs, until }
  const ends = connections.map((one) => ({ ...one, ip: null, reason: null }))
  const { segments, onlineShare, reconnects } = bandOf(ends, whole, Date.parse(createdAt))
  const x = (at: number) => ((at - whole.from) / dayMs) * width
  const says = t('device.band.says', {
    share: formatPercent(onlineShare),
    hours: 24,
    count: reconnects,
  })
  return (
    <svg
      className={classes.band}
      role="img"
      aria-label={says}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
    >
      <title>{says}</title>
      {segments
        .filter(({ state }) => state === 'ONLINE')
        .map(({ from, until: to }) => (
          <rect key={from} x={x(from)} width={Math.max(1, x(to) - x(from))} height={height} />
        ))}
    </svg>
  )
}
