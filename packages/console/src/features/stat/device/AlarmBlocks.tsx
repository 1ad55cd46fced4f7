import { deviceStat, deviceTables, type ReplyOf, versionLists } from '@muster/contract'
import { formatNumber } from '../../../platform/format.ts'
import { direction, t } from '../../../platform/texts.ts'
import { BarChart } from '../../../ui/chart/BarChart.tsx'
import { alarmKindText } from '../../alarm/index.ts'
import { Block } from '../page/Block.tsx'
import { FigureTable } from '../page/FigureTable.tsx'
import { type Figures, figuresIn } from '../page/figures.ts'
import { useFigureLink, useFigures, useStat } from '../page/stat.ts'

type Alarms = ReplyOf<typeof deviceStat.alarm>

/** Which models raise alarms and break, and what the alarms are about. */
export function AlarmBlocks() {
  const { filter, days } = useStat()
  const read = useFigures(deviceStat.alarm, { query: { ...filter, ...days } })
  const link = useFigureLink()
  const modelFigures = ({ models }: Alarms): Figures => ({
    ...figuresIn(
      deviceTables.models,
      models.map((model) => [model.name, model] as const),
    ),
    hrefs: models.map(({ modelId }) => link(versionLists.model(filter, modelId))),
  })
  return (
    <>
      <Block
        title={t('stat.worstModels')}
        name="alarms-by-model"
        wide="two"
        read={read}
        countedAt={({ countedAt }) => countedAt}
        empty={({ models }) => (models.length === 0 ? 'stat.nothingHere' : null)}
        figures={modelFigures}
      >
        {(data) => <FigureTable figures={modelFigures(data)} title={t('stat.worstModels')} />}
      </Block>
      <KindBlock read={read} />
    </>
  )
}

function KindBlock({
  read,
}: {
  readonly read: ReturnType<typeof useFigures<typeof deviceStat.alarm>>
}) {
  return (
    <Block
      title={t('stat.alarmKinds')}
      name="alarms-by-kind"
      read={read}
      countedAt={({ countedAt }) => countedAt}
      empty={({ kinds }) => (kinds.length === 0 ? 'stat.nothingHere' : null)}
      figures={({ kinds }) => ({
        columns: [t('alarm.kind'), t('stat.alarms')],
        rows: kinds.map(({ kind, count }) => [alarmKindText(kind), count]),
      })}
    >
      {({ kinds }) => (
        <BarChart
          bars={kinds.map(({ kind, count }) => ({
            key: kind,
            label: alarmKindText(kind),
            value: count,
          }))}
          summary={t('stat.alarmKinds')}
          direction={direction}
          formatValue={formatNumber}
        />
      )}
    </Block>
  )
}
