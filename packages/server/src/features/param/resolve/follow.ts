import { type RawBuilder, sql } from 'kysely'
import type { Platform } from '../../../kit/context.ts'
import { findDocumentSets } from '../json/documentSets.ts'
import { judgeTerminals } from '../rule/judge.ts'
import { fill, readForm } from './content.ts'
import {
  findKinds,
  findSets,
  hashOf,
  type KeptSet,
  type Kind,
  type ParamStore,
  readSet,
} from './sets.queries.ts'
import { variablesFor } from './variables.ts'

/** Terminals that are looked at in one transaction. */
const batchSize = 2000

/**
 * Finds what terminals should have by now, wherever something has changed that decides over it. The
 * terminals of whom something is another than before are noted with a number that rises; those that
 * hold it already need nothing.
 */
export async function followParams(platform: Pick<Platform, 'db' | 'secrets'>): Promise<void> {
  const { db, secrets } = platform
  await db.transaction().execute((trx) => spread({ db: trx, secrets }))
  for (let hasMore = true; hasMore; )
    hasMore = await db.transaction().execute((trx) => spreadVariables({ db: trx, secrets }))
  for (let hasMore = true; hasMore; )
    hasMore = await db.transaction().execute((trx) => followBatch({ db: trx, secrets }))
  await fold(db)
}

/** Adds what connections have counted apart; what one of them counts just now waits for the next round. */
async function fold(db: Platform['db']): Promise<void> {
  await sql`with own as (
      select set_id, state, slot, devices from param_set_tally where slot <> 0
      order by set_id, state, slot limit 1000 for update skip locked),
    gone as (
      delete from param_set_tally kept using own
      where kept.set_id = own.set_id and kept.state = own.state and kept.slot = own.slot)
    insert into param_set_tally as kept (set_id, state, slot, devices)
      select set_id, state, 0, sum(devices) from own group by 1, 2 order by 1, 2
      on conflict (set_id, state, slot) do update set devices = kept.devices + excluded.devices`.execute(
    db,
  )
}

/** Changes of organisations, stations, groups and templates, spread over their terminals. */
async function spread({ db }: ParamStore): Promise<void> {
  await sql`with picked as (
      select level, target_id from param_change group by 1, 2 order by min(id) limit 100),
    taken as (
      delete from param_change using picked
      where param_change.level = picked.level and param_change.target_id = picked.target_id
      returning param_change.level, param_change.target_id)
    insert into param_due (device_id)
      select device.id from device where device.deleted_at is null and exists (
        select from organization here where here.id = device.org_id and here.path <@ array(
          select above.path from organization above join taken on taken.target_id = above.id where taken.level = 'ORG'))
      union
      select device.id from device join taken on taken.target_id = device.station_id where taken.level = 'STATION'
      union
      select member.device_id from device_group_member member join taken on taken.target_id = member.group_id
        where taken.level = 'GROUP'
      union
      select target_id from taken where level = 'DEVICE'
      union
      select device.id from taken join json_document own on own.id = taken.target_id and taken.level = 'MODEL'
          join organization over on over.id = own.org_id join organization here on here.path <@ over.path
          join device on device.org_id = here.id and device.model_id = own.model_id
      union
      select held.device_id from taken join param_set on param_set.template_rev_id = taken.target_id
          join param_desired held on held.set_id = param_set.id and held.until is null
        where taken.level = 'SET_TEMPLATE'`.execute(db)
}

/**
 * Variables that changed, spread over the terminals whose values name them, also through others; whether
 * there may be more. Secret ones and those that were missing are named by nothing that could be asked.
 */
async function spreadVariables({ db }: ParamStore): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`with taken as (
      delete from param_touched where id in (
        select id from param_touched order by id limit ${batchSize} for update skip locked)
      returning id, org_id, station_id, device_id, app_id, key, deliver_now),
    meant as (
      select device_id, app_id, key, deliver_now from taken where device_id is not null
      union
      select device.id, taken.app_id, taken.key, taken.deliver_now
        from taken join device on device.station_id = taken.station_id where taken.device_id is null
      union
      select device.id, taken.app_id, taken.key, taken.deliver_now
        from taken join organization over on over.id = taken.org_id
          join organization here on here.path <@ over.path join device on device.org_id = here.id
        where taken.device_id is null and taken.station_id is null
      union
      select held.device_id, taken.app_id, taken.key, taken.deliver_now
        from taken join param_set on param_set.keys <> '{}'
          join param_desired held on held.set_id = param_set.id and held.until is null
        where num_nonnulls(taken.device_id, taken.station_id, taken.org_id) = 0),
    due as (
      insert into param_due (device_id, is_now)
        select held.device_id, bool_or(meant.deliver_now)
        from meant join param_desired held on held.device_id = meant.device_id and held.until is null
            and (meant.app_id is null or meant.app_id = held.app_id)
          join param_set on param_set.id = held.set_id and param_set.keys <> '{}'
        where param_set.keys @> array[meant.key] or held.variables ? meant.key
          or held.sealed_variables is not null or held.unresolved <> '{}'
        group by held.device_id)
    select id from taken`.execute(db)
  return rows.length === batchSize
}

/** The next terminals; whether there may be more. */
async function followBatch(store: ParamStore): Promise<boolean> {
  const { rows } = await sql<{
    deviceId: string
    isNow: boolean
  }>`delete from param_due where id in (
      select id from param_due order by id limit ${batchSize} for update skip locked)
    returning device_id, is_now`.execute(store.db)
  // What is found is not forgotten before it is named.
  await sql`select pg_advisory_xact_lock_shared(hashtextextended('param_set', 0))`.execute(store.db)
  const deviceIds = [...new Set(rows.map(({ deviceId }) => deviceId))].toSorted()
  const now = new Set(rows.flatMap(({ deviceId, isNow }) => (isNow ? [deviceId] : [])))
  if (deviceIds.length > 0) await followTerminals(store, deviceIds, now)
  return rows.length === batchSize
}

interface Found {
  readonly device_id: string
  readonly app_id: string
  readonly set_id: number
  /** Hexadecimal. */
  readonly hash: string
  readonly variables: Readonly<Record<string, string>> | null
  /** Base64. */
  readonly sealed: string | null
  readonly unresolved: readonly string[]
  /** Whether it is brought at once. */
  readonly is_now: boolean
}

/** What these terminals should have now. */
export async function followTerminals(
  store: ParamStore,
  deviceIds: readonly string[],
  now: ReadonlySet<string>,
): Promise<void> {
  const { db } = store
  // Of two who look at the same terminal at once the later one sees what the earlier one found.
  await sql`select from device where id = any(${[...deviceIds]}::uuid[]) order by id for no key update`.execute(
    db,
  )
  const kinds = await findKinds(db, deviceIds)
  const sets = await findSets(store, kinds)
  const found: Omit<Found, 'is_now'>[] = []
  for (const [no, kind] of kinds.entries()) {
    const set = sets[no]
    if (set) found.push(...(await heldBy(store, kind, set)))
  }
  for (const { kind, set } of await findDocumentSets(store, deviceIds))
    if (set.hash) found.push(...sameOf({ appId: kind.codeId, ...kind }, set, set.hash))
  await write(
    store,
    deviceIds,
    found.map((one) => ({ ...one, is_now: now.has(one.device_id) })),
  )
  await judgeTerminals(db, deviceIds)
}

/** All terminals of a kind get the same. */
const sameOf = (
  { appId, deviceIds }: Pick<Kind, 'appId' | 'deviceIds'>,
  set: KeptSet,
  hash: Buffer,
): Omit<Found, 'is_now'>[] =>
  deviceIds.map((device_id) => ({
    device_id,
    app_id: appId,
    set_id: set.id,
    hash: hash.toString('hex'),
    variables: null,
    sealed: null,
    unresolved: set.faults,
  }))

/** What the terminals of a kind get: all the same, unless variables are in it. */
async function heldBy(
  store: ParamStore,
  kind: Kind,
  set: KeptSet,
): Promise<Omit<Found, 'is_now'>[]> {
  if (set.hash) return sameOf(kind, set, set.hash)
  const of = { app_id: kind.appId, set_id: set.id }
  const written = await readSet(store, set.id)
  const form = await readForm(store, kind.templateRevId)
  const told = await variablesFor(store, kind, set.keys)
  return kind.deviceIds.map((device_id) => {
    const { plain, secret } = told.get(device_id) ?? { plain: {}, secret: {} }
    const { values, unresolved } = fill(written, { ...plain, ...secret }, form)
    const hasSecrets = Object.keys(secret).length > 0
    const sealed = hasSecrets
      ? store.secrets.seal(Buffer.from(JSON.stringify(secret)), sealedFor(device_id, kind.appId))
      : null
    return {
      ...of,
      device_id,
      hash: hashOf(values).toString('hex'),
      variables: plain,
      sealed: sealed?.toString('base64') ?? null,
      unresolved,
    }
  })
}

/** What secret variables of a terminal are sealed for. */
export const sealedFor = (deviceId: string, appId: string): string =>
  `param.variables:${deviceId}:${appId}`

async function write(
  store: ParamStore,
  deviceIds: readonly string[],
  found: readonly Found[],
): Promise<void> {
  const told = sql`jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as told
    (device_id uuid, app_id uuid, set_id bigint, hash text, variables jsonb, sealed text, unresolved text[], is_now boolean)`
  await begin(store, told, await end(store, told, deviceIds))
}

interface Ended {
  readonly deviceId: string
  readonly appId: string
  readonly hash: string
  readonly state: string
}

/** Ends what is another by now. */
async function end(
  { db }: ParamStore,
  told: RawBuilder<unknown>,
  deviceIds: readonly string[],
): Promise<Ended[]> {
  const isSame = sql`told.device_id = held.device_id and told.app_id = held.app_id and told.set_id = held.set_id
    and decode(told.hash, 'hex') = held.hash and told.variables is not distinct from held.variables
    and told.unresolved = held.unresolved`
  const { rows } = await sql<Ended>`update param_desired held set until = clock_timestamp()
    where held.device_id = any(${[...deviceIds]}::uuid[]) and held.until is null
      and not exists (select from ${told} where ${isSame})
    returning device_id, app_id, encode(hash, 'hex') as hash, state`.execute(db)
  return rows
}

/** Begins what was found. Who gets the same values from elsewhere is as far as he was. */
async function begin(
  { db }: ParamStore,
  told: RawBuilder<unknown>,
  ended: readonly Ended[],
): Promise<void> {
  await sql`with was as (
      select * from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) as was ("deviceId" uuid, "appId" uuid, hash text, state text)),
    begun as (insert into param_desired (device_id, app_id, org_id, revision, set_id, variables, sealed_variables, hash, unresolved, state, due_at, rev)
      select told.device_id, told.app_id, device.org_id,
        coalesce((select max(earlier.revision) from param_desired earlier
          where earlier.device_id = told.device_id and earlier.app_id = told.app_id), 0) + 1,
        told.set_id, told.variables, decode(told.sealed, 'base64'), decode(told.hash, 'hex'), told.unresolved,
        case when told.unresolved <> '{}' then 'BLOCKED'
          when decode(told.hash, 'hex') = applied.hash then 'APPLIED'
          when was.hash = told.hash and was.state not in ('BLOCKED', 'HELD') then was.state
          else 'PENDING' end,
        case when told.is_now and told.unresolved = '{}' and decode(told.hash, 'hex') is distinct from applied.hash then clock_timestamp() end,
        (select max(rev) from param_rev)
      from ${told}
        join param_subject app on app.id = told.app_id
        join device on device.id = told.device_id
        left join was on was."deviceId" = told.device_id and was."appId" = told.app_id
        left join param_applied applied on applied.device_id = told.device_id and applied.package = app.package
      where not exists (select from param_desired held where held.device_id = told.device_id
        and held.app_id = told.app_id and held.until is null)
      order by told.device_id, told.app_id
      returning device_id, set_id),
    ending as (select told.set_id from (select distinct set_id from begun) told join param_set own on own.id = told.set_id
      where exists (select from param_ending ends where ends.is_noted and ends.value_id = any(own.value_ids)))
    -- Who has what ends soon, or has it no more.
    insert into alarm_signal (device_id, kind, act)
      select begun.device_id, 'PARAM_ENDING', 'LOOK' from begun join ending on ending.set_id = begun.set_id
      union
      select was."deviceId", 'PARAM_ENDING', 'LOOK' from was join alarm on alarm.device_id = was."deviceId"
        and alarm.kind = 'PARAM_ENDING' and alarm.closed_at is null`.execute(db)
}
