import { usualPatchMonths, versionLists, versionStat } from '@muster/contract'
import { usePage } from '../../../kit/page/page.ts'
import { formatDay, formatNumber } from '../../../platform/format.ts'
import { direction, t } from '../../../platform/texts.ts'
import { BarChart } from '../../../ui/chart/BarChart.tsx'
import type { Bar } from '../../../ui/chart/barOption.ts'
import { ChoiceInput } from '../../../ui/form/ChoiceInput.tsx'
import { Block } from '../page/Block.tsx'
import { useFigureLink, useFigures, useStat } from '../page/stat.ts'
import type { Matrix } from './asked.ts'

const choices = [3, 6, 12, 24, 36] as const

/** After how many months a patch level is old, as the page's address says. */
export function usePatchMonths(): number {
  const { query } = usePage()
  return choices.find((months) => String(months) === query['months']) ?? usualPatchMonths
}

/** Chooses after how many months a patch level is old. */
export function PatchMonths() {
  const { query, setQuery } = usePage()
  const months = usePatchMonths()
  return (
    <ChoiceInput
      label={t('stat.version.months')}
      options={Object.fromEntries(
        choices.map((one) => [String(one), t('stat.version.olderThan', { count: one })]),
      )}
      value={String(months)}
      onChoose={(chosen) => setQuery({ ...query, months: chosen })}
    />
  )
}

/** Terminals whose security patches are older than so many months, by model. */
export function OldPatchBlock({ months }: { readonly months: number }) {
  const { filter } = useStat()
  const link = useFigureLink()
  const read = useFigures(versionStat.matrix, { query: { ...filter, kind: 'PATCH', months } })
  const barsOf = ({ old }: Matrix): readonly Bar[] => {
    if (old === null) return []
    const bars = old.models.map(({ modelId, name, count }) => ({
      key: modelId,
      label: name,
      value: count,
      href: link(versionLists.old(filter, modelId, old.before)),
      tone: 'waiting' as const,
    }))
    if (old.others === 0) return bars
    const label = t('workbench.others')
    return [...bars, { key: '\nothers', label, value: old.others, tone: 'neutral' as const }]
  }
  const titleOf = (data: Matrix | undefined) =>
    data?.old ? t('stat.version.old', { day: formatDay(data.old.before) }) : t('stat.version.PATCH')
  return (
    <Block
      title={titleOf(read.data)}
      name="old-patches"
      read={read}
      countedAt={({ countedAt }) => countedAt}
      empty={(data) => (barsOf(data).length === 0 ? 'stat.version.nobody' : null)}
      figures={(data) => ({
        columns: [t('device.model'), t('workbench.terminals')],
        rows: barsOf(data).map(({ label, value }) => [label, value]),
        hrefs: barsOf(data).map(({ href }) => href),
      })}
    >
      {(data) => (
        <BarChart
          bars={barsOf(data)}
          summary={titleOf(data)}
          direction={direction}
          formatValue={formatNumber}
        />
      )}
    </Block>
  )
}
