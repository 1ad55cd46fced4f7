import { devicesPath } from '@muster/contract'
import type { LiveHub } from '../../platform/liveHub.ts'

/** A terminal whose record changed, with the organisation that may see it. */
export interface Touched {
  readonly id: string
  readonly orgId: string
}

/** Tells the consoles which terminals changed. */
export function announceDevices(live: LiveHub, touched: readonly Touched[]): void {
  for (const { id, orgId } of touched)
    live.changed({ path: devicesPath, ids: [id], orgIds: [orgId] })
}
