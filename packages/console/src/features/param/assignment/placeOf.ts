import type { JsonDocument, Param } from '@muster/contract'

type Placed = Pick<Param | JsonDocument, 'level' | 'orgId' | 'groupId' | 'deviceSn'> &
  Partial<Pick<Param, 'stationId'> & Pick<JsonDocument, 'modelId'>>

/** What the list of terminals is asked to show those that something holds for. */
export function placeOf(placed: Placed): Readonly<Record<string, string>> {
  const { level, orgId, stationId, groupId, deviceSn, modelId } = placed
  if (level === 'DEVICE') return { sn: deviceSn ?? '' }
  if (level === 'GROUP') return { groupId: groupId ?? '' }
  if (level === 'STATION') return { stationId: stationId ?? '' }
  return { orgId: orgId ?? '', ...(level === 'MODEL' && { modelId: modelId ?? '' }) }
}
