import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'
import { idList } from './idList.ts'

/** What one terminal should have, or many that get the same. */
export interface Found {
  readonly deviceIds: readonly string[]
  readonly appId: string
  readonly setId: number
  readonly hash: Buffer
  readonly variables: Readonly<Record<string, string>> | null
  readonly sealed: Buffer | null
  readonly unresolved: readonly string[]
}

interface Written {
  /** Those that were looked at: what nobody found for them ends. */
  readonly deviceIds: readonly string[]
  readonly found: readonly Found[]
  /** Those that are brought it at once. */
  readonly now: ReadonlySet<string>
  /** Those whose documents are not all found yet: what they have of them stays. */
  readonly waiting: readonly string[]
}

/** What was found, a row each terminal and subject. */
function toldBy({ found, now }: Pick<Written, 'found' | 'now'>) {
  // What many share is told once.
  const sayings = found.map(({ deviceIds: _, hash, sealed, ...rest }, no) => ({
    ...rest,
    no,
    hash: hash.toString('hex'),
    sealed: sealed?.toString('base64') ?? null,
  }))
  const ids = found.flatMap((one) => one.deviceIds)
  const nows = ids.map((id) => now.has(id))
  const nos = found.flatMap((one, no) => one.deviceIds.map(() => no))
  return sql`select at.device_id, said."appId" as app_id, app.package, said."setId" as set_id, decode(said.hash, 'hex') as hash,
      said.variables, decode(said.sealed, 'base64') as sealed, said.unresolved, at.is_now
    from unnest(${idList(ids)}, ${`{${nos.join(',')}}`}::integer[], ${`{${nows.join(',')}}`}::boolean[]) as at (device_id, no, is_now)
      join jsonb_to_recordset(${JSON.stringify(sayings)}::jsonb) as said
        (no integer, "appId" uuid, "setId" bigint, hash text, variables jsonb, sealed text, unresolved text[])
        on said.no = at.no
      join param_subject app on app.id = said."appId"`
}

/** What is told and does not hold yet. Who comes after one that ended is written after it: no terminal has two that hold. */
const beginnings = sql`insert into param_desired (device_id, app_id, org_id, revision, set_id, variables, sealed_variables, hash,
      unresolved, state, item_id, unproved, due_at, rev)
  select told.device_id, told.app_id, device.org_id,
    coalesce(was.revision, (select max(earlier.revision) from param_desired earlier
      where earlier.device_id = told.device_id and earlier.app_id = told.app_id), 0) + 1,
    told.set_id, told.variables, told.sealed, told.hash, told.unresolved,
    case when told.unresolved <> '{}' then 'BLOCKED'
      when told.hash = applied.hash then 'APPLIED'
      when was.hash = told.hash and was.state not in ('BLOCKED', 'HELD') then was.state
      else 'PENDING' end,
    case when was.hash = told.hash then was.item_id end, case when was.hash = told.hash then was.unproved else 0 end,
    case when told.is_now and told.unresolved = '{}' and told.hash is distinct from applied.hash then clock_timestamp() end,
    (select max(rev) from param_rev)
  from told
    join device on device.id = told.device_id
    left join ended was on was.device_id = told.device_id and was.app_id = told.app_id
    left join param_applied applied on applied.device_id = told.device_id and applied.package = told.package
  where was.device_id is not null or not exists (select from param_desired held
    where held.device_id = told.device_id and held.app_id = told.app_id and held.until is null)
  order by told.device_id, told.app_id
  returning device_id, set_id`

/** Ends what is another by now, and begins what was found. Who gets the same values from elsewhere is as far as he was. */
export async function writeFound(
  db: Kysely<DB>,
  { deviceIds, waiting, ...written }: Written,
): Promise<void> {
  await sql`with told as materialized (${toldBy(written)}),
    ended as (
      update param_desired held set until = clock_timestamp()
      where held.device_id = any(${idList(deviceIds)}) and held.until is null
        and not exists (select from told where told.device_id = held.device_id and told.app_id = held.app_id
          and told.set_id = held.set_id and told.hash = held.hash and told.variables is not distinct from held.variables
          and told.unresolved = held.unresolved)
        and not (held.device_id = any(${idList(waiting)}) and held.app_id in (select json_code.id from json_code))
      returning device_id, app_id, revision, hash, state, item_id, unproved),
    begun as (${beginnings}),
    ending as (select own.id as set_id from (select distinct set_id from begun) told join param_set own on own.id = told.set_id
      where exists (select from param_ending ends where ends.is_noted and ends.value_id = any(own.value_ids)))
    -- Who has what ends soon, or has it no more.
    insert into alarm_signal (device_id, kind, act)
      select begun.device_id, 'PARAM_ENDING', 'LOOK' from begun join ending on ending.set_id = begun.set_id
      union
      select ended.device_id, 'PARAM_ENDING', 'LOOK' from ended join alarm on alarm.device_id = ended.device_id
        and alarm.kind = 'PARAM_ENDING' and alarm.closed_at is null`.execute(db)
}
