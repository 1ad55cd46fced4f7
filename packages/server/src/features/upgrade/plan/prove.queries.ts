import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'

interface Proof {
  readonly healthMinutes: number
  readonly needsHealth: boolean
}

/**
 * Judges terminals that have installed. Who has been heard of since, whose own telling shows the version and
 * who says that he is well is well; who is not by the end of his time has not been heard of, or is not.
 * Answers how many were judged.
 */
export async function proveInstalled(
  db: Kysely<DB>,
  planId: string,
  { healthMinutes, needsHealth }: Proof,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with judged as materialized (select waiting.device_id, waiting.wave, case
        when state.last_seen_at > waiting.since and item.proved_at is not null
          and (not ${needsHealth} or found.document ->> 'health' = 'ok') then 'CONFIRMED'
        when waiting.since + make_interval(mins => ${healthMinutes}) > now() then null
        when coalesce(state.last_seen_at <= waiting.since, true) then 'NO_CONTACT'
        else 'UNWELL' end as outcome
      from plan_check waiting
        left join device_state state on state.device_id = waiting.device_id
        left join push_item item on item.push_id = waiting.push_id and item.device_id = waiting.device_id
          and item.id between (left(waiting.push_id::text, 13) || '-0000-0000-000000000000')::uuid
            and (left(waiting.push_id::text, 13) || '-ffff-ffff-ffffffffffff')::uuid
        left join command_result found on found.item_id = item.id
      where waiting.plan_id = ${planId}),
    done as (delete from plan_check waiting using judged where waiting.plan_id = ${planId}
      and waiting.device_id = judged.device_id and judged.outcome is not null returning waiting.device_id),
    told as (update plan_target target set outcome = judged.outcome from judged
      where target.plan_id = ${planId} and target.device_id = judged.device_id and judged.outcome is not null
      returning target.wave, target.outcome),
    counted as (select wave, count(*) filter (where outcome = 'CONFIRMED') as confirmed,
        count(*) filter (where outcome = 'NO_CONTACT') as no_contact, count(*) filter (where outcome = 'UNWELL') as unwell
      from told group by 1),
    kept as (update plan_wave wave set confirmed = wave.confirmed + counted.confirmed,
        no_contact = wave.no_contact + counted.no_contact, unwell = wave.unwell + counted.unwell
      from counted where wave.plan_id = ${planId} and wave.wave = counted.wave)
    select count(*)::integer as count from told`.execute(db)
  return rows[0]?.count ?? 0
}
