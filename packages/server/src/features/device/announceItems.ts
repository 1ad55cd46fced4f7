import { upgradeResultsPath } from '@muster/contract'
import type { LiveHub } from '../../platform/liveHub.ts'
import { tasksPath } from './paths.ts'
import { announcePushes } from './push/announcePushes.ts'

interface Changed {
  readonly id: string
  readonly deviceId: string
  readonly orgId: string
  /** Its push, and whose that is; null: it was given by itself. */
  readonly pushId: string
  readonly pushOrgId: string | null
}

/** Tells the consoles which items moved on, and with them their pushes. */
export function announceItems(live: LiveHub, items: readonly Changed[]): void {
  for (const { id, deviceId, orgId } of items)
    for (const path of [tasksPath(deviceId), upgradeResultsPath])
      live.changed({ path, ids: [id], orgIds: [orgId] })
  const pushes = new Map(items.map(({ pushId, pushOrgId }) => [pushId, pushOrgId]))
  for (const [id, orgId] of pushes) if (orgId !== null) announcePushes(live, [{ id, orgId }])
}
