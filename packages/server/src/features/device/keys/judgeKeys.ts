import type pg from 'pg'
import { inTransaction } from '../../../platform/transaction.ts'
import type { Touched } from '../announceDevices.ts'
import type { Look } from './keys.rules.ts'

type Client = Pick<pg.ClientBase, 'query'>

/** A terminal that lacks a key, or did. */
interface Judged extends Touched {
  /** It is otherwise than it was. */
  readonly isTurned: boolean
  /** Its model demands key slots. */
  readonly isDemanded: boolean
}

const judgeSql = `with missing as materialized (select distinct device_id from missing_key where device_id = any($1::uuid[])),
    well as (delete from device_security known where known.device_id = any($1::uuid[]) and known.kind = 'KEY_MISSING'
      and not exists (select from missing where missing.device_id = known.device_id) returning known.device_id),
    ill as (insert into device_security (device_id, kind) select device_id, 'KEY_MISSING' from missing order by 1
      on conflict (device_id, kind) do nothing returning device_id)
  select device.id, device.org_id as "orgId", model.key_slots <> '[]' as "isDemanded",
      told.is_well or exists (select from ill where ill.device_id = device.id) as "isTurned"
    from (select device_id, false as is_well from missing union all select device_id, true from well) as told
      join device on device.id = told.device_id join model on model.id = device.model_id`

/** Notes which of some terminals lack a key, by their own word or by their models'. Answers those that do, or did. */
export async function judgeKeys(client: Client, ids: readonly string[]): Promise<Judged[]> {
  const { rows } = await client.query<Judged>(judgeSql, [ids])
  return rows
}

/** Has alarms of keys looked at. */
export async function lookAtKeys(client: Client, looks: readonly Look[]): Promise<void> {
  if (looks.length === 0) return
  await client.query(
    `insert into alarm_signal (device_id, kind, act)
      select "deviceId", kind, 'LOOK' from jsonb_to_recordset($1::jsonb) as look ("deviceId" uuid, kind text)`,
    [JSON.stringify(looks)],
  )
}

/** Terminals that one transaction judges, and transactions of one run: the rest has its turn in the next ones. */
const slice = 1000
const slices = 10

/**
 * Judges whom other key slots are demanded of, because their models say so now or they are of another model; where it
 * is broken off, it goes on. Any number of processes may do it. Answers who turned.
 */
export async function judgeDueKeys(pool: pg.Pool, most = slice): Promise<Touched[]> {
  const turned: Touched[] = []
  for (let round = 0; round < slices; round++) {
    const done = await inTransaction(pool, async (client) => {
      const ids = (await takeMoved(client, most)) ?? (await takeOfModel(client, most))
      return ids && judgeAnew(client, ids)
    })
    if (done === null) break
    turned.push(...done)
  }
  return turned
}

async function judgeAnew(client: Client, ids: readonly string[]): Promise<Touched[]> {
  // Whoever is just storing what one of them tells has come before, or sees what is demanded now.
  await client.query(
    'select from device_key_report where device_id = any($1::uuid[]) order by device_id for no key update',
    [ids],
  )
  const judged = await judgeKeys(client, ids)
  await lookAtKeys(
    client,
    judged.map(({ id }) => ({ deviceId: id, kind: 'KEY_MISSING' })),
  )
  return judged.filter(({ isTurned }) => isTurned)
}

/** The next that are of another model now; null: there are none. */
async function takeMoved(client: Client, most: number): Promise<readonly string[] | null> {
  const { rows } = await client.query<{ id: string }>(
    `delete from device_key_due where device_id = any(array(
        select device_id from device_key_due order by device_id limit $1 for update skip locked))
      returning device_id as id`,
    [most],
  )
  return rows.length > 0 ? rows.map(({ id }) => id) : null
}

/** The next of a model that demands other slots, in the order of their numbers; null: no model waits. */
async function takeOfModel(client: Client, most: number): Promise<readonly string[] | null> {
  const { rows: due } = await client.query<{ id: string; afterSn: string }>(
    `select model_id as id, after_sn as "afterSn" from model_key_due
      order by since, model_id limit 1 for update skip locked`,
  )
  const [model] = due
  if (!model) return null
  const { rows } = await client.query<{ id: string; sn: string }>(
    `select id, sn from device where model_id = $1 and sn > $2 and deleted_at is null order by sn limit $3`,
    [model.id, model.afterSn, most],
  )
  const last = rows.length < most ? undefined : rows.at(-1)
  await (last
    ? client.query('update model_key_due set after_sn = $2 where model_id = $1', [
        model.id,
        last.sn,
      ])
    : client.query('delete from model_key_due where model_id = $1', [model.id]))
  return rows.map(({ id }) => id)
}
