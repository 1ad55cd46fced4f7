import {
  deviceStat,
  type Expiring,
  expiryLists,
  type FigureList,
  type ReplyOf,
} from '@muster/contract'
import { formatDay } from '../../../platform/format.ts'
import { direction, t } from '../../../platform/texts.ts'
import { BarChart } from '../../../ui/chart/BarChart.tsx'
import type { Bar } from '../../../ui/chart/barOption.ts'
import { Block } from '../page/Block.tsx'
import { shareText } from '../page/shareText.ts'
import { type EstateFilter, useFigureLink, useFigures, useStat } from '../page/stat.ts'

type Expiry = ReplyOf<typeof deviceStat.expiry>

/** When terminals leave their warranty, or the support of their model, quarter by quarter. */
export function ExpiryBlock({ kind }: { readonly kind: Expiring }) {
  const { filter } = useStat()
  const read = useFigures(deviceStat.expiry, { query: filter })
  const link = useFigureLink()
  const barsOf = (data: Expiry) => expiryBars(data, kind, (list) => link(list(filter)))
  const totalOf = (data: Expiry) => barsOf(data).reduce((sum, { value }) => sum + value, 0)
  const title = t(`stat.expiry.${kind}`)
  return (
    <Block
      title={title}
      name={`${kind}-end`}
      read={read}
      countedAt={({ countedAt }) => countedAt}
      empty={(data) => (totalOf(data) === 0 ? 'workbench.noTerminals' : null)}
      figures={(data) => {
        const bars = barsOf(data)
        return {
          columns: [t('stat.endsIn'), t('workbench.terminals')],
          rows: bars.map(({ label, value }) => [label, value]),
          hrefs: bars.map(({ href }) => href),
        }
      }}
    >
      {(data) => (
        <BarChart
          bars={barsOf(data)}
          summary={title}
          direction={direction}
          formatValue={(value) => shareText(value, totalOf(data))}
        />
      )}
    </Block>
  )
}

/** What has ended, each quarter in which something ends, and the rest. */
function expiryBars(
  { ended, quarters, later, unknown }: Expiry,
  kind: Expiring,
  hrefOf: (list: (of: EstateFilter) => FigureList) => string | undefined,
): readonly Bar[] {
  const [first, last] = [quarters[0], quarters.at(-1)]
  if (!first || !last) return []
  const part = (
    name: string,
    value: number,
    { tone, list }: Pick<Bar, 'tone'> & { readonly list: (of: EstateFilter) => FigureList },
  ): Bar => ({ key: name, label: name, value, href: value > 0 ? hrefOf(list) : undefined, tone })
  return [
    part(t('stat.ended'), ended[kind], {
      tone: 'bad',
      list: (of) => expiryLists.ended(of, kind, first),
    }),
    ...quarters.map((quarter) =>
      part(
        t('stat.fromTo', { from: formatDay(quarter.from), to: formatDay(quarter.to) }),
        quarter[kind],
        { tone: 'waiting', list: (of) => expiryLists.within(of, kind, quarter) },
      ),
    ),
    part(t('stat.later'), later[kind], {
      tone: 'good',
      list: (of) => expiryLists.later(of, kind, last),
    }),
    part(t('stat.noEnd'), unknown[kind], {
      tone: 'neutral',
      list: (of) => expiryLists.unknown(of, kind),
    }),
  ].filter(({ value }) => value > 0)
}
