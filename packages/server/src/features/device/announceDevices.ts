import { devicesPath } from '@muster/contract'
import type { LiveHub } from '../../platform/liveHub.ts'
import { settingsPath } from './paths.ts'

/** A terminal whose record changed, with the organisation that may see it. */
export interface Touched {
  readonly id: string
  readonly orgId: string
  /** Its settings are others now. */
  readonly isRetold?: boolean
}

/** Tells the consoles which terminals changed. */
export function announceDevices(live: LiveHub, touched: readonly Touched[]): void {
  for (const { id, orgId, isRetold = false } of touched) {
    live.changed({ path: devicesPath, ids: [id], orgIds: [orgId] })
    if (isRetold) live.changed({ path: settingsPath, ids: [id], orgIds: [orgId] })
  }
}
