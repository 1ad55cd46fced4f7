import { type LocationCluster, locations, writeBbox } from '@muster/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { bboxOf, cornersOf, wholeWorld } from '../../../kit/map/bbox.ts'
import { fromGcj02 } from '../../../kit/map/gcj02.ts'
import type { View } from '../../../kit/map/MapView.tsx'
import { usePage } from '../../../kit/page/page.ts'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import type { MapKind } from './locationColumns.tsx'

/** Members of a list's search that a map has no use for. */
const notAsked: ReadonlySet<string> = new Set(['located'])

/** The marks of what a map shows, under the filters of a list. */
export function useClusters(
  view: View | null,
  map: MapKind,
  sought: Readonly<Record<string, string>>,
) {
  const { active } = usePage()
  const isAllowed = useCan(locations.cluster.permission)
  const filters = Object.fromEntries(Object.entries(sought).filter(([name]) => !notAsked.has(name)))
  const { bbox, zoom } = view ?? wholeWorld
  const asked = map === 'china' ? (bboxOf(cornersOf(bbox).map(fromGcj02)) ?? bbox) : bbox
  return useQuery({
    ...query(locations.cluster, {
      query: { ...filters, bbox: writeBbox(asked), zoom: Math.floor(zoom) },
    }),
    placeholderData: keepPreviousData,
    subscribed: active,
    enabled: isAllowed && view !== null,
  })
}

/** The marks' tone: who is online, as far as that is known of all of them. */
export function toneOf({ count, online }: LocationCluster): 'ok' | 'away' | 'mixed' {
  if (online === null) return 'mixed'
  if (online === count) return 'ok'
  return online === 0 ? 'away' : 'mixed'
}
