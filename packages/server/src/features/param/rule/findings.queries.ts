import { type Kysely, sql } from 'kysely'
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
      insert into param_finding as found (rule_id, device_id, app_id, value, about)
        select rule_id, device_id, app_id, value, about from wrong order by 1, 2, 3
        on conflict (rule_id, device_id, app_id) where closed_at is null
          do update set value = excluded.value, about = excluded.about, opened_at = now()
          where (found.value, found.about) is distinct from (excluded.value, excluded.about)
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

/**
 * What terminals have against each other. A group whose terminals say one thing is as it should be, which
 * two looks at an index tell: all of it is looked at only when that changes.
 */
export async function findApart(
  db: Kysely<DB>,
  { deviceIds }: Judged,
  { groups }: Pick<SaidByTerminals, 'groups'>,
): Promise<Freed[]> {
  const end = (way: 'asc' | 'desc') => sql`(select fact.said from param_fact fact
    where fact.rule_id = touched.rule_id and fact.key = touched.key order by fact.said ${sql.raw(way)} limit 1)`
  const { rows } = await sql<Freed>`with touched as (
      select rule_id, decode(key, 'hex') as key
      from jsonb_to_recordset(${groups}::jsonb) as touched (rule_id uuid, key text)),
    judged as materialized (
      select touched.*, ${end('asc')} is distinct from ${end('desc')} as is_broken,
        exists (select from param_finding found where found.rule_id = touched.rule_id and found.key = touched.key
          and found.closed_at is null) as was_broken
      from touched),
    closed as (
      update param_finding found set closed_at = now()
      from judged where not judged.is_broken and judged.was_broken
        and found.rule_id = judged.rule_id and found.key = judged.key and found.closed_at is null
      returning found.device_id, found.app_id),
    found as (
      insert into param_finding as found (rule_id, device_id, app_id, key, value, about)
        select fact.rule_id, fact.device_id, fact.app_id, fact.key, fact.value, fact.about
        from judged join param_fact fact on fact.rule_id = judged.rule_id and fact.key = judged.key
        where judged.is_broken and (not judged.was_broken or fact.device_id = any(${[...deviceIds]}::uuid[]))
        order by 1, 2, 3
        on conflict (rule_id, device_id, app_id) where closed_at is null
          do update set value = excluded.value, about = excluded.about, key = excluded.key, opened_at = now()
          where (found.key, found.value) is distinct from (excluded.key, excluded.value)
        returning rule_id, device_id),
    opened as (select rule_id, device_id from found where device_id = any(${[...deviceIds]}::uuid[])),
    told as (${raise})
    select device_id, app_id from closed`.execute(db)
  return rows
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
