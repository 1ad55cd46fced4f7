import { type ReplyOf, type VersionKind, versionStat } from '@muster/contract'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { LinesChart } from '../../../ui/chart/LinesChart.tsx'
import { Block } from '../page/Block.tsx'
import { useFigures, useStat } from '../page/stat.ts'
import { stepLabel } from '../page/steps.ts'

type Trend = ReplyOf<typeof versionStat.trend>

/** How the most common versions came and went. */
export function AdoptionBlock({ kind }: { readonly kind: VersionKind }) {
  const { filter, days, grain } = useStat()
  const read = useFigures(versionStat.trend, {
    query: { ...filter, ...days, ...(grain && { grain }), kind },
  })
  return (
    <Block
      title={t('stat.version.adoption')}
      name={`adoption-${kind}`}
      wide="two"
      read={read}
      countedAt={({ countedAt }) => countedAt}
      empty={({ versions }) =>
        versions.every(({ counts }) => counts.every((count) => count === null))
          ? 'workbench.nothingCounted'
          : null
      }
      figures={(data) => ({
        columns: [t('workbench.time'), ...data.versions.map(({ version }) => version)],
        rows: labelsOf(data).map((label, place) => [
          label,
          ...data.versions.map(({ counts }) => counts[place] ?? null),
        ]),
      })}
    >
      {(data) => (
        <LinesChart
          labels={labelsOf(data)}
          lines={data.versions.map(({ version, counts }) => ({ name: version, values: counts }))}
          formatValue={formatNumber}
          summary={t('stat.version.adoption.says', {
            from: labelsOf(data)[0] ?? '',
            to: labelsOf(data).at(-1) ?? '',
          })}
        />
      )}
    </Block>
  )
}

const labelsOf = ({ steps, grain }: Trend) => steps.map((at) => stepLabel(at, grain, steps.length))
