import type pg from 'pg'
import type { Touched } from '../announceDevices.ts'
import { eventPlace, placeOfDevice } from '../event/eventPlace.ts'
import {
  changesOf,
  isLateSql,
  type KeyChanges,
  type KeyReport,
  type KeySlot,
  saidAt,
} from './keys.rules.ts'
import { isMissingSql } from './missingKeys.ts'

interface Noted extends Touched {
  /** It has told of its keys for the first time. */
  readonly isFirst: boolean
}

/** Locks what it notes: whoever stores another report of the same terminal waits. */
const noteSql = `with told as (select device.id, device.org_id, to_timestamp(told.at / 1000) as told_at,
        to_timestamp(told.said / 1000) as said_at
      from jsonb_to_recordset($1::jsonb) as told ("deviceId" uuid, at float8, said float8)
        join device on device.id = told."deviceId"),
    noted as (insert into device_key_report as known (device_id, told_at, said_at)
      select id, told_at, said_at from told order by id
      on conflict (device_id) do update set told_at = excluded.told_at, said_at = excluded.said_at
        where not (${isLateSql('excluded.said_at', 'known.said_at')})
      returning device_id)
  select told.id, told.org_id as "orgId",
      not exists (select from device_key_report before where before.device_id = told.id) as "isFirst"
    from noted join told on told.id = noted.device_id`

const knownSql = `select device_id as "deviceId", slot, type, kcv, ksi, state,
    round(extract(epoch from injected_at) * 1000)::float8 as "injectedAt",
    round(extract(epoch from expires_at) * 1000)::float8 as "expiresAt"
  from device_key where device_id = any($1::uuid[])`

/**
 * Keeps which keys terminals hold by what changed of it, with a line for each change. A report that says what is
 * known costs one look, one that came late nothing. Answers the terminals whose keys are others now.
 */
export async function saveKeys(
  client: pg.ClientBase,
  reports: readonly KeyReport[],
): Promise<Touched[]> {
  const told = reports.map((report) => ({
    deviceId: report.deviceId,
    at: report.at,
    said: saidAt(report),
  }))
  const { rows: noted } = await client.query<Noted>({
    name: 'link.keyReports',
    text: noteSql,
    values: [JSON.stringify(told)],
  })
  const taken = new Map(noted.map((one) => [one.id, one]))
  const { rows: known } = await client.query<KeySlot>({
    name: 'link.keys',
    text: knownSql,
    values: [[...taken.keys()]],
  })
  const changes = changesOf(
    known,
    reports.filter(({ deviceId }) => taken.has(deviceId)),
    new Set(noted.filter(({ isFirst }) => isFirst).map(({ id }) => id)),
  )
  if (changes.written.length + changes.removed.length > 0) await write(client, changes)
  const changed = new Set([...changes.written, ...changes.removed].map(({ deviceId }) => deviceId))
  return noted.filter(({ id }) => changed.has(id)).map(({ id, orgId }) => ({ id, orgId }))
}

const writeSql = `with gone as (delete from device_key
      using jsonb_to_recordset($2::jsonb) as told ("deviceId" uuid, slot text, type text)
      where device_key.device_id = told."deviceId" and device_key.slot = told.slot and device_key.type = told.type)
  insert into device_key (device_id, slot, type, kcv, ksi, injected_at, expires_at, state, changed_at)
    select told."deviceId", told.slot, told.type, told.kcv, told.ksi, to_timestamp(told."injectedAt" / 1000),
      to_timestamp(told."expiresAt" / 1000), told.state, to_timestamp(told.at / 1000)
    from jsonb_to_recordset($1::jsonb) as told ("deviceId" uuid, slot text, type text, kcv text, ksi text,
        "injectedAt" float8, "expiresAt" float8, state text, at float8)
    order by 1, 2, 3
  on conflict (device_id, slot, type) do update set kcv = excluded.kcv, ksi = excluded.ksi,
    injected_at = excluded.injected_at, expires_at = excluded.expires_at, state = excluded.state,
    changed_at = excluded.changed_at`

const linesSql = `insert into device_event (device_id, ${eventPlace}, code, source, data, happened_at)
    select device.id, ${placeOfDevice}, told.code, 'DEVICE',
      jsonb_strip_nulls(jsonb_build_object('keySlot', told.slot, 'keyType', told.type, 'from', told."from", 'to', told."to")),
      to_timestamp(told.at / 1000)
    from jsonb_to_recordset($1::jsonb) as told ("deviceId" uuid, code text, slot text, type text, "from" text, "to" text,
        at float8) join device on device.id = told."deviceId"`

const securitySql = `with missing as materialized (select distinct device_id from device_key
      where device_id = any($1::uuid[]) and ${isMissingSql('device_key')}),
    well as (delete from device_security known where known.device_id = any($1::uuid[]) and known.kind = 'KEY_MISSING'
      and not exists (select from missing where missing.device_id = known.device_id))
  insert into device_security (device_id, kind) select device_id, 'KEY_MISSING' from missing order by 1
    on conflict (device_id, kind) do nothing`

async function write(client: pg.ClientBase, changes: KeyChanges): Promise<void> {
  const { written, removed, lines, looks } = changes
  await client.query({
    name: 'link.saveKeys',
    text: writeSql,
    values: [JSON.stringify(written), JSON.stringify(removed)],
  })
  if (lines.length > 0)
    await client.query({ name: 'link.keyLines', text: linesSql, values: [JSON.stringify(lines)] })
  if (looks.length === 0) return
  const missing = looks.filter(({ kind }) => kind === 'KEY_MISSING')
  if (missing.length > 0) await client.query(securitySql, [missing.map(({ deviceId }) => deviceId)])
  await client.query(
    `insert into alarm_signal (device_id, kind, act)
      select "deviceId", kind, 'LOOK' from jsonb_to_recordset($1::jsonb) as look ("deviceId" uuid, kind text)`,
    [JSON.stringify(looks)],
  )
}
