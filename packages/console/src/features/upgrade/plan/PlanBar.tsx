import { type Plan, type PlanFigure, planFigures } from '@muster/contract'
import { formatNumber, formatPercent, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import classes from './plan.module.css'

/** How far a plan or a wave is: each share of its terminals, and what of them is well. */
export function PlanBar({ of }: { readonly of: Pick<Plan, PlanFigure | 'size'> }) {
  if (of.size === 0) return nothing
  const shares = planFigures.filter((key) => of[key] > 0)
  const says = shares
    .map((key) => t('push.share', { name: t(`plan.${key}`), number: formatNumber(of[key]) }))
    .join('; ')
  const done = Math.floor((of.succeeded * 100) / of.size) / 100
  return (
    <span className={classes.progress} title={says}>
      <span className={classes.bar} role="img" aria-label={says}>
        {shares.map((key) => (
          <span key={key} data-share={key} style={{ flexGrow: of[key] }} />
        ))}
      </span>
      <span className={classes.far}>{formatPercent(done)}</span>
    </span>
  )
}
