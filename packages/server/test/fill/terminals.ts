import type { EstateSizes, Runner } from './sizes.ts'
import { stationJoin } from './stations.ts'

/** Terminals that one statement adds: its triggers hold them in memory. */
const slice = 100_000

const devicesSql = (
  sizes: EstateSizes,
) => `insert into device (sn, model_id, vendor_id, org_id, station_id, name, tid, batch_no, lifecycle, firmware,
    agent_version, activated_at, created_at, updated_at)
  select 'SN' || number % 10 || '-' || to_char(number, 'FM00000000'), model.id, model.vendor_id, place.id, station.id,
    'Till ' || abs(hashint4(number + 7)) % 5000, 'T' || to_char(number, 'FM00000000'), 'B' || number / 10000,
    case when number % 10 < 8 then 'ACTIVE' when number % 10 = 8 then 'ASSIGNED'
      when number % 1000 = 9 then 'UNCLAIMED' else 'STOCK' end,
    case when number % 10 < 8 then '2.4.' || abs(hashint4(number + 3)) % 40 end,
    case when number % 10 < 8 then '1.0.' || abs(hashint4(number + 5)) % 12 end,
    case when number % 10 < 8 then now() - make_interval(hours => abs(hashint4(number + 1)) % 9000) end,
    now() - number * interval '25 seconds', now() - abs(hashint4(number + 2)) % 20000000 * interval '1 second'
  from generate_series($1::integer, $2::integer) as number
    join model on model.code = 'model-' || 1 + case when $5::integer < $3::integer
      then abs(hashint4(number)) % $4::integer + 7 * (abs(hashint4(number + 9)) % $5::integer)
      else abs(hashint4(number + 9)) end % $3::integer
    join organization place on place.code = 'place-' || 1 + abs(hashint4(number)) % $4::integer
    ${stationJoin(11, sizes)}`

/** Three quarters have reported. */
const statesSql = `insert into device_state (device_id, last_seen_at, battery, is_charging, network_type, signal,
    free_mb, temperature, uptime_seconds, cfg_rev, offline_since)
  select id, now() - make_interval(secs => 600 + abs(hashtext(sn)) % 9000000), abs(hashtext(sn)) % 101,
    abs(hashtext(sn)) % 2 = 0, 'WIFI', 40 + abs(hashtext(sn)) % 60, 2048, 31.5, 3600, 1,
    now() - make_interval(secs => 500 + abs(hashtext(sn)) % 9000000)
  from device where abs(hashtext(sn)) % 4 < 3`

/** Since two hours, but not since another month: of those before this one the filling of the logs makes tables. */
const onlineSql = `insert into device_online (device_id, since, session_id)
  select device_id, greatest(now() - interval '2 hours', date_trunc('month', now(), 'UTC')), gen_random_uuid() from device_state
  order by hashtext(device_id::text) limit $1`

/** Added up with the others of their month. */
const sessionsSql = `insert into device_session (id, device_id, connected_at, ip, org_id, model_id)
  select session_id, device_id, since, '10.9.8.7', org_id, model_id from device_online`

/** Nobody announced them: half came from where all others do, half from where nobody else did. */
const knocksSql = `insert into device_knock (device_id, ip, key_id)
  select id, case when abs(hashtext(sn)) % 2 = 0 then '10.9.8.7' else '10.8.8.7' end, gen_random_uuid()
  from device where lifecycle = 'UNCLAIMED'`

/** Whoever is connected has just beaten: a kept database is older than three beats. */
export const beatSql = `update device_state set last_seen_at = now() from device_online online
  where online.device_id = device_state.device_id`

/** Where the sweep and those who left would have put them. */
const placesSql = `update device_order place set seen_at = state.last_seen_at, battery = state.battery
  from device_state state where state.device_id = place.id`

/** Terminals over all organisations and models, what they last reported, and who is connected. */
export async function fillTerminals(db: Runner, sizes: EstateSizes): Promise<void> {
  const { terminals, models, modelsEach, organizations, online } = sizes
  for (let from = 1; from <= terminals; from += slice) {
    const to = Math.min(from + slice - 1, terminals)
    await db.query(devicesSql(sizes), [from, to, models, organizations - 1, modelsEach])
  }
  await db.query(statesSql)
  await db.query(onlineSql, [online])
  await db.query(sessionsSql)
  await db.query(knocksSql)
  await db.query(beatSql)
  await db.query(placesSql)
}
