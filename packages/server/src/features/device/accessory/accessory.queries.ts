import { deviceMessages } from '@muster/contract'
import type pg from 'pg'
import type { Touched } from '../announceDevices.ts'
import { eventPlace, placeOfDevice } from '../event/eventPlace.ts'
import type { SnapshotRow } from '../ingest/sortBatch.rules.ts'
import {
  type AccessoryKey,
  type AccessoryReport,
  type Changes,
  changesOf,
  keysIn,
  type KnownAccessory,
} from './accessory.rules.ts'

const said = deviceMessages.upMessages.info.body

/** What terminals say belongs to them, of those that say it: `touched` have said something new. */
export function accessoriesIn(
  reports: readonly SnapshotRow[],
  touched: readonly Touched[],
): AccessoryReport[] {
  const orgs = new Map(touched.map(({ id, orgId }) => [id, orgId]))
  return reports.flatMap(({ deviceId, kind, document, at }) => {
    const orgId = orgs.get(deviceId)
    if (kind !== 'info' || orgId === undefined || !tellsOfThem(document)) return []
    const { accessories } = said.safeParse(document).data ?? {}
    return accessories ? [{ deviceId, orgId, at, accessories }] : []
  })
}

/** Most say nothing of them: the rest of what those say is not looked at. */
const tellsOfThem = (document: unknown): boolean =>
  typeof document === 'object' && document !== null && 'accessories' in document

/** Accessories that are nowhere, by the terminal that had them last, of which so many are remembered. */
const mostLeft = 20

/** A stray is at a terminal that has come to another organisation since it told of it. */
const strayColumn = `not known.is_gone and exists (select from device
    where device.id = known.device_id and known.realm_id not in (device.id, device.org_id)) as "isStray"`

/** By keys: an index finds each, however many accessories others have. */
const knownSql = (isHeld: boolean) => `select known.realm_id as "realmId", known.kind, known.sn,
    known.device_id as "deviceId", known.is_gone as "isGone", known.model, known.firmware, known.apps
    ${isHeld ? `, ${strayColumn}` : ''}
  from accessory known
  where (known.realm_id, known.kind, known.sn) in (
    select realm_id, kind, sn from accessory where device_id = any($1::uuid[]) and not is_gone
    union select * from unnest($2::uuid[], $3::text[], $4::text[]))
  order by known.realm_id, known.kind, known.sn ${isHeld ? 'for update' : ''}`

interface Held extends KnownAccessory {
  readonly isStray?: boolean
}

const columnsOf = (keys: readonly AccessoryKey[]) => [
  keys.map(({ realmId }) => realmId),
  keys.map(({ kind }) => kind),
  keys.map(({ sn }) => sn),
]

async function look(
  client: pg.ClientBase,
  reports: readonly AccessoryReport[],
  isHeld: boolean,
): Promise<readonly Held[]> {
  const { rows } = await client.query<Held>({
    name: isHeld ? 'link.heldAccessories' : 'link.accessories',
    text: knownSql(isHeld),
    values: [reports.map(({ deviceId }) => deviceId), ...columnsOf(keysIn(reports))],
  })
  return rows
}

/** What is known there by the same number is another terminal's, or was: that stays. */
const carrySql = `with carried as (delete from accessory
    using device, unnest($1::uuid[], $2::text[], $3::text[]) as stray (realm_id, kind, sn)
    where accessory.realm_id = stray.realm_id and accessory.kind = stray.kind and accessory.sn = stray.sn
      and device.id = accessory.device_id
    returning device.org_id, accessory.kind, accessory.sn, accessory.device_id, accessory.model, accessory.firmware,
      accessory.apps, accessory.since, accessory.changed_at)
  insert into accessory (realm_id, kind, sn, device_id, model, firmware, apps, since, changed_at)
    select org_id, kind, sn, device_id, model, firmware, apps, since, changed_at from carried order by org_id, kind, sn
  on conflict do nothing`

/** The same, locked; terminals that have come to another organisation have brought along what they have. */
async function hold(
  client: pg.ClientBase,
  reports: readonly AccessoryReport[],
): Promise<readonly KnownAccessory[]> {
  const held = await look(client, reports, true)
  const strays = held.filter(({ isStray }) => isStray)
  if (strays.length === 0) return held
  await client.query(carrySql, columnsOf(strays))
  return look(client, reports, true)
}

/**
 * Keeps what belongs to terminals by what changed of it, with a line for each terminal that it concerns.
 * A report that says what is known costs one look. Answers the terminals that it concerns.
 */
export async function saveAccessories(
  client: pg.ClientBase,
  reports: readonly AccessoryReport[],
): Promise<Touched[]> {
  if (reports.length === 0) return []
  const seen = changesOf(await look(client, reports, false), reports)
  if (seen.written.length === 0) return []
  // Another gateway may have written the same meanwhile.
  const changes = changesOf(await hold(client, reports), reports)
  return changes.written.length > 0 ? write(client, changes) : []
}

const writeSql = `insert into accessory as known (realm_id, kind, sn, device_id, is_gone, model, firmware, apps, since, changed_at)
    select told."realmId", told.kind, told.sn, device.id, told."isGone", told.model, told.firmware, told.apps,
      to_timestamp(told.at / 1000), to_timestamp(told.at / 1000)
    from jsonb_to_recordset($1::jsonb) as told ("realmId" uuid, kind text, sn text, "deviceId" uuid, "isGone" boolean,
        model text, firmware text, apps jsonb, at float8)
      join device on device.id = told."deviceId"
    order by told."realmId", told.kind, told.sn
  on conflict (realm_id, kind, sn) do update set device_id = excluded.device_id, is_gone = excluded.is_gone,
    model = excluded.model, firmware = excluded.firmware, apps = excluded.apps, changed_at = excluded.changed_at,
    since = case when (known.device_id, known.is_gone) is distinct from (excluded.device_id, excluded.is_gone)
      then excluded.since else known.since end`

/** The other terminal is named where both are of one organisation: an accessory betrays no stranger. */
const linesSql = `with told as (select * from jsonb_to_recordset($1::jsonb) as told ("deviceId" uuid, code text, kind text,
      sn text, "from" text, "to" text, "otherId" uuid, at float8))
  insert into device_event (device_id, ${eventPlace}, code, source, data, ref_kind, ref_id, ref_no, happened_at)
    select device.id, ${placeOfDevice}, told.code, 'DEVICE',
      jsonb_strip_nulls(jsonb_build_object('accessory', told.kind, 'accessorySn', told.sn, 'from', told."from", 'to', told."to")),
      case when other.id is not null then 'DEVICE' end, other.id, other.sn, to_timestamp(told.at / 1000)
    from told join device on device.id = told."deviceId"
      left join device other on other.id = told."otherId" and other.org_id = device.org_id`

const forgetSql = `delete from accessory using (select realm_id, kind, sn,
      row_number() over (partition by device_id order by since desc, realm_id, kind, sn) as place
    from accessory where device_id = any($1::uuid[]) and is_gone) as left_one
  where left_one.place > ${mostLeft} and accessory.realm_id = left_one.realm_id and accessory.kind = left_one.kind
    and accessory.sn = left_one.sn and accessory.is_gone`

async function write(client: pg.ClientBase, { written, lines }: Changes): Promise<Touched[]> {
  await client.query({
    name: 'link.saveAccessories',
    text: writeSql,
    values: [JSON.stringify(written)],
  })
  await client.query({
    name: 'link.accessoryLines',
    text: linesSql,
    values: [JSON.stringify(lines)],
  })
  const without = written.flatMap(({ deviceId, isGone }) => (isGone ? [deviceId] : []))
  if (without.length > 0) await client.query(forgetSql, [without])
  const { rows } = await client.query<Touched>(
    'select id, org_id as "orgId" from device where id = any($1::uuid[])',
    [lines.map(({ deviceId }) => deviceId)],
  )
  return rows
}
