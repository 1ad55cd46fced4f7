import type pg from 'pg'
import type { Touched } from '../announceDevices.ts'
import { eventPlace, placeOfDevice } from '../event/eventPlace.ts'
import {
  changesOf,
  isLateSql,
  type KeyChanges,
  type KeyReport,
  type KeySlot,
  type Look,
  saidAt,
} from './keys.rules.ts'
import { judgeKeys, lookAtKeys } from './judgeKeys.ts'

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

const holdDemandsSql = `select from model where id in (select device.model_id from device
    where device.id = any($1::uuid[])
      and not exists (select from device_key_report known where known.device_id = device.id))
  order by id for share`

/**
 * Whoever judges terminals anew passes by one that has never told: what it should hold stays as it is until the
 * commit. They themselves are locked before, and nothing else is that whoever edits a model waits for.
 */
export async function holdDemands(
  client: pg.ClientBase,
  deviceIds: readonly string[],
): Promise<void> {
  await client.query({ name: 'link.holdDemands', text: holdDemandsSql, values: [deviceIds] })
}

const knownSql = `select device_id as "deviceId", slot, type, kcv, ksi, state,
    round(extract(epoch from injected_at) * 1000)::float8 as "injectedAt",
    round(extract(epoch from expires_at) * 1000)::float8 as "expiresAt"
  from device_key where device_id = any($1::uuid[])`

/**
 * Keeps which keys terminals hold by what changed of it, with a line for each change. A report that says what is
 * known costs one look, one that came late nothing. Answers the terminals whose keys are others now.
 * Of those that tell for the first time {@link holdDemands} comes before.
 */
export async function saveKeys(
  client: pg.ClientBase,
  reports: readonly KeyReport[],
): Promise<Touched[]> {
  const words = reports.map((report) => ({
    deviceId: report.deviceId,
    at: report.at,
    said: saidAt(report),
  }))
  const { rows: noted } = await client.query<Noted>({
    name: 'link.keyReports',
    text: noteSql,
    values: [JSON.stringify(words)],
  })
  const taken = new Map(noted.map((one) => [one.id, one]))
  const firsts = noted.filter(({ isFirst }) => isFirst).map(({ id }) => id)
  const { rows: known } = await client.query<KeySlot>({
    name: 'link.keys',
    text: knownSql,
    values: [[...taken.keys()]],
  })
  const changes = changesOf(
    known,
    reports.filter(({ deviceId }) => taken.has(deviceId)),
    new Set(firsts),
  )
  if (changes.written.length + changes.removed.length > 0) await write(client, changes)
  const turned = await judge(client, changes)
  const told = [...changes.written, ...changes.removed].map(({ deviceId }) => deviceId)
  const changed = new Set([...told, ...turned])
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

async function write(client: pg.ClientBase, changes: KeyChanges): Promise<void> {
  const { written, removed, lines } = changes
  await client.query({
    name: 'link.saveKeys',
    text: writeSql,
    values: [JSON.stringify(written), JSON.stringify(removed)],
  })
  if (lines.length > 0)
    await client.query({ name: 'link.keyLines', text: linesSql, values: [JSON.stringify(lines)] })
}

/** Notes who lacks a key by what changed, or no longer. Answers whoever turned. */
async function judge(
  client: pg.ClientBase,
  { looks, reslotted }: KeyChanges,
): Promise<readonly string[]> {
  const missing = looks.filter(({ kind }) => kind === 'KEY_MISSING')
  const ids = [...new Set([...missing.map(({ deviceId }) => deviceId), ...reslotted])]
  const judged = ids.length > 0 ? await judgeKeys(client, ids) : []
  const known = new Set(missing.map(({ deviceId }) => deviceId))
  const demanded = judged.filter(({ id, isDemanded }) => isDemanded && !known.has(id))
  await lookAtKeys(client, [
    ...looks,
    ...demanded.map(({ id }): Look => ({ deviceId: id, kind: 'KEY_MISSING' })),
  ])
  return judged.filter(({ isTurned }) => isTurned).map(({ id }) => id)
}
