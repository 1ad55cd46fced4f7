import { pushesPath } from '@muster/contract'
import type { LiveHub } from '../../../platform/liveHub.ts'

/** Tells the consoles which pushes moved on. */
export function announcePushes(
  live: LiveHub,
  pushes: readonly { readonly id: string; readonly orgId: string }[],
): void {
  for (const { id, orgId } of pushes) live.changed({ path: pushesPath, ids: [id], orgIds: [orgId] })
}
