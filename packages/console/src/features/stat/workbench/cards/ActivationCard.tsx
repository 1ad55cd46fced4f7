import { estateLists, type ReplyOf, workbench } from '@muster/contract'
import { formatDay, formatNumber } from '../../../../platform/format.ts'
import { t } from '../../../../platform/texts.ts'
import { LineChart } from '../../../../ui/chart/LineChart.tsx'
import { useFigureLink } from '../../page/stat.ts'
import { useBoard, useFigures } from '../board.ts'
import { Card } from '../Card.tsx'

/** How many terminals were activated on each day (UTC). */
export function ActivationCard() {
  const { filter, days } = useBoard()
  const read = useFigures(workbench.activation, { query: { ...filter, ...days } })
  const link = useFigureLink()
  return (
    <Card
      card="ACTIVATION"
      read={read}
      empty={(data) => (totalOf(data) === 0 ? 'workbench.nothingActivated' : null)}
      figures={(data) => ({
        columns: [t('workbench.day'), t('workbench.terminals')],
        rows: data.days.map(({ day, count }) => [day, count]),
        hrefs: data.days.map(({ day, count }) =>
          count > 0 ? link(estateLists.activated(filter, day)) : undefined,
        ),
      })}
    >
      {(data) => (
        <LineChart
          points={data.days.map(({ day, count }) => ({ label: formatDay(day), value: count }))}
          summary={t('workbench.activation.says', {
            count: totalOf(data),
            from: formatDay(data.days[0]?.day ?? ''),
            to: formatDay(data.days.at(-1)?.day ?? ''),
          })}
          formatValue={formatNumber}
        />
      )}
    </Card>
  )
}

const totalOf = ({ days }: ReplyOf<typeof workbench.activation>): number =>
  days.reduce((sum, { count }) => sum + count, 0)
