import { appErrorsList, appStat, type ReplyOf } from '@muster/contract'
import { formatNumber } from '../../../platform/format.ts'
import { direction, t } from '../../../platform/texts.ts'
import { BarChart } from '../../../ui/chart/BarChart.tsx'
import type { Bar } from '../../../ui/chart/barOption.ts'
import { codeText } from '../../device/index.ts'
import { Block } from '../page/Block.tsx'
import { shareText } from '../page/shareText.ts'
import { useFigureLink, useFigures, useStat } from '../page/stat.ts'

type Errors = ReplyOf<typeof appStat.error>

/** What share of installs and removals failed, and why. */
export function ErrorBlock({ appId }: { readonly appId: string }) {
  const { filter, days } = useStat()
  const read = useFigures(appStat.error, { query: { ...filter, ...days, appId } })
  const link = useFigureLink()
  const barsOf = ({ codes, from, to }: Errors): readonly Bar[] =>
    codes.map(({ code, count }) => ({
      key: code,
      label: `${code} ${codeText(code) ?? ''}`.trim(),
      value: count,
      tone: 'bad' as const,
      href: link(appErrorsList({ from, to }, { ...filter, appId, code })),
    }))
  return (
    <Block
      title={t('appStat.errors')}
      name="application-errors"
      read={read}
      countedAt={({ countedAt }) => countedAt}
      empty={({ failed }) => (failed === 0 ? 'appStat.noErrors' : null)}
      figures={(data) => ({
        columns: [t('appStat.cause'), t('workbench.count')],
        rows: barsOf(data).map(({ label, value }) => [label, value]),
        hrefs: barsOf(data).map(({ href }) => href),
      })}
    >
      {(data) => (
        <>
          <p>
            {t('appStat.failureRate', {
              share: shareText(data.failed, data.failed + data.done),
              failed: formatNumber(data.failed),
            })}
          </p>
          <BarChart
            bars={barsOf(data)}
            summary={t('appStat.errors')}
            direction={direction}
            formatValue={(value) => shareText(value, data.failed)}
          />
        </>
      )}
    </Block>
  )
}
