import { asyncTasks, type ReplyOf, workbench } from '@muster/contract'
import {
  formatDate,
  formatDateTime,
  formatDay,
  formatNumber,
  formatTimeOfDay,
  isolated,
} from '../../../../platform/format.ts'
import { t } from '../../../../platform/texts.ts'
import { LineChart } from '../../../../ui/chart/LineChart.tsx'
import { useBoard, useFigures } from '../board.ts'
import { Card } from '../Card.tsx'
import { type Mark, marksAt, marksOf, marksOfTasks } from '../happened.ts'
import classes from '../workbench.module.css'
import { Happened } from './Happened.tsx'

type Trend = ReplyOf<typeof workbench.trend>

/** How many terminals were online, hour by hour or day by day, and what was done to them meanwhile. */
export function OnlineCard() {
  const { filter, days } = useBoard()
  const asked = { query: { ...filter, ...days } }
  const read = useFigures(workbench.trend, asked)
  const { data: happened = [] } = useFigures(workbench.happened, asked)
  // Not asked for again: the frame has them for its tray.
  const { data: tasks = [] } = useFigures(asyncTasks.mine, {}, false)
  const marks = [...marksOf(happened), ...marksOfTasks(tasks)]
  return (
    <Card
      card="ONLINE"
      read={read}
      empty={({ points }) =>
        points.every(({ online }) => online === null) ? 'workbench.nothingCounted' : null
      }
      figures={({ grain, points }) => ({
        columns: [t('workbench.time'), t('workbench.terminals')],
        rows: points.map(({ at, online }) => [
          grain === 'DAY' ? dayOf(at) : formatDateTime(at),
          online,
        ]),
      })}
    >
      {(data) => <Curve data={data} marks={marks} />}
    </Card>
  )
}

function Curve({ data, marks }: { readonly data: Trend; readonly marks: readonly Mark[] }) {
  const { grain } = data
  const points = data.points.map((point) => ({
    ...point,
    marks: marksAt(marks, { ...point, grain }),
  }))
  return (
    <div className={classes.curve} data-fills="">
      <LineChart
        points={points.map(({ at, online, marks: then }) => ({
          label: labelOf(data, at),
          value: online,
          // A chart knows no direction: what begins in Arabic is read as Arabic.
          event: then.map(({ text }) => isolated(text)).join('\n'),
        }))}
        summary={summaryOf(data)}
        formatValue={formatNumber}
        tone="good"
        fills
      />
      <Happened marks={points.flatMap(({ marks: then }) => then)} />
    </div>
  )
}

/** A day is one of UTC, wherever its reader is. */
const dayOf = (at: string): string => formatDay(at.slice(0, 10))

/** An hour by its time, with its day where there are several; a day by its date. */
function labelOf({ grain, points }: Trend, at: string): string {
  if (grain === 'DAY') return dayOf(at)
  return points.length > 24 ? formatDateTime(at) : formatTimeOfDay(at)
}

function summaryOf({ grain, points }: Trend): string {
  const day = (at = '') => (grain === 'DAY' ? dayOf(at) : formatDate(at))
  const known = points.flatMap(({ online }) => online ?? [])
  return t('workbench.online.says', {
    from: day(points[0]?.at),
    to: day(points.at(-1)?.at),
    least: formatNumber(Math.min(...known)),
    most: formatNumber(Math.max(...known)),
    last: formatNumber(known.at(-1) ?? null),
  })
}
