import {
  deviceStat,
  type EstatePart,
  partList,
  type ReplyOf,
  type TextKey,
  untoldList,
} from '@muster/contract'
import { direction, t } from '../../../platform/texts.ts'
import { BarChart } from '../../../ui/chart/BarChart.tsx'
import type { Bar } from '../../../ui/chart/barOption.ts'
import { Block } from '../page/Block.tsx'
import { shareText } from '../page/shareText.ts'
import { useFigureLink, useFigures, useStat } from '../page/stat.ts'
import { partKinds } from './parts.ts'

type Distribution = ReplyOf<typeof deviceStat.distribution>

/** How terminals divide by one of their facts; each bar leads to those that it counts. */
export function DistributionBlock({ by }: { readonly by: EstatePart }) {
  const { filter } = useStat()
  const read = useFigures(deviceStat.distribution, { query: { ...filter, by } })
  const link = useFigureLink()
  const { title, labelOf, none = 'workbench.unknown' } = partKinds[by]
  const barsOf = (data: Distribution): readonly Bar[] => [
    ...data.parts.map((part) => {
      const href = part.count > 0 ? link(partList(by, filter, part)) : undefined
      return { key: part.key, label: labelOf(part), value: part.count, href }
    }),
    ...rest('workbench.others', data.others),
    ...rest(none, data.unknown, link(untoldList(by, filter, data.parts))),
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

const rest = (text: TextKey, value: number, href?: string): readonly Bar[] =>
  value > 0 ? [{ key: `\n${text}`, label: t(text), value, href, tone: 'neutral' as const }] : []
