import { appStat, type ReplyOf } from '@muster/contract'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { LinesChart } from '../../../ui/chart/LinesChart.tsx'
import { Block } from '../page/Block.tsx'
import { useFigures, useStat } from '../page/stat.ts'
import { stepLabel } from '../page/steps.ts'
import { versionLabel } from './SummaryBlocks.tsx'

type Versions = ReplyOf<typeof appStat.version>

/** Installs and updates over time, by the version that they led to. */
export function VersionBlock({ appId }: { readonly appId: string }) {
  const { filter, days, grain } = useStat()
  const read = useFigures(appStat.version, {
    query: { ...filter, ...days, appId, ...(grain && { grain }) },
  })
  return (
    <Block
      title={t('appStat.installs')}
      name="application-installs"
      wide="two"
      read={read}
      countedAt={({ countedAt }) => countedAt}
      empty={({ versions }) => (versions.length === 0 ? 'stat.nothingHere' : null)}
      figures={(data) => ({
        columns: [t('workbench.time'), ...data.versions.map(versionLabel), t('workbench.others')],
        rows: data.points.map((point, place) => [
          labelsOf(data)[place] ?? '',
          ...point.counts,
          point.others,
        ]),
      })}
    >
      {(data) => (
        <LinesChart
          labels={labelsOf(data)}
          lines={data.versions.map((version, place) => ({
            name: versionLabel(version),
            values: data.points.map(({ counts }) => counts[place] ?? 0),
          }))}
          formatValue={formatNumber}
          summary={t('appStat.installs')}
        />
      )}
    </Block>
  )
}

const labelsOf = ({ grain, points }: Versions) =>
  points.map(({ at }) => stepLabel(at, grain, points.length))
