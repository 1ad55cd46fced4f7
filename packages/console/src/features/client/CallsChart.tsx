import type { ClientCalls } from '@muster/contract'
import { formatDateTime, formatNumber, formatTimeOfDay } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import { ColumnChart } from '../../ui/chart/ColumnChart.tsx'
import classes from './client.module.css'

type Hour = ClientCalls['hours'][number]

/** Calls by the hour: what was answered well, what with an error, and what was turned away. */
export function CallsChart({ hours }: { readonly hours: readonly Hour[] }) {
  if (hours.every(({ calls, refused }) => calls + refused === 0))
    return <p className={classes.none}>{t('client.noCalls')}</p>
  return (
    <ColumnChart
      parts={['success', 'danger', 'warning']}
      columns={hours.map(({ hour, calls, errors, refused }) => ({
        label: formatTimeOfDay(hour),
        says: t('client.hourLabel', {
          hour: formatDateTime(hour),
          calls: formatNumber(calls),
          errors: formatNumber(errors),
          refused: formatNumber(refused),
        }),
        values: [calls - errors, errors, refused],
      }))}
      summary={t('client.calls')}
      formatValue={formatNumber}
    />
  )
}
