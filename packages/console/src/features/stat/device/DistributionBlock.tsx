import { deviceStat, type EstatePart, type ReplyOf, type TextKey } from '@muster/contract'
import { direction, t } from '../../../platform/texts.ts'
import { BarChart } from '../../../ui/chart/BarChart.tsx'
import type { Bar } from '../../../ui/chart/barOption.ts'
import { Block } from '../page/Block.tsx'
import { shareText } from '../page/shareText.ts'
import { useDeviceLink, useFigures, useStat } from '../page/stat.ts'
import { partKinds } from './parts.ts'

type Distribution = ReplyOf<typeof deviceStat.distribution>

/** How terminals divide by one of their facts; each bar leads to those that it counts. */
export function DistributionBlock({ by }: { readonly by: EstatePart }) {
  const { filter } = useStat()
  const read = useFigures(deviceStat.distribution, { query: { ...filter, by } })
  const link = useDeviceLink(filter)
  const { title, labelOf, askOf, none = 'workbench.unknown' } = partKinds[by]
  const barsOf = (data: Distribution): readonly Bar[] => [
    ...data.parts.map((part) => {
      const ask = askOf(part)
      const href = ask && part.count > 0 ? link(ask.query, ask.tree) : undefined
      return { key: part.key, label: labelOf(part), value: part.count, href }
    }),
    ...rest('workbench.others', data.others),
    ...rest(none, data.unknown),
  ]
  return (
    <Block
      title={t(title)}
      name={`terminals-${by}`}
      read={read}
      countedAt={({ countedAt }) => countedAt}
      empty={({ total }) => (total === 0 ? 'workbench.noTerminals' : null)}
      figures={(data) => {
        const bars = barsOf(data)
        return {
          columns: [t(title), t('workbench.terminals')],
          rows: bars.map(({ label, value }) => [label, value]),
          hrefs: bars.map(({ href }) => href),
        }
      }}
    >
      {(data) => (
        <BarChart
          bars={barsOf(data)}
          summary={t('stat.by.says', { by: t(title), total: data.total })}
          direction={direction}
          formatValue={(value) => shareText(value, data.total)}
        />
      )}
    </Block>
  )
}

const rest = (text: TextKey, value: number): readonly Bar[] =>
  value > 0 ? [{ key: `\n${text}`, label: t(text), value, tone: 'neutral' as const }] : []
