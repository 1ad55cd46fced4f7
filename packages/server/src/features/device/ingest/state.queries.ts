import type pg from 'pg'
import { uuidArray } from '../../../platform/uuidArray.ts'
import type { Touched } from '../announceDevices.ts'
import type { KnownPrints } from '../apps/applied.queries.ts'
import type { Inventory } from '../apps/inventory.rules.ts'
import { prints } from '../apps/prints.ts'
import type { SnapshotRow, StateRow, VersionRow } from './sortBatch.rules.ts'

/**
 * A PostgreSQL array of values that need no quotes (numbers, booleans, uuids). Written by hand:
 * the driver's own quoting costs more than the update it feeds.
 */
const plainArray = (values: readonly (string | number | boolean | null)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join(',')}}`

const quotedArray = (values: readonly (string | null)[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : `"${value.replace(/[\\"]/g, '\\$&')}"`)).join(',')}}`

const columns =
  'device_id, battery, is_charging, network_type, signal, free_mb, temperature, uptime_seconds, cfg_rev, endpoint'
const beats = `unnest($2::uuid[], $3::smallint[], $4::boolean[], $5::text[], $6::smallint[],
  $7::integer[], $8::real[], $9::integer[], $10::integer[], $11::text[], $12::uuid[]) as beat (${columns}, params_print)`

/** When a batch was seen; `$1` is its age in milliseconds. */
const seenAt = `statement_timestamp() - $1::float8 * interval '1 millisecond'`

/**
 * What a beat leaves out stays as it was; an older beat never replaces a newer one, but one that a
 * wrong clock has put into the future. Ages are told to within a second: batches of one gateway
 * come in their order anyway.
 */
const updateSql = `with beaten as (update device_state state set last_seen_at = case
      when state.last_seen_at > statement_timestamp() then ${seenAt}
      else greatest(state.last_seen_at, ${seenAt}) end,
    battery = coalesce(beat.battery, state.battery),
    is_charging = coalesce(beat.is_charging, state.is_charging),
    network_type = coalesce(beat.network_type, state.network_type),
    signal = coalesce(beat.signal, state.signal),
    free_mb = coalesce(beat.free_mb, state.free_mb),
    temperature = coalesce(beat.temperature, state.temperature),
    uptime_seconds = coalesce(beat.uptime_seconds, state.uptime_seconds),
    cfg_rev = coalesce(beat.cfg_rev, state.cfg_rev),
    endpoint = coalesce(beat.endpoint, state.endpoint)
  from ${beats}
  where state.device_id = beat.device_id
    and (state.last_seen_at <= ${seenAt} + interval '1 second' or state.last_seen_at > statement_timestamp())
  returning state.device_id, state.params_print as known, beat.params_print as told)
  select count(*)::integer as count,
    jsonb_object_agg(device_id, known) filter (where told is not null and told is distinct from known) as others,
    -- Asked for where some were not written alone: a whole batch pays nothing for it.
    case when count(*) < cardinality($2::uuid[])
      then (select jsonb_agg(device_id) from beaten where told is not null) end as written
  from beaten`

const insertSql = `insert into device_state (last_seen_at, ${columns})
  select ${seenAt}, ${columns.replaceAll(/\w+/g, 'beat.$&')} from ${beats} join device on device.id = beat.device_id
  on conflict (device_id) do nothing`

/**
 * Writes the signs of life of a batch, seen `age` milliseconds ago: one statement, and one more for
 * new terminals. Answers who says of his applications what he did not say before.
 */
export async function saveStates(
  client: pg.ClientBase | pg.Pool,
  states: readonly StateRow[],
  age: number,
): Promise<KnownPrints> {
  // In one order: two batches that wait for each other's rows would both fail.
  const rows = states.toSorted((one, other) => (one.deviceId < other.deviceId ? -1 : 1))
  const values = [
    Math.max(0, age),
    uuidArray(rows.map((row) => row.deviceId)),
    plainArray(rows.map((row) => row.battery)),
    plainArray(rows.map((row) => row.isCharging)),
    quotedArray(rows.map((row) => row.networkType)),
    plainArray(rows.map((row) => row.signal)),
    plainArray(rows.map((row) => row.freeMb)),
    plainArray(rows.map((row) => row.temperature)),
    plainArray(rows.map((row) => row.uptimeSeconds)),
    plainArray(rows.map((row) => row.cfgRev)),
    quotedArray(rows.map((row) => row.endpoint)),
    uuidArray(rows.map(({ deviceId, params }) => params && prints.of(deviceId, params))),
  ]
  const answered = await client.query<Beaten>({ name: 'link.beat', text: updateSql, values })
  const { count, others, written } = answered.rows[0] ?? { count: 0, others: null, written: null }
  const told = Object.entries(others ?? {})
  if (count === rows.length) return new Map(told)
  await client.query({ name: 'link.firstBeat', text: insertSql, values })
  // Of those that were not written nothing is known: they are looked at.
  const known = new Set(written)
  const rest = rows.filter(({ deviceId, params }) => params && !known.has(deviceId))
  return new Map([...told, ...rest.map(({ deviceId }) => [deviceId, null] as const)])
}

interface Beaten {
  readonly count: number
  readonly others: Readonly<Record<string, string | null>> | null
  /** Who was written of those that told of their applications; null: all were. */
  readonly written: readonly string[] | null
}

/**
 * Takes the states of terminals in the one order in which all take them: an update that joins takes
 * its rows as the plan comes to them.
 */
export async function lockStates(
  client: pg.ClientBase,
  deviceIds: readonly string[],
): Promise<void> {
  await client.query({
    name: 'link.lockStates',
    text: `select from device_state where device_id = any($1::uuid[])
      order by device_id for no key update`,
    values: [plainArray(deviceIds)],
  })
}

/**
 * Keeps the latest document of each kind, and when it was last reported: consoles ask for news by
 * its age, so a report that says the same is news too. Answers the terminals that reported.
 */
export async function saveSnapshots(
  client: pg.ClientBase,
  rows: readonly SnapshotRow[],
): Promise<Touched[]> {
  const { rows: touched } = await client.query<Touched>({
    name: 'link.snapshots',
    text: `with told as (
        select * from jsonb_to_recordset($1::jsonb) as told ("deviceId" uuid, kind text, document jsonb, at float8)),
      saved as (
        insert into device_snapshot (device_id, kind, document, reported_at)
          select told."deviceId", told.kind, told.document, to_timestamp(told.at / 1000)
            from told join device on device.id = told."deviceId" order by 1, 2
          on conflict (device_id, kind) do update
            set document = excluded.document, reported_at = excluded.reported_at
            where device_snapshot.reported_at < excluded.reported_at
              or device_snapshot.document is distinct from excluded.document
          returning device_snapshot.device_id)
      select distinct device.id, device.org_id as "orgId" from saved
        join device on device.id = saved.device_id`,
    values: [JSON.stringify(rows)],
  })
  return touched
}

const toldVersions = `jsonb_to_recordset($1::jsonb) as told ("deviceId" uuid, firmware text, "agentVersion" text)`

/** Whether a terminal runs other versions than it is known to run. */
const isUpdated = `(coalesce(told.firmware, device.firmware), coalesce(told."agentVersion", device.agent_version))
  is distinct from (device.firmware, device.agent_version)`

interface AlsoLocked {
  readonly others: readonly string[]
  /** Who tells of his keys: locked where it is for the first time. */
  readonly keys: readonly string[]
  /**
   * Who tells what is installed: locked where it is another list. What is new of it is counted where the terminal is
   * and by whether it is in service, and a change of that finds only what is committed.
   */
  readonly lists: readonly Pick<Inventory, 'deviceId' | 'isFull' | 'hash'>[]
}

/** Locks terminals that will be written or must stay as they are, in one order: those with other versions, and these. */
export async function lockDevices(
  client: pg.ClientBase,
  rows: readonly VersionRow[],
  { others, keys, lists }: AlsoLocked,
): Promise<void> {
  await client.query({
    name: 'link.lockDevices',
    text: `select from device where device.id = any(array(
          select device.id from device join ${toldVersions} on device.id = told."deviceId"
            where ${isUpdated}) || $2::uuid[] || array(
          select told.id from unnest($3::uuid[]) as told (id)
            where not exists (select from device_key_report known where known.device_id = told.id)) || array(
          select told.id from unnest($4::uuid[], $5::text[]) as told (id, hash)
            where not exists (select from device_inventory known where known.device_id = told.id and known.hash = told.hash)))
      order by device.id for no key update`,
    values: [
      JSON.stringify(rows),
      others,
      keys,
      lists.map(({ deviceId }) => deviceId),
      lists.map(({ isFull, hash }) => (isFull ? hash : null)),
    ],
  })
}

/** Writes what changed of the versions that terminals run. */
export async function saveVersions(
  client: pg.ClientBase,
  rows: readonly VersionRow[],
): Promise<Touched[]> {
  const { rows: touched } = await client.query<Touched>({
    name: 'link.versions',
    text: `with changed as (update device set firmware = coalesce(told.firmware, device.firmware),
          agent_version = coalesce(told."agentVersion", device.agent_version)
        from ${toldVersions} where device.id = told."deviceId" and ${isUpdated}
        returning device.id, device.org_id),
      -- It may run a version now that was recalled, or none any more.
      looked as (insert into alarm_signal (device_id, kind, act) select id, 'RECALLED', 'LOOK' from changed
        where exists (select from upgrade_version where recalled_at is not null))
      select id, org_id as "orgId" from changed`,
    values: [JSON.stringify(rows)],
  })
  return touched
}
