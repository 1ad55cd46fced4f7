import type { Device } from '@muster/contract'
import { formatPercent, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import classes from './facts.module.css'

/** Percent from which on a battery counts as low. */
const low = 20

/** The battery of a terminal; one without a battery reports none. */
export function Battery({
  batteryPercent,
  isCharging,
}: Pick<Device, 'batteryPercent' | 'isCharging'>) {
  if (batteryPercent === null) return nothing
  return (
    <span className={classes.fact} title={isCharging ? t('device.charging') : undefined}>
      <svg
        className={classes.battery}
        viewBox="0 0 24 12"
        data-low={batteryPercent <= low || undefined}
        aria-hidden="true"
      >
        <rect x="0.5" y="0.5" width="20" height="11" rx="2" />
        <path d="M22.5 4v4" strokeWidth="2" />
        <rect className={classes.level} x="2" y="2" width={batteryPercent * 0.17} height="8" />
        {isCharging && <path className={classes.bolt} d="M11.5 0.5 6.5 7h3.5l-1 4.5L14.5 5H11z" />}
      </svg>
      {formatPercent(batteryPercent / 100)}
      {isCharging && <span className={classes.hidden}>{t('device.charging')}</span>}
    </span>
  )
}
