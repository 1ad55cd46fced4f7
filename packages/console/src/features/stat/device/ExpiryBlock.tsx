import { deviceStat, type Filter, type ReplyOf } from '@muster/contract'
import { formatDay } from '../../../platform/format.ts'
import { direction, t } from '../../../platform/texts.ts'
import { BarChart } from '../../../ui/chart/BarChart.tsx'
import type { Bar } from '../../../ui/chart/barOption.ts'
import { Block } from '../page/Block.tsx'
import { shareText } from '../page/shareText.ts'
import { useDeviceLink, useFigures, useStat } from '../page/stat.ts'

type Expiry = ReplyOf<typeof deviceStat.expiry>
type Kind = 'warranty' | 'support'

const fields = { warranty: 'warrantyEnd', support: 'supportEnd' } as const

/** When terminals leave their warranty, or the support of their model, quarter by quarter. */
export function ExpiryBlock({ kind }: { readonly kind: Kind }) {
  const { filter } = useStat()
  const read = useFigures(deviceStat.expiry, { query: filter })
  const link = useDeviceLink(filter)
  const barsOf = (data: Expiry) => expiryBars(data, kind, (tree) => link({}, tree))
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
  kind: Kind,
  link: (tree: Filter) => string | undefined,
): readonly Bar[] {
  const field = fields[kind]
  const from = (day: string): Filter => ({ field, op: 'from', values: [day] })
  const until = (day: string): Filter => ({ field, op: 'until', values: [day] })
  const first = quarters[0]?.from ?? ''
  const last = quarters.at(-1)?.to ?? ''
  const part = (name: string, value: number, rest: Pick<Bar, 'tone'> & { tree: Filter }): Bar => ({
    key: name,
    label: name,
    value,
    href: value > 0 ? link(rest.tree) : undefined,
    tone: rest.tone,
  })
  const isEmpty: Filter = { field, op: 'isEmpty', values: [] }
  return [
    part(t('stat.ended'), ended[kind], { tree: until(dayBefore(first)), tone: 'bad' }),
    ...quarters.map((quarter) => {
      const name = t('stat.fromTo', { from: formatDay(quarter.from), to: formatDay(quarter.to) })
      const tree = { all: [from(quarter.from), until(quarter.to)] }
      return part(name, quarter[kind], { tree, tone: 'waiting' })
    }),
    part(t('stat.later'), later[kind], { tree: from(dayAfter(last)), tone: 'good' }),
    part(t('stat.noEnd'), unknown[kind], { tree: isEmpty, tone: 'neutral' }),
  ].filter(({ value }) => value > 0)
}

const dayMs = 86_400_000
const moved = (day: string, by: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * dayMs).toISOString().slice(0, 10)
const dayBefore = (day: string) => moved(day, -1)
const dayAfter = (day: string) => moved(day, 1)
