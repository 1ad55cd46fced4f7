import type { appUse, deviceStat, ReplyOf } from '@muster/contract'
import { useState } from 'react'
import { formatNumber } from '../../../platform/format.ts'
import { direction, t, texts } from '../../../platform/texts.ts'
import { BarChart } from '../../../ui/chart/BarChart.tsx'
import type { Bar } from '../../../ui/chart/barOption.ts'
import { ChoiceInput } from '../../../ui/form/ChoiceInput.tsx'
import { Block } from '../page/Block.tsx'
import { useFigures, useStat } from '../page/stat.ts'

type Unused = ReplyOf<typeof appUse.unused>

const spans = {
  '1': 'appUse.since.day',
  '3': 'appUse.since.threeDays',
  '7': 'appUse.since.week',
  '30': 'appUse.since.month',
} as const

interface UnopenedProps {
  readonly call: typeof appUse.unused | typeof deviceStat.idle
  readonly title: string
  /** Of the file. */
  readonly name: string
  /** What is counted. */
  readonly counted: string
  readonly hrefOf: (appId: string, days: number) => string | undefined
}

/** Mandatory applications that nobody has opened for some days, and on how many terminals. */
export function UnopenedBlock({ call, title, name, counted, hrefOf }: UnopenedProps) {
  const { filter } = useStat()
  const [days, setDays] = useState('7')
  const read = useFigures(call, { query: { ...filter, unusedDays: Number(days) } })
  const barsOf = ({ apps }: Unused): readonly Bar[] =>
    apps.map(({ appId, name: label, unused }) => ({
      key: appId,
      label,
      value: unused,
      tone: unused > 0 ? ('bad' as const) : ('neutral' as const),
      href: unused > 0 ? hrefOf(appId, Number(days)) : undefined,
    }))
  return (
    <Block
      title={title}
      name={name}
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
        columns: [t('appStat.app'), counted, t('appStat.have')],
        rows: data.apps.map(({ name: app, unused, terminals }) => [app, unused, terminals]),
        hrefs: barsOf(data).map(({ href }) => href),
      })}
    >
      {(data) => (
        <BarChart
          bars={barsOf(data)}
          summary={title}
          direction={direction}
          formatValue={formatNumber}
        />
      )}
    </Block>
  )
}
