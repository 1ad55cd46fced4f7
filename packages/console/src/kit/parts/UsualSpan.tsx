import { t } from '../../platform/texts.ts'
import type { MomentField } from './MomentFilter.tsx'
import classes from './parts.module.css'

interface UsualSpanProps {
  /** The filter's fields for moments, in their order. */
  readonly moments: readonly (MomentField & { readonly name: string })[]
  readonly filter: Readonly<Record<string, string>>
}

/** Says which days are shown while the field for their beginning is empty. */
export function UsualSpan({ moments, filter }: UsualSpanProps) {
  const start = moments.find(({ usualDays }) => usualDays !== undefined)
  if (!start?.usualDays || filter[start.name]) return null
  const end = moments.find(({ name }) => name !== start.name)
  const values = { count: start.usualDays, from: t(start.label), to: end ? t(end.label) : '' }
  return (
    <p className={classes.usualSpan}>
      {end && filter[end.name] ? t('kit.daysBefore', values) : t('kit.lastDays', values)}
    </p>
  )
}
