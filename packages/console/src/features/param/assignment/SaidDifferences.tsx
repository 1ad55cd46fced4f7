import type { ParamSaid } from '@muster/contract'
import { t } from '../../../platform/texts.ts'
import classes from './assignment.module.css'
import { Differences } from './Differences.tsx'
import { differencesOf } from './differencesOf.ts'

interface SaidDifferencesProps {
  readonly titles: readonly [string, string]
  readonly before: ParamSaid | undefined
  readonly after: ParamSaid | undefined
}

/** In what two of what assignments say differ. */
export function SaidDifferences({ titles, before, after }: SaidDifferencesProps) {
  const differences = differencesOf(before, after)
  if (differences.length === 0) return <p className={classes.quiet}>{t('param.noDifferences')}</p>
  return (
    <Differences
      label={t('param.differences')}
      titles={titles}
      differences={differences}
      none={t('param.inherited')}
    />
  )
}
