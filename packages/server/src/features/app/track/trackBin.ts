import { tracksPath } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { NewRecord, StoredRow } from '../../../kit/record.ts'
import { type Bin, recycleBin } from '../../../kit/recycleBin.ts'
import { naming } from '../../../kit/references.ts'
import { fieldRefusal, notFound } from '../../../kit/refusal.ts'
import { deviceScope } from '../../device/index.ts'
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
    const count = (await countOwn(ctx, [values.id]))(values.id)
    if ((values.maxDevices ?? before.maxDevices) < count)
      throw fieldRefusal('maxDevices', 'track.hasMore', { count })
    // It is not said how many others have put there; places that were taken before stay taken.
    if (
      values.maxDevices !== undefined &&
      values.maxDevices < before.maxDevices &&
      values.maxDevices < (await countAll(ctx, values.id))
    )
      throw fieldRefusal('maxDevices', 'track.full')
    return named.update(ctx, values)
  },
}

/** What {@link withOwnDevices} counts anew. */
export const ownlyDevices = {
  members: ['deviceCount'],
  seesAll: ({ principal }: Pick<Context, 'principal'>) => principal.scope.all,
}

/** Tracks with those of their terminals that the caller sees. */
export async function withOwnDevices(ctx: Context, rows: readonly Row[]): Promise<Row[]> {
  const count = await countOwn(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, deviceCount: count(row.id) }))
}

/** How many terminals that the caller sees are of tracks. */
async function countOwn(
  { db, principal }: Context,
  ids: readonly string[],
): Promise<(id: string) => number> {
  const { rows } = await sql<{ id: string; count: number }>`select member.track_id as id,
      count(*)::integer as count
    from developer_track_device member join device on device.id = member.device_id
    where member.track_id = any(${[...ids]}::uuid[]) and device.deleted_at is null
      and ${deviceScope.rows(principal)} group by 1`.execute(db)
  const counts = new Map(rows.map(({ id, count }) => [id, count]))
  return (id) => counts.get(id) ?? 0
}

/** How many terminals a track has, whoever sees them. */
export async function countAll({ db }: Context, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count
    from developer_track_device member join device on device.id = member.device_id
    where member.track_id = ${id} and device.deleted_at is null`.execute(db)
  return rows[0]?.count ?? 0
}

export interface LockedTrack {
  readonly name: string
  readonly appId: string
  /** Whose the application is. */
  readonly orgId: string
  readonly status: number
  readonly maxDevices: number
  readonly expiryDays: number
  readonly expiresAt: string | null
}

/** A track that is there for the caller, locked until the commit. */
export async function lockTrack(ctx: Context, id: string): Promise<LockedTrack> {
  const { rows } = await sql<LockedTrack>`select name, app_id, status, max_devices, expiry_days,
      expires_at, (select app.org_id from app where app.id = developer_track.app_id) as org_id from developer_track where id = ${id} and deleted_at is null
      and ${apkScope.rows(ctx.principal)} for update`.execute(ctx.db)
  if (!rows[0]) throw notFound()
  return rows[0]
}
