import type { Location, Place, Track } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { BinDevice } from '../estate/rows.queries.ts'

/** Places that one track shows at most. */
const mostPlaces = 5000

type Position = Pick<
  Location,
  'id' | 'latitude' | 'longitude' | 'accuracy' | 'source' | 'movedAt' | 'reportedAt'
>

/** These terminals with where they are, in their order; those that have not said are left out. */
export async function locationsOf(
  { db }: Pick<Context, 'db'>,
  devices: readonly BinDevice[],
): Promise<Location[]> {
  const ids = devices.map(({ id }) => id)
  const { rows } =
    await sql<Position>`select device_id as id, latitude, longitude, accuracy, source,
      moved_at, reported_at
    from device_position where device_id = any(${ids}::uuid[])`.execute(db)
  const positions = new Map(rows.map((row) => [row.id, row]))
  return devices.flatMap((device) => {
    const position = positions.get(device.id)
    return position ? [{ ...shownOf(device), ...position }] : []
  })
}

const shownOf = (device: BinDevice) => {
  const { id, version, sn, name, orgId, orgName, modelName, presence, status } = device
  return { id, version, sn, name, orgId, orgName, modelName, presence, status }
}

/** Where a terminal was between two moments; the caller has found it before. */
export async function trackOf(
  { db }: Pick<Context, 'db'>,
  deviceId: string,
  { from, until }: { readonly from: string; readonly until: string },
): Promise<Track> {
  const shown = sql`at, latitude, longitude, accuracy, source`
  const before = await sql<Place>`select ${shown} from device_location
    where device_id = ${deviceId} and at <= ${from} order by at desc limit 1`.execute(db)
  const places = await sql<Place>`select ${shown} from device_location
    where device_id = ${deviceId} and at > ${from} and at < ${until}
    order by at limit ${mostPlaces}`.execute(db)
  return { before: before.rows[0] ?? null, places: places.rows }
}
