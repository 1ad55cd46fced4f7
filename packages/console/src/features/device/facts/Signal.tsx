import type { Device } from '@muster/contract'
import { formatPercent, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import classes from './facts.module.css'
import { networkText } from './networkText.ts'

const bars = [1, 2, 3, 4] as const

/** The network a terminal is on, and how well it hears it. */
export function Signal({
  networkType,
  signalPercent,
}: Pick<Device, 'networkType' | 'signalPercent'>) {
  if (networkType === null) return nothing
  // A cable has no strength.
  if (signalPercent === null || networkType === 'ETHERNET') return networkText(networkType)
  const strength = t('device.signalOf', { percent: formatPercent(signalPercent / 100) })
  return (
    <span className={classes.fact} title={strength}>
      <svg className={classes.bars} viewBox="0 0 16 12" aria-hidden="true">
        {bars.map((bar) => (
          <rect
            key={bar}
            x={bar * 4 - 4}
            y={12 - bar * 3}
            width="3"
            height={bar * 3}
            data-on={signalPercent > bar * 25 - 25 || undefined}
          />
        ))}
      </svg>
      <span>{networkText(networkType)}</span>
      <span className={classes.hidden}>{strength}</span>
    </span>
  )
}
