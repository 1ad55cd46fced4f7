import { countCap } from '@muster/contract'
import { formatNumber } from '../platform/format.ts'
import { t } from '../platform/texts.ts'

/** How many there are; where counting stopped before the last, how many at least. */
export const formatCapped = (count: number | null, isCapped = (count ?? 0) > countCap): string =>
  isCapped
    ? t('tools.more', { count: formatNumber(Math.min(count ?? 0, countCap)) })
    : formatNumber(count)
