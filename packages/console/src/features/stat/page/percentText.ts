import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'

export const percentText = (value: number | null): string =>
  value === null ? formatNumber(null) : t('stat.percent', { value: formatNumber(value) })
