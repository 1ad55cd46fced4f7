import { formatDateTimeSeconds, formatMoment, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import type { Tick as TickValue } from '../../device/index.ts'
import classes from './detail.module.css'

const shapes = { yes: 'M3 8.5 6.5 12 13 4.5', no: 'M4 4l8 8M12 4l-8 8' } as const
const words = { yes: 'device.tick.yes', no: 'device.tick.no' } as const

/** One tick with its moment; a dash where it cannot be. */
export function Tick({ state, at }: TickValue) {
  if (state === 'never') return nothing
  if (state === 'open') return <span className={classes.open}>{t('device.tick.open')}</span>
  return (
    <span className={classes.tick} data-state={state}>
      <svg viewBox="0 0 16 16" role="img" aria-label={t(words[state])}>
        <path d={shapes[state]} />
      </svg>
      {at !== null && (
        <time dateTime={at} title={formatDateTimeSeconds(at)}>
          {formatMoment(at)}
        </time>
      )}
    </span>
  )
}
