import { devicesPath } from '@muster/contract'
import type { Context } from '../../kit/context.ts'
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

/** The same within a call: each organisation hears of its own, and of no others that changed with them. */
export function tellDevices(
  { changed }: Pick<Context, 'changed'>,
  devices: readonly Pick<Touched, 'id' | 'orgId'>[],
): void {
  for (const [orgId, own] of Map.groupBy(devices, (device) => device.orgId))
    changed(
      devicesPath,
      own.map(({ id }) => id),
      [orgId],
    )
}
