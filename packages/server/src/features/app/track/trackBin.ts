import { tracksPath } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { NewRecord, StoredRow } from '../../../kit/record.ts'
import { type Bin, recycleBin } from '../../../kit/recycleBin.ts'
import { naming } from '../../../kit/references.ts'
import { fieldRefusal, notFound } from '../../../kit/refusal.ts'
import { apkScope, appScope } from '../appScope.ts'

const named = naming(recycleBin(tracksPath, 'developerTrack', apkScope), [
  { field: 'appId', to: 'app', scope: appScope },
])

type Row = StoredRow<'developerTrack'>
type Entry = NewRecord<'developerTrack'>

/** Test tracks: each is of one application for good, and has no fewer places than terminals. */
export const trackBin: Bin<Row, Entry> = {
  ...named,
  async update(ctx, values) {
    // Whoever names its terminals now is waited for: they are counted once he is done.
    await lockTrack(ctx, values.id)
    const before = await named.find(ctx, values.id)
    if (values.appId !== undefined && values.appId !== before.appId)
      throw fieldRefusal('appId', 'track.appFixed')
    if ((values.maxDevices ?? before.maxDevices) < (before.deviceCount ?? 0))
      throw fieldRefusal('maxDevices', 'track.hasMore', { count: before.deviceCount ?? 0 })
    return named.update(ctx, values)
  },
}

export interface LockedTrack {
  readonly name: string
  readonly appId: string
  readonly status: number
  readonly maxDevices: number
  readonly expiryDays: number
  readonly expiresAt: string | null
}

/** A track that is there for the caller, locked until the commit. */
export async function lockTrack(ctx: Context, id: string): Promise<LockedTrack> {
  const { rows } = await sql<LockedTrack>`select name, app_id, status, max_devices, expiry_days,
      expires_at from developer_track where id = ${id} and deleted_at is null
      and ${apkScope.rows(ctx.principal)} for update`.execute(ctx.db)
  if (!rows[0]) throw notFound()
  return rows[0]
}
