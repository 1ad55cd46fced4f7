import type { EstateSizes, Runner } from './sizes.ts'

/** Cities all over the world; stations lie around them, terminals at their stations. */
const cities = 200

const stationsSql = `insert into station (name, code, type, org_id, area_id, address, contact, phone, latitude,
    longitude, fence, expected_devices)
  select 'Shop ' || abs(hashint4(number + 7)) % 9000, 'station-' || number,
    (array['SHOP', 'BRANCH', 'AGENT', 'WAREHOUSE'])[1 + number % 4], place.id, area.id,
    'Street ' || number, 'Person ' || number % 977, '+964770' || to_char(number, 'FM0000000'),
    city.latitude + abs(hashint4(number + 3)) % 1000 / 5000.0, city.longitude + abs(hashint4(number + 4)) % 1000 / 5000.0,
    case when number % 5 = 0 then '{"kind": "CIRCLE", "radius": 300, "points": [], "dwellMinutes": 10,
      "action": "ALARM", "message": null}'::jsonb end, case when number % 3 = 0 then 40 end
  from generate_series(1, $1::integer) as number
    join organization place on place.code = 'place-' || 1 + (number - 1) % $2::integer
    cross join (select id from timezone_area order by id limit 1) as area
    cross join lateral (select -35 + abs(hashint4(seat)) % 90 as latitude, -110 + abs(hashint4(seat + 1)) % 240 as longitude
      from (select 1 + abs(hashint4(number + 5)) % ${cities} as seat) as chosen) as city`

/** A test's database has none of those that come with the product. */
const areaSql = `insert into timezone_area (name, code, type)
  select 'Anywhere', 'anywhere', 'zone' where not exists (select from timezone_area)`

/** Places where terminals work, as many in each organisation. */
export async function fillStations(
  db: Runner,
  { stations, organizations }: EstateSizes,
): Promise<void> {
  await db.query(areaSql)
  await db.query(stationsSql, [stations, organizations - 1])
}

/** The station of a row named `place` with its number, of those that {@link fillStations} made. */
export const stationJoin = (salt: number, { stations, organizations }: EstateSizes): string => {
  const each = Math.max(1, Math.floor(stations / (organizations - 1)))
  return `left join station on number % 10 < 8 and station.code = 'station-' || substr(place.code, 7)::integer
    + ${organizations - 1} * (abs(hashint4(number + ${salt})) % ${each})`
}

const positionsSql = `insert into device_position (device_id, latitude, longitude, accuracy, source, moved_at, reported_at)
  select device.id, station.latitude + abs(hashtext(device.sn)) % 100 / 50000.0,
    station.longitude + abs(hashtext(device.tid)) % 100 / 50000.0, 20, 'GPS', now() - interval '2 days',
    now() - abs(hashtext(device.sn)) % 7200 * interval '1 second'
  from device join station on station.id = device.station_id join device_state state on state.device_id = device.id
  where abs(hashtext(device.sn)) % 10 = $1::integer`

const fencesSql = `insert into device_fence (device_id, station_id, state, since)
  select device.id, station.id, case when abs(hashtext(device.sn)) % 50 = 0 then 'OUT' else 'IN' end, now()
  from device join station on station.id = device.station_id where station.fence is not null`

/** Where terminals are that work at a station and have reported, and on which side of its fence. */
export async function fillPositions(db: Runner): Promise<void> {
  for (let part = 0; part < 10; part++) await db.query(positionsSql, [part])
  await db.query(fencesSql)
  await db.query('select fold_location_changes()')
}
