import { type VersionKind, versionStat } from '@muster/contract'
import { direction, t } from '../../../platform/texts.ts'
import { BarChart } from '../../../ui/chart/BarChart.tsx'
import type { Bar } from '../../../ui/chart/barOption.ts'
import { Block } from '../page/Block.tsx'
import { shareText } from '../page/shareText.ts'
import { useDeviceLink, useFigures, useStat } from '../page/stat.ts'
import { askBehind, askCell, type Cell, type Matrix } from './asked.ts'
import { standText } from './versionWords.ts'

interface KindProps {
  readonly kind: VersionKind
}

/** Terminals with an older version than the target of their model. */
export function BehindBlock({ kind }: KindProps) {
  const { filter } = useStat()
  const link = useDeviceLink(filter)
  const barsOf = ({ models }: Matrix): readonly Bar[] =>
    models.flatMap(({ modelId, name, target, behind }) =>
      target === null || behind === 0
        ? []
        : [
            {
              key: modelId,
              label: t('stat.version.behindOf', { model: name, target }),
              value: behind,
              href: link({}, askBehind(kind, modelId, target)),
              tone: 'waiting' as const,
            },
          ],
    )
  return <BarsBlock kind={kind} title={t('stat.version.behind')} name="behind" barsOf={barsOf} />
}

/** Versions that terminals should not run: recalled, taken back, or of which the platform knows nothing. */
export function OutdatedBlock({ kind }: KindProps) {
  const { filter } = useStat()
  const link = useDeviceLink(filter)
  const barsOf = ({ models }: Matrix): readonly Bar[] =>
    models
      .flatMap((model) => model.cells.filter(isOutdated).map((cell) => ({ model, cell })))
      .map(({ model, cell }) => ({
        key: `${model.modelId} ${cell.version}`,
        label: t('stat.version.outdatedOf', {
          model: model.name,
          version: cell.version,
          stand: standText(cell),
        }),
        value: cell.count,
        href: link({}, askCell(kind, model.modelId, cell.version)),
        tone: cell.isRecalled ? ('bad' as const) : ('waiting' as const),
      }))
  return (
    <BarsBlock kind={kind} title={t('stat.version.outdated')} name="outdated" barsOf={barsOf} />
  )
}

const isOutdated = ({ isRecalled, state }: Cell) =>
  isRecalled || state === 'OFFLINE' || state === 'SUSPENDED'

interface BarsBlockProps extends KindProps {
  readonly title: string
  readonly name: string
  readonly barsOf: (data: Matrix) => readonly Bar[]
}

function BarsBlock({ kind, title, name, barsOf }: BarsBlockProps) {
  const { filter } = useStat()
  const read = useFigures(versionStat.matrix, { query: { ...filter, kind } })
  const totalOf = ({ models }: Matrix) => models.reduce((sum, { total }) => sum + total, 0)
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
