import pg from 'pg'
import { fillGathered } from '../../packages/server/test/fill/gathered.ts'
import {
  fillCatalogue,
  fillOrganizations,
  fillUsers,
} from '../../packages/server/test/fill/organizations.ts'
import { castActorsSql } from '../../packages/server/test/fill/records.ts'
import type { EstateSizes } from '../../packages/server/test/fill/sizes.ts'
import { fillStations } from '../../packages/server/test/fill/stations.ts'
import { fillTerminals } from '../../packages/server/test/fill/terminals.ts'
import { type BenchDatabase, isFilled } from '../harness/database.ts'
import { say } from '../harness/print.ts'

// What lists of terminals and the map read, without any history, and the totals of an administrator alone. Triggers
// write most of it, terminal by terminal; here statements over whole sets do, in a sixth of the time.

const root = '(select id from organization where parent_id is null)'

const ordersSql = `insert into device_order (id, org_id, model_id, lifecycle, deleted_at, seen_at, battery, signal)
  select device.id, org_id, model_id, lifecycle, deleted_at, state.last_seen_at, state.battery, state.signal
  from device left join device_state state on state.device_id = device.id order by device.id`

const versionsSql = `insert into device_version (id, org_id, model_id, lifecycle, deleted_at, firmware, agent_version)
  select id, org_id, model_id, lifecycle, deleted_at, firmware, agent_version from device order by id`

const onlineSql = `update device_online online set org_id = device.org_id, model_id = device.model_id
  from device where device.id = online.device_id`

const offlineSql = `insert into device_offline (device_id, due_at, org_id, model_id)
  select device_id, null, org_id, model_id from device_state join device on device.id = device_id
  where not exists (select from device_online online where online.device_id = device_state.device_id)`

const totalsSql = `insert into estate_total (place, measure, value, model_id, count)
  select ${root}, 'LIFE', lifecycle, model_id, count(*) from device group by 3, 4
  union all select ${root}, 'FIRMWARE', firmware, nil_uuid(), count(*) from device where firmware is not null group by 3
  union all select ${root}, 'ONLINE', '', model_id, count(*) from device_online group by 4
  union all select ${root}, 'OFFLINE', '', model_id, count(*) from device_offline group by 4`

/** Where those are that work at a station and have reported. */
const positionsSql = `insert into device_position (device_id, latitude, longitude, accuracy, source, moved_at,
    reported_at, org_id, model_id, signal, presence)
  select device.id, station.latitude + abs(hashtext(device.sn)) % 100 / 50000.0,
    station.longitude + abs(hashtext(device.tid)) % 100 / 50000.0, 20, 'GPS', now() - interval '2 days',
    now() - abs(hashtext(device.sn)) % 7200 * interval '1 second', device.org_id, device.model_id,
    signal_step(state.signal), case when online.device_id is null then 1 else 2 end
  from device join station on station.id = device.station_id join device_state state on state.device_id = device.id
    left join device_online online on online.device_id = device.id`

const alarmedSql = `update device_position set is_alarmed = true
  where device_id in (select device_id from alarm where closed_at is null)`

const cellsSql = `insert into location_cell (level, cell, org_id, model_id, count, latitude, longitude, told, weak,
    signal, online, offline, alarmed)
  select level, map_column(longitude, level)::bigint << 16 | map_row(latitude, level), nil_uuid(), nil_uuid(),
    count(*), sum(round(latitude * 1e6)), sum(round(longitude * 1e6)), count(signal), count(*) filter (where signal < 40),
    coalesce(sum(signal), 0), count(*) filter (where presence = 2), count(*) filter (where presence = 1),
    count(*) filter (where is_alarmed)
  from device_position cross join unnest(array[4, 6, 8, 10, 12, 14, 16]) as level group by 1, 2`

type Fill = (db: pg.Client, sizes: EstateSizes) => Promise<unknown>
const all =
  (...texts: readonly string[]): Fill =>
  async (db) => {
    for (const text of texts) await db.query(text)
  }

const steps: readonly (readonly [string, Fill])[] = [
  ['organisations', fillOrganizations],
  ['vendors and models', fillCatalogue],
  ['users', fillUsers],
  ['stations', fillStations],
  ['what has come so far', all('analyze', 'set session_replication_role = replica')],
  ['terminals', fillTerminals],
  [
    'their orders, presence and totals',
    all('analyze', ordersSql, versionsSql, onlineSql, offlineSql, totalsSql),
  ],
  ['positions', all(positionsSql, castActorsSql)],
  ['groups, labels and alarms', fillGathered],
  ['squares of the map', all(alarmedSql, cellsSql)],
]

/** Fills a seeded database; a kept one is taken as it is. */
export async function makeListedEstate(
  { client, ownerUrl }: Pick<BenchDatabase, 'client' | 'ownerUrl'>,
  sizes: EstateSizes,
): Promise<void> {
  if (await isFilled(client, sizes.terminals)) return
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    // Millions of rows are joined and sorted: on disk that takes many times as long.
    await owner.query(`set work_mem = '256MB'`)
    for (const [name, fill] of steps) {
      const started = performance.now()
      await fill(owner, sizes)
      say(`${name}: ${((performance.now() - started) / 1000).toFixed(0)} s`)
    }
    await owner.query('vacuum (analyze)')
  } finally {
    await owner.end()
  }
}
