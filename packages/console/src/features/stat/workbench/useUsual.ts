import { cardPermission, type ReplyOf, workbench } from '@muster/contract'
import { useCan } from '../../../kit/session.ts'
import { useBoard, useFigures } from './board.ts'

type Points = ReplyOf<typeof workbench.trend>['points']

/** As many days as are told hour by hour, today among them. */
const comparedDays = 8

/** Fewer days tell nothing of what is usual. */
const leastDays = 3

const dayMs = 86_400_000

/** What the figures of the estate are compared with, from the curves that the user may see. */
export function useUsual() {
  const { filter, days } = useBoard()
  const input = { query: { ...filter, ...days } }
  const maySee = useCan(cardPermission('ONLINE'))
  const trend = useFigures(workbench.trend, input, maySee)
  const week = useFigures(workbench.trend, { query: { ...filter, days: comparedDays } }, maySee)
  const activation = useFigures(workbench.activation, input, useCan(cardPermission('ACTIVATION')))
  const activated = activation.data?.days.map(({ count }) => count)
  return {
    online: trend.data?.points.map((point) => point.online),
    usualOnline: week.data && usualAtThisHour(week.data.points),
    activated,
    newThisWeek: activated?.slice(-7).reduce((sum, count) => sum + count, 0),
  }
}

/**
 * What the hour of the last point had on the days before, in the mean: an estate whose shops are closed
 * by night is not worse than usual then. Null where too few days are known.
 */
export function usualAtThisHour(points: Points): number | null {
  const now = points.at(-1)
  if (!now) return null
  const known = points
    .slice(0, -1)
    .filter(({ at }) => (Date.parse(now.at) - Date.parse(at)) % dayMs === 0)
    .flatMap(({ online }) => online ?? [])
  if (known.length < leastDays) return null
  return known.reduce((sum, online) => sum + online, 0) / known.length
}
