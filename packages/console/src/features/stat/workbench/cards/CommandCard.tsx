import { type ItemState, type ReplyOf, workbench } from '@muster/contract'
import { formatNumber } from '../../../../platform/format.ts'
import { direction, t } from '../../../../platform/texts.ts'
import { BarChart } from '../../../../ui/chart/BarChart.tsx'
import type { Bar } from '../../../../ui/chart/barOption.ts'
import { useBoard, useFigures } from '../board.ts'
import { Card } from '../Card.tsx'

type Commands = ReplyOf<typeof workbench.command>

const tones: ReadonlyMap<ItemState, Bar['tone']> = new Map([
  ['SUCCESS', 'good'],
  ['FAILED', 'bad'],
  ['REFUSED', 'bad'],
  ['TIMEOUT', 'bad'],
  ['CANCELLED', 'neutral'],
  ['EXPIRED', 'neutral'],
])

/** The commands of the last 24 hours by how far they have come. */
export function CommandCard() {
  const { filter } = useBoard()
  const read = useFigures(workbench.command, { query: filter })
  return (
    <Card
      card="COMMAND"
      read={read}
      countedAt={({ countedAt }) => countedAt}
      empty={({ states }) => (states.length === 0 ? 'workbench.noCommands' : null)}
      figures={({ states }) => ({
        columns: [t('workbench.state'), t('workbench.commands')],
        rows: states.map(({ state, count }) => [t(`device.task.${state}`), count]),
      })}
    >
      {(data) => (
        <BarChart
          bars={data.states.map(({ state, count }) => ({
            key: state,
            label: t(`device.task.${state}`),
            value: count,
            tone: tones.get(state) ?? 'waiting',
          }))}
          summary={summaryOf(data)}
          direction={direction}
          formatValue={formatNumber}
        />
      )}
    </Card>
  )
}

const summaryOf = ({ states }: Commands): string =>
  t('workbench.command.says', {
    count: states.reduce((sum, { count }) => sum + count, 0),
    done: formatNumber(states.find(({ state }) => state === 'SUCCESS')?.count ?? 0),
  })
