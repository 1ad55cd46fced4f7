import type { LiveHub } from '../../platform/liveHub.ts'
import { tasksPath } from './paths.ts'

interface Changed {
  readonly id: string
  readonly deviceId: string
  readonly orgId: string
}

/** Tells the consoles which commands moved on. */
export function announceItems(live: LiveHub, items: readonly Changed[]): void {
  for (const { id, deviceId, orgId } of items)
    live.changed({ path: tasksPath(deviceId), ids: [id], orgIds: [orgId] })
}
