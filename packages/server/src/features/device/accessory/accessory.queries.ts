import { deviceMessages } from '@muster/contract'
import type pg from 'pg'
import type { Touched } from '../announceDevices.ts'
import { eventPlace, placeOfDevice } from '../event/eventPlace.ts'
import type { SnapshotRow } from '../ingest/sortBatch.rules.ts'
import {
  type AccessoryReport,
  type Changes,
  changesOf,
  type KnownAccessory,
} from './accessory.rules.ts'

const said = deviceMessages.upMessages.info.body

/** What terminals say belongs to them, of those that say it. */
export const accessoriesIn = (reports: readonly SnapshotRow[]): AccessoryReport[] =>
  reports.flatMap(({ deviceId, kind, document, at }) => {
    const { accessories } = (kind === 'info' && said.safeParse(document).data) || {}
    return accessories ? [{ deviceId, at, accessories }] : []
  })

/** Accessories that are nowhere, by the terminal that had them last, of which so many are remembered. */
const mostLeft = 20

const knownSql = (isHeld: boolean) => `select known.kind, known.sn, known.device_id as "deviceId",
    known.was_device_id as "wasDeviceId", known.model, known.firmware, known.apps
  from accessory known
  where known.device_id = any($1::uuid[])
    or (known.kind, known.sn) in (select * from unnest($2::text[], $3::text[]))
  order by known.kind, known.sn ${isHeld ? 'for update' : ''}`

/**
 * Keeps what belongs to terminals by what changed of it, with a line for each terminal that it concerns.
 * A report that says what is known costs one look. Answers the terminals that it concerns.
 */
export async function saveAccessories(
  client: pg.ClientBase,
  reports: readonly AccessoryReport[],
): Promise<Touched[]> {
  if (reports.length === 0) return []
  const known = async (isHeld: boolean) => {
    const told = reports.flatMap(({ accessories }) => accessories)
    const { rows } = await client.query<KnownAccessory>({
      name: isHeld ? 'link.heldAccessories' : 'link.accessories',
      text: knownSql(isHeld),
      values: [
        reports.map(({ deviceId }) => deviceId),
        told.map(({ kind }) => kind),
        told.map(({ sn }) => sn),
      ],
    })
    return changesOf(rows, reports)
  }
  if ((await known(false)).written.length === 0) return []
  // Another gateway may have written the same meanwhile.
  const changes = await known(true)
  return changes.written.length > 0 ? write(client, changes) : []
}

const writeSql = `insert into accessory as known (kind, sn, device_id, was_device_id, model, firmware, apps, since, changed_at)
    select told.kind, told.sn, device.id, was.id, told.model, told.firmware, told.apps,
      to_timestamp(told.at / 1000), to_timestamp(told.at / 1000)
    from jsonb_to_recordset($1::jsonb) as told (kind text, sn text, "deviceId" uuid, "wasDeviceId" uuid, model text,
        firmware text, apps jsonb, at float8, "isMoved" boolean)
      left join device on device.id = told."deviceId" left join device was on was.id = told."wasDeviceId"
    where told."deviceId" is null or device.id is not null
    order by told.kind, told.sn
  on conflict (kind, sn) do update set device_id = excluded.device_id, was_device_id = excluded.was_device_id,
    model = excluded.model, firmware = excluded.firmware, apps = excluded.apps, changed_at = excluded.changed_at,
    since = case when known.device_id is distinct from excluded.device_id then excluded.since else known.since end`

/** The other terminal is named where both are of one organisation: an accessory betrays no stranger. */
const linesSql = `with told as (select * from jsonb_to_recordset($1::jsonb) as told ("deviceId" uuid, code text, kind text,
      sn text, "from" text, "to" text, "otherId" uuid, at float8))
  insert into device_event (device_id, ${eventPlace}, code, source, data, ref_kind, ref_id, ref_no, happened_at)
    select device.id, ${placeOfDevice}, told.code, 'DEVICE',
      jsonb_strip_nulls(jsonb_build_object('accessory', told.kind, 'accessorySn', told.sn, 'from', told."from", 'to', told."to")),
      case when other.id is not null then 'DEVICE' end, other.id, other.sn, to_timestamp(told.at / 1000)
    from told join device on device.id = told."deviceId"
      left join device other on other.id = told."otherId" and other.org_id = device.org_id`

const forgetSql = `delete from accessory using (select kind, sn,
      row_number() over (partition by was_device_id order by since desc, kind, sn) as place
    from accessory where was_device_id = any($1::uuid[]) and device_id is null) as left_one
  where left_one.place > ${mostLeft} and accessory.kind = left_one.kind and accessory.sn = left_one.sn
    and accessory.device_id is null`

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
  const without = written.flatMap(({ deviceId, wasDeviceId }) =>
    deviceId === null && wasDeviceId !== null ? [wasDeviceId] : [],
  )
  if (without.length > 0) await client.query(forgetSql, [without])
  const { rows } = await client.query<Touched>(
    'select id, org_id as "orgId" from device where id = any($1::uuid[])',
    [lines.map(({ deviceId }) => deviceId)],
  )
  return rows
}
