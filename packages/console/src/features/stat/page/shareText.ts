import { formatNumber, formatPercent } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'

/** A count and its share of the whole. */
export const shareText = (count: number, total: number): string =>
  t('workbench.share', { number: formatNumber(count), share: formatPercent(count / total) })
