import type { Device } from '@muster/contract'
import { t } from '../../../platform/texts.ts'
import { presenceTexts } from './deviceTexts.ts'
import classes from './facts.module.css'

/** Whether a terminal is connected: full, empty or broken ring, and the word. */
export function Presence({ presence }: Pick<Device, 'presence'>) {
  return (
    <span className={classes.fact} data-presence={presence}>
      <svg className={classes.mark} viewBox="0 0 12 12" aria-hidden="true">
        <circle cx="6" cy="6" r="4.5" />
      </svg>
      {t(presenceTexts[presence])}
    </span>
  )
}
