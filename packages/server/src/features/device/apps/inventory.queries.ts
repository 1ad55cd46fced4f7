import type pg from 'pg'
import type { Touched } from '../announceDevices.ts'
import { hashAfter, type Inventory, mostKeptApps } from './inventory.rules.ts'

/**
 * Keeps what terminals say is installed, and what has come and gone since. A list that is the one
 * on record costs a row; of any other only the rows that differ are written. Answers the terminals
 * whose list has changed.
 */
export async function saveInventories(
  client: pg.ClientBase,
  inventories: readonly Inventory[],
): Promise<Touched[]> {
  const recorded = await readHashes(client, inventories)
  const changed = inventories.filter(
    ({ deviceId, isFull, hash }) => !isFull || recorded.get(deviceId) !== hash,
  )
  if (changed.length > 0) await saveApps(client, changed)
  return noteReported(client, inventories, { recorded, changed: new Set(changed) })
}

type Hashes = ReadonlyMap<string, string | null>

async function readHashes(
  client: pg.ClientBase,
  inventories: readonly Inventory[],
): Promise<Hashes> {
  const { rows } = await client.query<{ id: string; hash: string | null }>({
    name: 'apps.hashes',
    text: `select device_id as id, hash from device_inventory where device_id = any($1::uuid[])`,
    values: [inventories.map(({ deviceId }) => deviceId)],
  })
  return new Map(rows.map(({ id, hash }) => [id, hash]))
}

/** Of a terminal that says it for the first time nothing has come: it was there before. */
const saveSql = `with reported as (
    select told."deviceId" as device_id, told."isFull" as is_full, told.gone,
      to_timestamp(told.at / 1000) as at,
      exists (select from device_inventory known where known.device_id = told."deviceId") as is_known
    from jsonb_to_recordset($1::jsonb) as told ("deviceId" uuid, "isFull" boolean, gone text[], at float8)
      join device on device.id = told."deviceId"),
  told as (
    select reported.device_id, reported.is_known, reported.at, app.*
    from jsonb_to_recordset($2::jsonb) as app ("deviceId" uuid, package text, code bigint, name text,
        source text, signer text, bytes bigint, "isEnabled" boolean, installed float8, updated float8)
      join reported on reported.device_id = app."deviceId"
    where reported.is_full
      or exists (select from device_app known where known.device_id = app."deviceId" and known.package = app.package)
      or (select count(*) from device_app known where known.device_id = app."deviceId") < ${mostKeptApps}),
  before as (
    select app.* from device_app app join reported on reported.device_id = app.device_id),
  saved as (
    insert into device_app (device_id, package, version_code, version_name, source, signer, bytes,
        is_enabled, first_installed_at, last_updated_at, seen_at)
      select device_id, package, code, name, source, signer, bytes, coalesce("isEnabled", true),
        to_timestamp(installed / 1000), to_timestamp(updated / 1000), at
      from told order by 1, 2
    on conflict (device_id, package) do update
      set version_code = excluded.version_code, version_name = excluded.version_name,
        source = excluded.source, signer = excluded.signer, bytes = excluded.bytes,
        is_enabled = excluded.is_enabled, seen_at = excluded.seen_at,
        first_installed_at = coalesce(excluded.first_installed_at, device_app.first_installed_at),
        last_updated_at = coalesce(excluded.last_updated_at, device_app.last_updated_at)
      where (device_app.version_code, device_app.version_name, device_app.source, device_app.signer,
          device_app.bytes, device_app.is_enabled)
        is distinct from (excluded.version_code, excluded.version_name, excluded.source,
          excluded.signer, excluded.bytes, excluded.is_enabled)),
  removed as (
    delete from device_app app using reported
      where app.device_id = reported.device_id
        and case when reported.is_full
          then not exists (select from told where told.device_id = app.device_id
            and told.package = app.package)
          else app.package = any(reported.gone) end
      returning app.*)
  insert into device_app_event (device_id, package, kind, from_code, from_name, to_code, to_name, source)
    select told.device_id, told.package,
      case when before.package is null then 'INSTALLED'
        when told.code > before.version_code then 'UPDATED' else 'DOWNGRADED' end,
      before.version_code, before.version_name, told.code, told.name, told.source
    from told left join before using (device_id, package)
    where told.is_known and told.code is distinct from before.version_code
    union all
    select device_id, package, 'REMOVED', version_code, version_name, null, null, source from removed`

async function saveApps(client: pg.ClientBase, inventories: readonly Inventory[]): Promise<void> {
  const lists = inventories.map(({ deviceId, isFull, gone, at }) => ({
    deviceId,
    isFull,
    gone: [...gone],
    at,
  }))
  const apps = inventories.flatMap(({ deviceId, apps }) =>
    [...apps.values()].map(({ p, vc, vn, src, sig8, size, inst, upd, en }) => ({
      deviceId,
      package: p,
      code: vc,
      name: vn,
      source: src,
      signer: sig8,
      bytes: size,
      installed: inst,
      updated: upd,
      isEnabled: en,
    })),
  )
  const values = [JSON.stringify(lists), JSON.stringify(apps)]
  await client.query({ name: 'apps.save', text: saveSql, values })
}

interface Outcome {
  readonly recorded: Hashes
  readonly changed: ReadonlySet<Inventory>
}

/** Notes when terminals reported, and answers those whose list has changed. */
async function noteReported(
  client: pg.ClientBase,
  inventories: readonly Inventory[],
  { recorded, changed }: Outcome,
): Promise<Touched[]> {
  const { rows } = await client.query<Touched & { isChanged: boolean }>({
    name: 'apps.reported',
    text: `with told as (
        select * from unnest($1::uuid[], $2::text[], $3::float8[], $4::boolean[])
          as told (device_id, hash, at, is_changed)),
      noted as (
        insert into device_inventory (device_id, hash, reported_at, changed_at)
          select told.device_id, told.hash, to_timestamp(told.at / 1000), to_timestamp(told.at / 1000)
          from told join device on device.id = told.device_id
        on conflict (device_id) do update set hash = excluded.hash, reported_at = excluded.reported_at,
          changed_at = case when (select told.is_changed from told where told.device_id = excluded.device_id)
            then excluded.changed_at else device_inventory.changed_at end)
      select device.id, device.org_id as "orgId", told.is_changed as "isChanged"
      from told join device on device.id = told.device_id`,
    values: [
      inventories.map(({ deviceId }) => deviceId),
      inventories.map((one) => hashAfter(one, recorded.get(one.deviceId))),
      inventories.map(({ at }) => at),
      inventories.map((one) => changed.has(one)),
    ],
  })
  return rows.filter(({ isChanged }) => isChanged)
}
