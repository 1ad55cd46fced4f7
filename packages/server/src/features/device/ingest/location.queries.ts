import { deviceMessages } from '@muster/contract'
import type pg from 'pg'
import type { Touched } from '../announceDevices.ts'
import { judgeFences } from '../station/fence.queries.ts'
import type { SnapshotRow } from './sortBatch.rules.ts'

const placesSql = `with told as materialized (
        select told."deviceId" as device_id, told.lat, told.lng, told.acc, told.src,
          to_timestamp(told."heardAt" / 1000) as heard_at
        from jsonb_to_recordset($1::jsonb) as told
            ("deviceId" uuid, "heardAt" float8, lat float8, lng float8, acc real, src text)
          join device on device.id = told."deviceId"),
      -- In one order, so that two gateways never wait for each other.
      position as (insert into device_position as known
          (device_id, latitude, longitude, accuracy, source, moved_at, reported_at)
        select device_id, lat, lng, acc, src, heard_at, heard_at from told order by device_id
        on conflict (device_id) do update
          set (latitude, longitude, accuracy, source, moved_at, reported_at) = (
            select case when moved then excluded.latitude else known.latitude end,
              case when moved then excluded.longitude else known.longitude end,
              case when moved then excluded.accuracy else known.accuracy end,
              case when moved then excluded.source else known.source end,
              case when moved then excluded.moved_at else known.moved_at end,
              greatest(excluded.reported_at, known.reported_at)
            from (select excluded.reported_at >= known.reported_at
              and metres_between(known.latitude, known.longitude, excluded.latitude, excluded.longitude)
                > greatest((select steered('device.location.moveMeters', 200)), excluded.accuracy)
              as moved) as judged)
        returning known.*)
      insert into device_location (device_id, at, latitude, longitude, accuracy, source)
      select device_id, told.heard_at, latitude, longitude, accuracy, source
      from position join told using (device_id) where position.moved_at = told.heard_at
      on conflict do nothing`

/**
 * Keeps where terminals are and have come to stand: a report is a place of its own when it is
 * further from the one before than `device.location.moveMeters`, and than it may be wrong; any
 * other says that the terminal is still there. Answers the terminals that went over the fence of
 * their station.
 */
export async function savePlaces(
  client: pg.ClientBase,
  snapshots: readonly SnapshotRow[],
): Promise<Touched[]> {
  const places = snapshots.flatMap(({ deviceId, kind, document, at }) => {
    const { data } = deviceMessages.location.body.safeParse(document)
    if (kind !== 'loc' || !data) return []
    // As the column keeps it: a number too small for it would be refused.
    const acc = data.acc === undefined ? {} : { acc: Math.fround(data.acc) }
    return [{ ...data, ...acc, deviceId, heardAt: at }]
  })
  if (places.length === 0) return []
  await client.query({
    name: 'link.places',
    text: placesSql,
    values: [JSON.stringify(places)],
  })
  const seen = places.map(({ deviceId, lat, lng, acc = 0, heardAt }) => ({
    deviceId,
    latitude: lat,
    longitude: lng,
    accuracy: acc,
    at: heardAt,
  }))
  return judgeFences(client, seen)
}
