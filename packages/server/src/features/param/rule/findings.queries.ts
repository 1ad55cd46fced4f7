import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'
import { type Judged, listOf, type SaidByTerminals } from './said.queries.ts'

/** A terminal that has nothing of an application against a rule any more. */
export interface Freed {
  readonly deviceId: string
  readonly appId: string
}

/** Whoever changed what is found is told of; the others, who had it before, are on the list. */
const raise = sql`insert into alarm_signal (device_id, kind, act, data)
  select distinct on (opened.device_id) opened.device_id, 'PARAM_RULE', 'RAISE', jsonb_build_object('rule', rule.name)
  from opened join param_rule rule on rule.id = opened.rule_id`

/** What was found is another finding now, of the parameters that its rule is about. */
const anew = sql`pid = excluded.pid, by_pid = excluded.by_pid, opened_at = now()`

/** Whether its rule was about other parameters when it was found; of what is older than that is kept nobody knows. */
const isOfOthers = sql`found.pid is not null and (found.pid, found.by_pid) is distinct from (excluded.pid, excluded.by_pid)`

/** What is wrong with terminals each by itself. */
export async function findWrong(
  db: Kysely<DB>,
  { deviceIds, ruleIds }: Judged,
  { wrong }: Pick<SaidByTerminals, 'wrong'>,
): Promise<Freed[]> {
  const only = listOf(ruleIds)
  const { rows } = await sql<Freed>`with wrong as (
      select * from jsonb_to_recordset(${wrong}::jsonb)
        as wrong (rule_id uuid, device_id uuid, app_id uuid, value text, about text)),
    closed as (
      update param_finding found set closed_at = now()
      where found.device_id = any(${[...deviceIds]}::uuid[]) and found.closed_at is null and found.key is null
        and (${only} is null or found.rule_id = any(${only}))
        and not exists (select from wrong where wrong.rule_id = found.rule_id and wrong.device_id = found.device_id
          and wrong.app_id = found.app_id)
      returning device_id, app_id),
    opened as (
      insert into param_finding as found (rule_id, device_id, app_id, value, about, pid, by_pid)
        select wrong.rule_id, wrong.device_id, wrong.app_id, wrong.value, wrong.about, rule.pid, rule.by_pid
          from wrong join param_rule rule on rule.id = wrong.rule_id order by 1, 2, 3
        on conflict (rule_id, device_id, app_id) where closed_at is null
          do update set value = excluded.value, about = excluded.about, ${anew}
          where (found.value, found.about) is distinct from (excluded.value, excluded.about) or ${isOfOthers}
        returning rule_id, device_id),
    told as (${raise})
    select device_id, app_id from closed`.execute(db)
  return rows
}

/** Those of these terminals that have left what they were found in. */
export async function leaveGroups(
  db: Kysely<DB>,
  { deviceIds, ruleIds }: Judged,
): Promise<Freed[]> {
  const only = listOf(ruleIds)
  const { rows } = await sql<Freed>`update param_finding found set closed_at = now()
    where found.device_id = any(${[...deviceIds]}::uuid[]) and found.closed_at is null and found.key is not null
      and (${only} is null or found.rule_id = any(${only}))
      and not exists (select from param_fact fact where fact.rule_id = found.rule_id and fact.device_id = found.device_id
        and fact.app_id = found.app_id and fact.key = found.key)
    returning device_id, app_id`.execute(db)
  return rows
}

/** Comes before every terminal. */
export const nobody = '00000000-0000-0000-0000-000000000000'

/** Terminals of a group that are found, or let go, in one statement. */
const part = 2000

const end = (group: string, way: 'asc' | 'desc') => sql`(select fact.said from param_fact fact
  where fact.rule_id = ${sql.ref(`${group}.rule_id`)} and fact.key = ${sql.ref(`${group}.key`)}
  order by fact.said ${sql.raw(way)} limit 1)`

/** Whether the terminals of a group do not say one thing: two looks at an index. */
const isBroken = (group: string) => sql`${end(group, 'asc')} is distinct from ${end(group, 'desc')}`

/** What is found of a group, in the order of its index: a few of no order would be looked for in the whole table. */
const openOf = (group: string) => sql`from param_finding found
  where found.rule_id = ${sql.ref(`${group}.rule_id`)} and found.key = ${sql.ref(`${group}.key`)}
    and found.closed_at is null
  order by found.app_id`

/** Finds these rows of facts; a terminal that had been found with something else is with this. */
const find = (facts: RawBuilder<unknown>) => sql`
  insert into param_finding as found (rule_id, device_id, app_id, key, value, about, pid, by_pid)
    select fact.rule_id, fact.device_id, fact.app_id, fact.key, fact.value, fact.about, rule.pid, rule.by_pid
      from (${facts}) fact join param_rule rule on rule.id = fact.rule_id order by 1, 2, 3
    on conflict (rule_id, device_id, app_id) where closed_at is null
      do update set value = excluded.value, about = excluded.about, key = excluded.key, ${anew}
      where (found.key, found.value) is distinct from (excluded.key, excluded.value) or ${isOfOthers}
    returning rule_id, device_id`

/** Groups that were touched, which of them have turned from one way to the other, and the first part of their terminals. */
const turnedOf = (groups: string) => sql`touched as (
      select rule_id, decode(key, 'hex') as key
      from jsonb_to_recordset(${groups}::jsonb) as touched (rule_id uuid, key text)),
    judged as materialized (
      select touched.*, ${isBroken('touched')} as is_broken,
        (select found.app_id ${openOf('touched')} limit 1) is not null as was_broken,
        (select waiting.is_broken from param_group_waiting waiting
          where waiting.rule_id = touched.rule_id and waiting.key = touched.key) as waits
      from touched),
    turned as (select * from judged where waits is null and is_broken <> was_broken),
    freed as materialized (
      select found.id from turned cross join lateral (select found.id ${openOf('turned')} limit ${part}) found
      where not turned.is_broken limit ${part}),
    others as materialized (
      select fact.* from turned cross join lateral (select * from param_fact fact
        where fact.rule_id = turned.rule_id and fact.key = turned.key limit ${part}) fact
      where turned.is_broken limit ${part})`

/**
 * What terminals have against each other. A group whose terminals say one thing is as it should be: all of
 * it is looked at only when that changes, and what is beyond a part of it waits for {@link findRest}.
 */
export async function findApart(
  db: Kysely<DB>,
  { deviceIds }: Judged,
  { groups }: Pick<SaidByTerminals, 'groups'>,
): Promise<Freed[]> {
  const { rows } = await sql<Freed>`with ${turnedOf(groups)},
    waiting as (
      insert into param_group_waiting (rule_id, key, is_broken)
        select rule_id, key, is_broken from turned
        where (select count(*) from freed) = ${part} or (select count(*) from others) = ${part}),
    anew as (
      update param_group_waiting waiting set is_broken = judged.is_broken,
          said = default, device_id = default, app_id = default
        from judged where judged.waits <> judged.is_broken
          and waiting.rule_id = judged.rule_id and waiting.key = judged.key),
    closed as (
      update param_finding found set closed_at = now() where found.id = any(array(select id from freed))
      returning found.device_id, found.app_id),
    found as (${find(sql`select * from others union
      select fact.* from judged join param_fact fact on fact.rule_id = judged.rule_id and fact.key = judged.key
      where judged.is_broken and fact.device_id = any(${[...deviceIds]}::uuid[])`)}),
    opened as (select rule_id, device_id from found where device_id = any(${[...deviceIds]}::uuid[])),
    told as (${raise})
    select device_id, app_id from closed`.execute(db)
  return rows
}

/** What the next part of a group that waits came to. */
export interface Rest {
  readonly freed: readonly Freed[]
  /** Whether there may be more to do. */
  readonly hasMore: boolean
}

/**
 * Finds, or lets go, the next part of a group that waits: the one that its terminals have come to by now, from
 * the beginning where they have turned since. Of a rule that is not any more nothing is found.
 */
export async function findRest(db: Kysely<DB>): Promise<Rest> {
  const { rows } = await sql<{ found: number; freed: Freed[] }>`with next as materialized (
      select waiting.*, rule.status = 1 and rule.deleted_at is null and ${isBroken('waiting')} as still
      from param_group_waiting waiting join param_rule rule on rule.id = waiting.rule_id
      order by waiting.rule_id, waiting.key limit 1 for update of waiting),
    others as materialized (
      select fact.* from next cross join lateral (select * from param_fact fact
        where fact.rule_id = next.rule_id and fact.key = next.key and (next.is_broken <> next.still
          or (fact.said, fact.device_id, fact.app_id) > (next.said, next.device_id, next.app_id))
        order by fact.rule_id, fact.key, fact.said, fact.device_id, fact.app_id limit ${part}) fact
      where next.still),
    found as (${find(sql`select * from others`)}),
    closed as (
      update param_finding found set closed_at = now() where found.id = any(array(
        select found.id from next cross join lateral (select found.id ${openOf('next')} limit ${part}) found
        where not next.still))
      returning found.device_id, found.app_id),
    done as (
      delete from param_group_waiting gone using next
        where gone.rule_id = next.rule_id and gone.key = next.key
          and (select count(*) from others) < ${part} and (select count(*) from closed) < ${part}),
    goes_on as (
      update param_group_waiting waiting set is_broken = next.still, said = coalesce(last.said, ''),
          device_id = coalesce(last.device_id, ${nobody}::uuid), app_id = coalesce(last.app_id, ${nobody}::uuid)
        from next left join (select * from others order by said desc, device_id desc, app_id desc limit 1) last on true
        where waiting.rule_id = next.rule_id and waiting.key = next.key
          and ((select count(*) from others) = ${part} or (select count(*) from closed) = ${part}))
    select (select count(*) from next) as found, coalesce((select jsonb_agg(jsonb_build_object(
      'deviceId', device_id, 'appId', app_id)) from closed), '[]') as freed`.execute(db)
  const [next] = rows
  return { freed: next?.freed ?? [], hasMore: (next?.found ?? 0) > 0 }
}

/** Who has nothing against him any more is brought what was held; what somebody else is at is looked at within the hour. */
export async function letGo(db: Kysely<DB>, freed: readonly Freed[]): Promise<void> {
  if (freed.length === 0) return
  const told = sql`jsonb_to_recordset(${JSON.stringify(freed)}::jsonb) as freed ("deviceId" uuid, "appId" uuid)`
  await sql`update param_desired held set due_at = clock_timestamp()
    from (select own.device_id, own.app_id, own.revision from ${told}
        join param_desired own on own.device_id = freed."deviceId" and own.app_id = freed."appId"
      where own.until is null and own.state = 'HELD' for update of own skip locked) own
    where held.device_id = own.device_id and held.app_id = own.app_id and held.revision = own.revision`.execute(
    db,
  )
  await sql`insert into alarm_signal (device_id, kind, act)
    select distinct freed."deviceId", 'PARAM_RULE', 'END' from ${told}
    where not exists (select from param_finding found
      where found.device_id = freed."deviceId" and found.closed_at is null)`.execute(db)
}
