import { type Banner, bannerStatDays, banners, type ReplyOf } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { DialogFrame } from '../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { Loaded } from '../../kit/page/Screen.tsx'
import { query } from '../../kit/queries.ts'
import { formatDay, formatNumber, formatPercent } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import { ColumnChart } from '../../ui/chart/ColumnChart.tsx'
import classes from './appstore.module.css'

/** How often a banner was seen and pressed, day by day. */
export function StatDialog({ dialog }: { readonly dialog: Dialog<Banner> }) {
  const { record, isOpen, close } = dialog
  const title = t('banner.statsOf', { name: record?.title ?? '' })
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title} size="lg">
      {record && isOpen && <Figures id={record.id} />}
    </DialogFrame>
  )
}

function Figures({ id }: { readonly id: string }) {
  const found = useQuery(query(banners.stat, { params: { id } }))
  return (
    <Loaded query={found} permission={banners.stat.permission}>
      {(stat) =>
        stat.views + stat.clicks === 0 ? (
          <p className={classes.none}>{t('banner.never')}</p>
        ) : (
          <Days {...stat} />
        )
      }
    </Loaded>
  )
}

function Days({ views, clicks, days }: ReplyOf<typeof banners.stat>) {
  const title = t('banner.days', { days: bannerStatDays })
  const share = formatPercent(views === 0 ? null : clicks / views)
  const sum = { views: formatNumber(views), clicks: formatNumber(clicks), share }
  return (
    <>
      <p className={classes.hint}>{t('banner.sum', sum)}</p>
      <h3 className={classes.heading}>{title}</h3>
      <ColumnChart
        parts={['success', 'warning']}
        columns={days.map((day) => ({
          label: formatDay(day.day),
          says: t('banner.dayFigures', {
            day: formatDay(day.day),
            views: formatNumber(day.views),
            clicks: formatNumber(day.clicks),
          }),
          // Who pressed it has seen it.
          values: [Math.max(day.views - day.clicks, 0), day.clicks],
        }))}
        summary={title}
        formatValue={formatNumber}
      />
    </>
  )
}
