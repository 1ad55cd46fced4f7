import { appRemovalsList, appStat, type ReplyOf } from '@muster/contract'
import { direction, t } from '../../../platform/texts.ts'
import { BarChart } from '../../../ui/chart/BarChart.tsx'
import type { Bar } from '../../../ui/chart/barOption.ts'
import { appTriggerTexts } from '../../device/index.ts'
import { Block } from '../page/Block.tsx'
import { shareText } from '../page/shareText.ts'
import { useFigureLink, useFigures, useStat } from '../page/stat.ts'

type Removals = ReplyOf<typeof appStat.removal>

/** What removals of an application came of; each cause leads to them in the log of applications. */
export function RemovalBlock({ appId }: { readonly appId: string }) {
  const { filter, days } = useStat()
  const read = useFigures(appStat.removal, { query: { ...filter, ...days, appId } })
  const link = useFigureLink()
  const barsOf = ({ causes, from, to }: Removals): readonly Bar[] =>
    causes.map(({ trigger, count }) => ({
      key: trigger,
      label: t(appTriggerTexts[trigger]),
      value: count,
      tone: 'neutral' as const,
      href: link(appRemovalsList({ from, to }, { ...filter, appId, trigger })),
    }))
  return (
    <Block
      title={t('appStat.removals')}
      name="application-removals"
      read={read}
      countedAt={({ countedAt }) => countedAt}
      empty={({ removed }) => (removed === 0 ? 'appStat.noRemovals' : null)}
      figures={(data) => ({
        columns: [t('appLog.trigger'), t('workbench.count')],
        rows: barsOf(data).map(({ label, value }) => [label, value]),
        hrefs: barsOf(data).map(({ href }) => href),
      })}
    >
      {(data) => (
        <BarChart
          bars={barsOf(data)}
          summary={t('appStat.removals')}
          direction={direction}
          formatValue={(value) => shareText(value, data.removed)}
        />
      )}
    </Block>
  )
}
