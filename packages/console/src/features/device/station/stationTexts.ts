import type { Station } from '@muster/contract'

export const stationTypeTexts = {
  SHOP: 'station.type.SHOP',
  BRANCH: 'station.type.BRANCH',
  AGENT: 'station.type.AGENT',
  WAREHOUSE: 'station.type.WAREHOUSE',
  DEPOT: 'station.type.DEPOT',
} as const satisfies Record<Station['type'], string>

export const fenceKindTexts = {
  CIRCLE: 'station.fenceKind.CIRCLE',
  POLYGON: 'station.fenceKind.POLYGON',
} as const

export const fenceActionTexts = {
  ALARM: 'station.action.ALARM',
  MESSAGE: 'station.action.MESSAGE',
  LOCK: 'station.action.LOCK',
} as const
