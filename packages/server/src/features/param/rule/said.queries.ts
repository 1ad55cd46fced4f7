import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'

/** Terminals that are judged, and by which rules. */
export interface Judged {
  readonly deviceIds: readonly string[]
  /** Null: by all that are enabled. */
  readonly ruleIds: readonly string[] | null
  /** Whether what stays as it was is judged as well: the rules are new, or what they ask of has changed. */
  readonly isAll: boolean
}

/** As JSON, for what keeps it. */
export interface SaidByTerminals {
  /** What a rule says must not be, of one terminal alone. */
  readonly wrong: string
  /** Terminals that have to say the same, or must be one alone. */
  readonly groups: string
}

const area = sql`coalesce((select station.area_id from station where station.id = here.station_id),
  (select above.area_id from organization above where above.path @> here.path and above.area_id is not null
    order by nlevel(above.path) desc limit 1))`

/** What a rule compares a value with. */
const fact = sql`case rule.fact
  when 'MODEL' then (select model.name from model where model.id = here.model_id)
  when 'TID' then here.tid
  when 'MID' then coalesce(here.mid, (select station.mid from station where station.id = here.station_id))
  when 'MCC' then (select station.mcc from station where station.id = here.station_id)
  when 'COUNTRY' then (select country from area_facts(${area}))
  when 'CURRENCY' then (select currency from area_facts(${area})) end`

const isWrong = sql`case said.kind
  when 'AMONG' then not exists (select from unnest(said.allowed) one where said.value like wildcard_pattern(one))
  when 'FITS' then said.about is not null and case when said.allowed = '{}' then said.value <> said.about
    else exists (select from unnest(said.allowed) one where starts_with(one, said.about || '='))
      and not said.about || '=' || said.value = any(said.allowed) end
  else false end`

const filled = (
  value: RawBuilder<unknown>,
) => sql`case when position('$' in ${value}) = 0 then ${value}
  else param_filled(${value}, meant.variables) end`

/** A list of ids, or null. */
export const listOf = (ids: readonly string[] | null) => sql`${ids && [...ids]}::uuid[]`

/** Every value that a rule is about, as each terminal gets it; what a variable is missing of says nothing. */
const saidBy = ({ deviceIds, ruleIds }: Judged) => sql`
  rule as materialized (
    select r.*, own.path from param_rule r join organization own on own.id = r.org_id
    where r.status = 1 and r.deleted_at is null
      and (${listOf(ruleIds)} is null or r.id = any(${listOf(ruleIds)}))),
  here as materialized (
    select device.id, device.station_id, device.model_id, device.tid, device.mid, own.path
    from device join organization own on own.id = device.org_id
    where device.id = any(${[...deviceIds]}::uuid[]) and device.deleted_at is null),
  meant as materialized (
    select rule.id as rule_id, held.device_id, held.app_id, held.set_id, held.variables, held.since,
      here.station_id, here.model_id, here.tid, here.mid, here.path
    from here join rule on here.path <@ rule.path
      join param_desired held on held.device_id = here.id and held.until is null
        and (rule.app_id is null or rule.app_id = held.app_id)),
  -- Terminals that share their values are many, their sets are few.
  by_set as materialized (
    select told.rule_id, told.set_id, own.value, other.value as by_value
    from (select distinct rule_id, set_id from meant) told join rule on rule.id = told.rule_id
      cross join lateral param_said(told.set_id, rule.pid) own
      left join lateral param_said(told.set_id, rule.by_pid) other on rule.kind = 'ONE_EACH'
    where rule.kind <> 'ONE_EACH' or other.value is not null),
  told as materialized (
    select meant.*,
      ${filled(sql`by_set.value`)} as value, ${filled(sql`by_set.by_value`)} as by_value
    from meant join by_set on by_set.rule_id = meant.rule_id and by_set.set_id = meant.set_id),
  said as materialized (
    select here.rule_id, here.device_id, here.app_id, here.since, here.value, rule.kind, rule.allowed,
      case rule.kind when 'ONE_EACH' then here.by_value when 'FITS' then nullif(${fact}, '') end as about
    from told as here join rule on rule.id = here.rule_id
    where here.value <> '' and position('\${' in here.value) = 0
      and (rule.kind <> 'ONE_EACH' or here.by_value <> '' and position('\${' in here.by_value) = 0)),
  apart as materialized (
    select rule_id, device_id, app_id, since, left(value, 200) as value, left(about, 200) as about,
      sha256(convert_to(case kind when 'UNIQUE' then value else about end, 'UTF8')) as key,
      case kind when 'UNIQUE' then uuid_send(device_id) else sha256(convert_to(value, 'UTF8')) end as said
    from said where kind in ('UNIQUE', 'ONE_EACH'))`

/** Keeps what terminals have of what rules compare among them, and finds what each of them has wrong alone. */
export async function keepFacts(db: Kysely<DB>, judged: Judged): Promise<SaidByTerminals> {
  const { deviceIds, isAll } = judged
  const { rows } = await sql<SaidByTerminals>`with ${saidBy(judged)},
    was as materialized (select fact.* from param_fact fact join rule on rule.id = fact.rule_id
      where fact.device_id = any(${[...deviceIds]}::uuid[])),
    -- Nobody plans by how many there are of what is found here: each is compared with all others but by sets.
    past as (select rule_id, device_id, app_id from was except select rule_id, device_id, app_id from apart),
    gone as (
      delete from param_fact fact using past
      where fact.rule_id = past.rule_id and fact.device_id = past.device_id and fact.app_id = past.app_id),
    kept as (
      insert into param_fact as fact (rule_id, device_id, app_id, key, said, value, about, since)
        select rule_id, device_id, app_id, key, said, value, about, since from apart order by 1, 2, 3
        on conflict (rule_id, device_id, app_id) do update set key = excluded.key, said = excluded.said,
            value = excluded.value, about = excluded.about, since = excluded.since
          where (fact.key, fact.said) is distinct from (excluded.key, excluded.said)),
    groups as (
      (select rule_id, key, device_id, said from apart except
        select rule_id, key, device_id, said from was where not ${isAll}::boolean)
      union all
      (select rule_id, key, device_id, said from was except select rule_id, key, device_id, said from apart))
    select coalesce((select jsonb_agg(distinct jsonb_build_object('rule_id', rule_id, 'key', encode(key, 'hex'))) from groups), '[]')::text as groups,
      coalesce((select jsonb_agg(jsonb_build_object('rule_id', rule_id, 'device_id', device_id, 'app_id', app_id,
          'value', left(value, 200), 'about', left(about, 200))) from said where ${isWrong}), '[]')::text as wrong`.execute(
    db,
  )
  return rows[0] ?? { wrong: '[]', groups: '[]' }
}
