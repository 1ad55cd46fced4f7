import type { Push } from '@muster/contract'
import { formatNumber, formatPercent, nothing } from '../../platform/format.ts'
import classes from './push.module.css'
import { type Figures, sharesOf } from './shares.ts'

/** How far a push is: each part of the bar is its share of all terminals. */
export function Progress({ push }: { readonly push: Figures & Pick<Push, 'size'> }) {
  const shares = sharesOf(push)
  const whole = Math.max(
    1,
    shares.reduce((sum, { count }) => sum + count, 0),
  )
  if (shares.length === 0) return nothing
  const says = shares.map((share) => share.says).join('; ')
  const ended = push.succeeded + push.failed + push.leftOut
  return (
    <span className={classes.progress} title={says}>
      <span className={classes.bar} role="img" aria-label={says}>
        {shares.map(({ key, count }) => (
          <span key={key} data-share={key} style={{ flexGrow: count / whole }} />
        ))}
      </span>
      <span className={classes.far}>
        {push.size === 1 ? formatNumber(1) : formatPercent(ended / whole)}
      </span>
    </span>
  )
}
