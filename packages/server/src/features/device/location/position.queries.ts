import {
  type Fence,
  fenceAreaOf,
  type FencedTrack,
  type Location,
  type Place,
  type Track,
} from '@muster/contract'
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

interface Fenced {
  readonly stationName: string
  readonly fence: Fence
  readonly latitude: number | null
  readonly longitude: number | null
}

/** The fence that a terminal belongs in: its station's; null: that has none. The caller has found it before. */
export async function fenceOf(
  { db }: Pick<Context, 'db'>,
  deviceId: string,
): Promise<FencedTrack['fence']> {
  const { rows } =
    await sql<Fenced>`select shop.name as station_name, shop.fence, shop.latitude, shop.longitude
    from device join station shop on shop.id = device.station_id
    where device.id = ${deviceId} and shop.fence is not null and shop.status = 1
      and shop.deleted_at is null`.execute(db)
  const [found] = rows
  const area = found ? fenceAreaOf(found.fence, found) : null
  if (!found || !area) return null
  const { stationName } = found
  return area.kind === 'CIRCLE'
    ? { stationName, area }
    : { stationName, area: { kind: area.kind, points: [...area.points] } }
}
