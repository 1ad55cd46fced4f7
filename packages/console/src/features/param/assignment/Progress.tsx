import type { Param, TextKey } from '@muster/contract'
import { formatNumber, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import classes from './assignment.module.css'

type Figures = Pick<Param, 'syncedCount' | 'pendingCount' | 'failedCount'>

const shares = [
  ['syncedCount', 'param.synced'],
  ['pendingCount', 'param.pending'],
  ['failedCount', 'param.failed'],
] as const satisfies readonly (readonly [keyof Figures, TextKey])[]

/** How many terminals have it, wait for it, and are kept from it. */
export function Progress({ of }: { readonly of: Figures }) {
  const said = shares.filter(([key]) => of[key] > 0)
  if (said.length === 0) return nothing
  const says = said
    .map(([key, text]) => t('param.share', { name: t(text), number: formatNumber(of[key]) }))
    .join('; ')
  return (
    <span className={classes.progress} title={says}>
      <span className={classes.bar} role="img" aria-label={says}>
        {said.map(([key]) => (
          <span key={key} data-share={key} style={{ flexGrow: of[key] }} />
        ))}
      </span>
      {said.map(([key]) => (
        <span key={key} className={classes.figure} data-share={key} aria-hidden="true">
          {formatNumber(of[key])}
        </span>
      ))}
    </span>
  )
}
