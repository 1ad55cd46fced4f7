import { asyncTasks, type ReplyOf, workbench } from '@muster/contract'
import {
  formatDate,
  formatDateTime,
  formatDay,
  formatNumber,
  formatTimeOfDay,
} from '../../../../platform/format.ts'
import { nameText, t } from '../../../../platform/texts.ts'
import { LineChart } from '../../../../ui/chart/LineChart.tsx'
import { useBoard, useFigures } from '../board.ts'
import { Card } from '../Card.tsx'
import { happenedAt } from '../happened.ts'

type Trend = ReplyOf<typeof workbench.trend>

/** How many terminals were online, hour by hour or day by day, and what one had done to them. */
export function OnlineCard() {
  const { filter, days } = useBoard()
  const read = useFigures(workbench.trend, { query: { ...filter, ...days } })
  // Not asked for again: the frame has them for its tray.
  const { data: tasks = [] } = useFigures(asyncTasks.mine, {}, false)
  return (
    <Card
      card="ONLINE"
      read={read}
      empty={({ points }) =>
        points.every(({ online }) => online === null) ? 'workbench.nothingCounted' : null
      }
      figures={({ points }) => ({
        columns: [t('workbench.time'), t('workbench.terminals')],
        rows: points.map(({ at, online }) => [formatDateTime(at), online]),
      })}
    >
      {(data) => (
        <LineChart
          points={data.points.map(({ at, online }) => ({
            label: labelOf(data, at),
            value: online,
            event: happenedAt(tasks, { at, grain: data.grain })
              .map(({ title }) => nameText(title))
              .join('\n'),
          }))}
          summary={summaryOf(data)}
          formatValue={formatNumber}
          tone="good"
        />
      )}
    </Card>
  )
}

/** An hour by its time, with its day where there are several; a day (UTC) by its date. */
function labelOf({ grain, points }: Trend, at: string): string {
  if (grain === 'DAY') return formatDay(at.slice(0, 10))
  return points.length > 24 ? formatDateTime(at) : formatTimeOfDay(at)
}

function summaryOf({ points }: Trend): string {
  const known = points.flatMap(({ online }) => online ?? [])
  return t('workbench.online.says', {
    from: formatDate(points[0]?.at ?? null),
    to: formatDate(points.at(-1)?.at ?? null),
    least: formatNumber(Math.min(...known)),
    most: formatNumber(Math.max(...known)),
    last: formatNumber(known.at(-1) ?? null),
  })
}
