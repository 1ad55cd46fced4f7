import { appUse, type ReplyOf } from '@muster/contract'
import { useState } from 'react'
import { formatNumber } from '../../../platform/format.ts'
import { direction, t, texts } from '../../../platform/texts.ts'
import { BarChart } from '../../../ui/chart/BarChart.tsx'
import type { Bar } from '../../../ui/chart/barOption.ts'
import { ChoiceInput } from '../../../ui/form/ChoiceInput.tsx'
import { Block } from '../page/Block.tsx'
import { useFigures, useStat } from '../page/stat.ts'
import { useHolderLink } from './useHolderLink.ts'

type Unused = ReplyOf<typeof appUse.unused>

const spans = {
  '1': 'appUse.since.day',
  '3': 'appUse.since.threeDays',
  '7': 'appUse.since.week',
  '30': 'appUse.since.month',
} as const

/** Mandatory applications that nobody opens, and on how many terminals. */
export function UnusedBlock() {
  const { filter } = useStat()
  const [days, setDays] = useState('7')
  const read = useFigures(appUse.unused, { query: { ...filter, unusedDays: Number(days) } })
  const link = useHolderLink('STATISTICS_DEVICE_APK_LOG')
  const barsOf = ({ apps }: Unused): readonly Bar[] =>
    apps.map(({ appId, name, unused }) => ({
      key: appId,
      label: name,
      value: unused,
      tone: unused > 0 ? ('bad' as const) : ('neutral' as const),
      href: unused > 0 ? link({ appId, unusedDays: days }) : undefined,
    }))
  return (
    <Block
      title={t('appUse.unused')}
      name="unused-applications"
      wide="all"
      read={read}
      aside={
        <ChoiceInput
          label={t('appUse.since')}
          options={texts(spans)}
          value={days}
          onChoose={(chosen) => setDays(chosen || '7')}
        />
      }
      empty={({ apps }) => (apps.length === 0 ? 'appUse.noMandatory' : null)}
      figures={(data) => ({
        columns: [t('appStat.app'), t('appUse.unusedTerminals'), t('appStat.have')],
        rows: data.apps.map(({ name, unused, terminals }) => [name, unused, terminals]),
        hrefs: barsOf(data).map(({ href }) => href),
      })}
    >
      {(data) => (
        <BarChart
          bars={barsOf(data)}
          summary={t('appUse.unused')}
          direction={direction}
          formatValue={formatNumber}
        />
      )}
    </Block>
  )
}
