import type { Filter } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'
import { usesOf } from '../filter/uses.rules.ts'

type Db = Kysely<DB>

/** What a group's filter or a label's rule asks for is noted from now on; null: nothing. */
export async function keepUses(db: Db, ownerId: string, filter: Filter | null): Promise<void> {
  await sql`delete from filter_use where owner_id = ${ownerId}`.execute(db)
  const uses = filter ? usesOf(filter) : []
  if (uses.length === 0) return
  await sql`insert into filter_use (owner_id, field, bound)
    select ${ownerId}, field, bound from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb)
      as used (field text, bound integer)`.execute(db)
  // From this moment on, not from the first round of the worker: the members are found after it.
  await sql`insert into filter_age (hours, found_until)
    select distinct bound, now() from filter_use
      where owner_id = ${ownerId} and field = 'lastSeenAt' and bound is not null
    on conflict do nothing`.execute(db)
}

/** Whether alarms decide who is in a group. */
export async function followsAlarms(
  { db }: { readonly db: Db },
  ownerId: string,
): Promise<boolean> {
  const { rows } = await sql`select from filter_use where owner_id = ${ownerId}
    and field in ('alarmKind', 'alarmSeverity', 'security') limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Notes the terminals that have become so old since the last time, by the index of last contact: as
 * many rows are read as there are terminals whose moment has come.
 */
export async function noteAges(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ hours: number; foundUntil: string; isUsed: boolean }>`
      select hours, found_until::text as found_until, exists (select from filter_use used
        where used.field = 'lastSeenAt' and used.bound = age.hours) as is_used
      from filter_age age order by hours for update skip locked`.execute(trx)
    for (const { hours, foundUntil, isUsed } of rows) {
      if (isUsed)
        await sql`insert into device_changed (device_id) select id from device_order place
          where place.seen_at > ${foundUntil}::timestamptz - make_interval(hours => ${hours}::integer)
            and place.seen_at <= now() - make_interval(hours => ${hours}::integer)
            and place.deleted_at is null`.execute(trx)
      await (isUsed
        ? sql`update filter_age set found_until = now() where hours = ${hours}`
        : sql`delete from filter_age where hours = ${hours}`
      ).execute(trx)
    }
  })
}

/** Locks of this feature: who follows the changes, who gives labels, and the groups by their ids. */
const lockClass = 7_214_073

/** One follows the changes at a time; the others come again. */
export async function tryToFollow(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(${lockClass}::integer, 0) as is_free`.execute(db)
  return rows[0]?.isFree ?? false
}

/** Until the commit nobody else gives or takes a label. */
export async function holdLabels(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockClass}::integer, 1)`.execute(db)
}

/** Until the commit nobody else writes the members of a dynamic group. */
export async function holdGroup(db: Db, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockClass}::integer, hashtext(${id}))`.execute(db)
}

export interface Followed {
  readonly id: string
  readonly orgId: string
  readonly includeSubOrgs: boolean
  readonly modelIds: readonly string[]
  readonly filter: Filter
}

/**
 * The dynamic groups that some terminals may come into or leave, none of which is found anew until the
 * commit. Those whose members are just being found are not among them: `isWaiting` says that there are such.
 */
export async function followedGroups(
  db: Db,
  ids: readonly string[],
): Promise<{ groups: readonly Followed[]; isWaiting: boolean }> {
  const held = await heldGroups(db)
  // What is still to be found anew will be: by who sees what these terminals are now.
  const { rows: groups } =
    await sql<Followed>`select id, org_id, include_sub_orgs, model_ids, filter from device_group
    where type = 'DYNAMIC' and state = 'ACTIVE' and deleted_at is null
      and hashtext(id::text)::bigint & 4294967295 <> all(${[...held]}::bigint[])
      and (org_id in (select above.id from organization own
          join organization above on above.path @> own.path
          where own.id in (select device.org_id from device where device.id = any(${[...ids]}::uuid[])))
        or id in (select member.group_id from device_group_member member
          where member.device_id = any(${[...ids]}::uuid[])))
    order by id for share`.execute(db)
  return { groups, isWaiting: held.length > 0 }
}

/**
 * Groups that are being found as a whole, by the hashes of their ids. They are looked for among what is
 * held: a lock for each group would fill the table of locks, which everybody shares.
 */
async function heldGroups(db: Db): Promise<readonly number[]> {
  const { rows } = await sql<{ hash: number }>`select objid::bigint as hash from pg_locks
    where locktype = 'advisory' and granted and classid = ${sql.lit(lockClass)} and objid not in (0, 1)
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows.map(({ hash }) => hash)
}

/** Takes the next terminals off the queue, each once. */
export async function takeChanged(db: Db, most: number): Promise<string[]> {
  const { rows } = await sql<{ deviceId: string }>`with taken as (delete from device_changed
      where id = any(array(select id from device_changed order by id limit ${most})) returning device_id)
    select distinct device_id from taken order by 1`.execute(db)
  return rows.map(({ deviceId }) => deviceId)
}

/** Puts terminals at the end of the queue. */
export async function noteChanged(db: Db, ids: readonly string[]): Promise<void> {
  await sql`insert into device_changed (device_id) select unnest(${[...ids]}::uuid[])`.execute(db)
}
