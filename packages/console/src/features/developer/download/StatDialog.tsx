import {
  type DeveloperDownload,
  developerDownloads,
  downloadStatDays,
  type ReplyOf,
} from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { formatDay, formatNumber } from '../../../platform/format.ts'
import { direction, t } from '../../../platform/texts.ts'
import { BarChart } from '../../../ui/chart/BarChart.tsx'
import { ColumnChart } from '../../../ui/chart/ColumnChart.tsx'
import classes from '../developer.module.css'
import { wayTexts } from './downloadTexts.ts'

/** How often a download was taken, day by day and by which way. */
export function StatDialog({ dialog }: { readonly dialog: Dialog<DeveloperDownload> }) {
  const { record, isOpen, close } = dialog
  const title = t('download.statsOf', { name: record?.title ?? '' })
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title} size="lg">
      {record && isOpen && <Figures id={record.id} />}
    </DialogFrame>
  )
}

function Figures({ id }: { readonly id: string }) {
  const found = useQuery(query(developerDownloads.stat, { params: { id } }))
  return (
    <Loaded query={found} permission={developerDownloads.stat.permission}>
      {(stat) =>
        stat.total === 0 ? (
          <p className={classes.none}>{t('download.never')}</p>
        ) : (
          <Charts {...stat} />
        )
      }
    </Loaded>
  )
}

function Charts({ days, ways }: ReplyOf<typeof developerDownloads.stat>) {
  const title = t('download.days', { days: downloadStatDays })
  return (
    <>
      <h3 className={classes.heading}>{title}</h3>
      <ColumnChart
        parts={['success']}
        columns={days.map(({ day, count }) => ({
          label: formatDay(day),
          says: `${formatDay(day)}: ${formatNumber(count)}`,
          values: [count],
        }))}
        summary={title}
        formatValue={formatNumber}
      />
      <h3 className={classes.heading}>{t('download.ways')}</h3>
      <BarChart
        bars={ways.map(({ way, count }) => ({ key: way, label: t(wayTexts[way]), value: count }))}
        summary={t('download.ways')}
        direction={direction}
        formatValue={formatNumber}
      />
    </>
  )
}
