import { deviceMessages } from '@muster/contract'
import type pg from 'pg'
import type { Touched } from '../announceDevices.ts'
import { judgeFences } from '../station/fence.queries.ts'
import type { SnapshotRow } from './sortBatch.rules.ts'

/**
 * Keeps where terminals have come to stand: a report is a place of its own when it is further from
 * the one before than `device.location.moveMeters`, and than it may be wrong. Answers the terminals
 * that went over the fence of their station.
 */
export async function savePlaces(
  client: pg.ClientBase,
  snapshots: readonly SnapshotRow[],
): Promise<Touched[]> {
  const places = snapshots.flatMap(({ deviceId, kind, document, at }) => {
    const { data } = deviceMessages.location.body.safeParse(document)
    return kind === 'loc' && data ? [{ ...data, deviceId, heardAt: at }] : []
  })
  if (places.length === 0) return []
  await client.query({
    name: 'link.places',
    text: `insert into device_location (device_id, at, latitude, longitude, accuracy, source)
      select told."deviceId", to_timestamp(told."heardAt" / 1000), told.lat, told.lng, told.acc, told.src
      from jsonb_to_recordset($1::jsonb) as told
          ("deviceId" uuid, "heardAt" float8, lat float8, lng float8, acc real, src text)
        join device on device.id = told."deviceId"
        left join lateral (
          select place.latitude, place.longitude from device_location place
            where place.device_id = told."deviceId" order by place.at desc limit 1) as last on true
      where last.latitude is null
        or metres_between(last.latitude, last.longitude, told.lat, told.lng) > greatest(
          (select steered('device.location.moveMeters', 200)), told.acc)
      on conflict do nothing`,
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
