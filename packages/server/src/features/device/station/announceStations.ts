import { devicesPath, stations, stationsPath } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { tellOwners } from '../../../kit/tellOwners.ts'
import { settingsPath } from '../paths.ts'

interface Moved {
  readonly id: string
  readonly orgId: string
}

/** Tells consoles which terminals changed their station, and these what they are told now. */
export function announceMoved(ctx: Context, moved: readonly Moved[]): void {
  tellOwners(ctx, devicesPath, moved)
  tellOwners(ctx, settingsPath, moved)
}

/** Tells consoles that these stations have other terminals now: the rest of them is as it was. */
export function announceCounts(
  ctx: Context,
  stationIds: readonly (string | null)[],
  orgId: string,
): void {
  const ids = stationIds.filter((id) => id !== null)
  if (ids.length > 0) ctx.changed(stations.page.path, ids, [orgId])
}

/** Tells consoles which stations changed, and the terminals there what they are told now. */
export function announceStations(ctx: Context, changed: readonly Moved[]): void {
  tellOwners(ctx, stationsPath, changed)
}
