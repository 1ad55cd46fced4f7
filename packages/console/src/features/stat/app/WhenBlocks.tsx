import { appUse, type ReplyOf } from '@muster/contract'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { ColumnChart } from '../../../ui/chart/ColumnChart.tsx'
import { dayTexts } from '../../push/index.ts'
import { Block } from '../page/Block.tsx'
import { useFigures, useStat } from '../page/stat.ts'

type When = ReplyOf<typeof appUse.trend>

interface Part {
  readonly label: string
  readonly count: number
}

const byHour = ({ hours }: When): readonly Part[] =>
  hours.map((count, hour) => ({ label: t('appUse.hour', { hour: formatNumber(hour) }), count }))

const byWeekday = ({ weekdays }: When): readonly Part[] =>
  weekdays.map((count, place) => {
    const key = dayTexts[place + 1]
    return { label: key ? t(key) : '', count }
  })

/** When an application is opened: by the hour, and by the day of the week. */
export function WhenBlocks({ appId }: { readonly appId: string }) {
  const { filter, days } = useStat()
  const read = useFigures(appUse.trend, { query: { ...filter, ...days, appId } })
  return (
    <>
      <CountBlock
        read={read}
        title={t('appUse.byHour')}
        name="use-by-hour"
        partsOf={byHour}
        isWide
      />
      <CountBlock
        read={read}
        title={t('appUse.byWeekday')}
        name="use-by-weekday"
        partsOf={byWeekday}
      />
    </>
  )
}

interface CountBlockProps {
  readonly read: ReturnType<typeof useFigures<typeof appUse.trend>>
  readonly title: string
  readonly name: string
  readonly partsOf: (data: When) => readonly Part[]
  readonly isWide?: boolean
}

function CountBlock({ read, title, name, partsOf, isWide = false }: CountBlockProps) {
  return (
    <Block
      title={title}
      name={name}
      {...(isWide && { wide: 'two' as const })}
      read={read}
      countedAt={({ countedAt }) => countedAt}
      empty={(data) => (partsOf(data).every(({ count }) => count === 0) ? 'appStat.noUse' : null)}
      figures={(data) => ({
        columns: [t('workbench.time'), t('appUse.launches')],
        rows: partsOf(data).map(({ label, count }) => [label, count]),
      })}
    >
      {(data) => (
        <ColumnChart
          columns={partsOf(data).map(({ label, count }) => ({
            label,
            says: t('appUse.openedAt', { at: label, count: formatNumber(count) }),
            values: [count],
          }))}
          parts={['data']}
          formatValue={formatNumber}
          summary={title}
        />
      )}
    </Block>
  )
}
