import {
  type OutdatedCause,
  type TextKey,
  type VersionKind,
  versionLists,
  versionStat,
} from '@muster/contract'
import { direction, t } from '../../../platform/texts.ts'
import { BarChart } from '../../../ui/chart/BarChart.tsx'
import type { Bar } from '../../../ui/chart/barOption.ts'
import { Block } from '../page/Block.tsx'
import { shareText } from '../page/shareText.ts'
import { useFigureLink, useFigures, useStat } from '../page/stat.ts'
import { versionStateTexts } from '../../upgrade/index.ts'
import type { Matrix } from './asked.ts'

interface KindProps {
  readonly kind: VersionKind
}

/** Terminals with an older version than the target of their model. */
export function BehindBlock({ kind }: KindProps) {
  const { filter } = useStat()
  const link = useFigureLink()
  const barsOf = ({ models }: Matrix): readonly Bar[] =>
    models.flatMap(({ modelId, name, target, behind }) =>
      target === null || behind === 0
        ? []
        : [
            {
              key: modelId,
              label: t('stat.version.behindOf', { model: name, target }),
              value: behind,
              href: link(versionLists.behind(filter, { kind, modelId }, target)),
              tone: 'waiting' as const,
            },
          ],
    )
  return <BarsBlock kind={kind} title={t('stat.version.behind')} name="behind" barsOf={barsOf} />
}

const causeTexts: Readonly<Record<OutdatedCause, TextKey>> = {
  RECALLED: 'stat.version.recalled',
  SUSPENDED: versionStateTexts.SUSPENDED,
  OFFLINE: versionStateTexts.OFFLINE,
  UNKNOWN: 'stat.version.notKept',
}

/** Versions that terminals should not run: recalled, taken back, or of which the platform knows nothing. */
export function OutdatedBlock({ kind }: KindProps) {
  const { filter } = useStat()
  const link = useFigureLink()
  const barsOf = ({ outdated: { versions, others } }: Matrix): readonly Bar[] => {
    const bars = versions.map(({ modelId, modelName, version, count, why }) => ({
      key: `${modelId} ${version}`,
      label: t('stat.version.outdatedOf', {
        model: modelName,
        version,
        stand: t(causeTexts[why]),
      }),
      value: count,
      href: link(versionLists.runs(filter, { kind, modelId }, version)),
      tone: why === 'RECALLED' ? ('bad' as const) : ('waiting' as const),
    }))
    if (others === 0) return bars
    const label = t('workbench.others')
    return [...bars, { key: '\nothers', label, value: others, tone: 'neutral' as const }]
  }
  return (
    <BarsBlock kind={kind} title={t('stat.version.outdated')} name="outdated" barsOf={barsOf} />
  )
}

interface BarsBlockProps extends KindProps {
  readonly title: string
  readonly name: string
  readonly barsOf: (data: Matrix) => readonly Bar[]
}

function BarsBlock({ kind, title, name, barsOf }: BarsBlockProps) {
  const { filter } = useStat()
  const read = useFigures(versionStat.matrix, { query: { ...filter, kind } })
  const totalOf = ({ models, others }: Matrix) =>
    models.reduce((sum, { total }) => sum + total, others)
  return (
    <Block
      title={title}
      name={`${name}-${kind}`}
      read={read}
      countedAt={({ countedAt }) => countedAt}
      empty={(data) => (barsOf(data).length === 0 ? 'stat.version.nobody' : null)}
      figures={(data) => ({
        columns: [title, t('workbench.terminals')],
        rows: barsOf(data).map(({ label, value }) => [label, value]),
        hrefs: barsOf(data).map(({ href }) => href),
      })}
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
