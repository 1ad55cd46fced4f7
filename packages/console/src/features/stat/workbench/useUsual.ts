import { cardPermission, workbench } from '@muster/contract'
import { useCan } from '../../../kit/session.ts'
import { useBoard, useFigures } from './board.ts'

/** Fewer hours tell nothing of what is usual. */
const leastPoints = 3

/** What the figures of the estate are compared with, from the curves that the user may see. */
export function useUsual() {
  const { filter, days } = useBoard()
  const input = { query: { ...filter, ...days } }
  const trend = useFigures(workbench.trend, input, useCan(cardPermission('ONLINE')))
  const activation = useFigures(workbench.activation, input, useCan(cardPermission('ACTIVATION')))
  const online = trend.data?.points.map((point) => point.online)
  const activated = activation.data?.days.map(({ count }) => count)
  return {
    online,
    usualOnline: online && meanOf(online),
    activated,
    newThisWeek: activated?.slice(-7).reduce((sum, count) => sum + count, 0),
  }
}

/** The mean of what is known; null where too little is. */
export function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.flatMap((value) => value ?? [])
  if (known.length < leastPoints) return null
  return known.reduce((sum, value) => sum + value, 0) / known.length
}
