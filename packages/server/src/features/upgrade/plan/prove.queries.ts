import type { PlanOptions } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'

type Proof = Pick<PlanOptions, 'healthMinutes' | 'needsHealth' | 'payments'>

/** A terminal tells its counter with its heartbeats: the last payments are told some minutes later. */
const lateMinutes = 10

/** What there is to say of each terminal that is looked at now; null: nothing yet. */
function foundOf(planId: string, { healthMinutes, needsHealth, payments }: Proof) {
  const asked = payments ? Math.ceil((payments.share * payments.base) / 100) : 0
  return sql`select waiting.device_id, waiting.wave, case
        when waiting.due_at is not null
          then case when payment.taken - waiting.taken_before >= ${asked} then 'CONFIRMED' else 'NO_PAYMENTS' end
        when state.last_seen_at > waiting.since and item.proved_at is not null
          and (not ${needsHealth} or found.document ->> 'health' = 'ok') then 'CONFIRMED'
        when waiting.since + make_interval(mins => ${healthMinutes}) > now() then null
        when coalesce(state.last_seen_at <= waiting.since, true) then 'NO_CONTACT'
        else 'UNWELL' end as outcome, waiting.due_at is null as is_first, payment.taken,
        payment.usual, payment.days
      from plan_check waiting
        left join device_state state on state.device_id = waiting.device_id
        left join push_item item on item.push_id = waiting.push_id and item.device_id = waiting.device_id
          and item.id between (left(waiting.push_id::text, 13) || '-0000-0000-000000000000')::uuid
            and (left(waiting.push_id::text, 13) || '-ffff-ffff-ffffffffffff')::uuid
        left join command_result found on found.item_id = item.id
        left join device_payment payment on payment.device_id = waiting.device_id
      where waiting.plan_id = ${planId} and (waiting.due_at is null or waiting.due_at <= now())`
}

/**
 * Judges terminals that have installed. Who has been heard of since, whose own telling shows the version and
 * who says that he is well is well; who is not by the end of his time has not been heard of, or is not.
 * Where the plan asks for payments, who is well is looked at once more when so many would be usual.
 * Answers how many were judged.
 */
export async function proveInstalled(
  db: Kysely<DB>,
  planId: string,
  proof: Proof,
): Promise<number> {
  const { base, hours } = proof.payments ?? { base: 0, hours: 0 }
  const { rows } = await sql<{ count: number }>`
    with looked as materialized (${foundOf(planId, proof)}),
    found as materialized (select device_id, wave, outcome, taken, case when outcome = 'CONFIRMED' and is_first
        then payment_due(usual, days, now(), ${base}, ${hours}) + make_interval(mins => ${lateMinutes}) end as due_at
      from looked),
    put_off as (update plan_check waiting set due_at = found.due_at, taken_before = found.taken
      from found where waiting.plan_id = ${planId} and waiting.device_id = found.device_id
        and found.due_at is not null),
    judged as (select device_id, wave, outcome from found where due_at is null),
    done as (delete from plan_check waiting using judged where waiting.plan_id = ${planId}
      and waiting.device_id = judged.device_id and judged.outcome is not null returning waiting.device_id),
    told as (update plan_target target set outcome = judged.outcome from judged
      where target.plan_id = ${planId} and target.device_id = judged.device_id and judged.outcome is not null
      returning target.wave, target.outcome),
    counted as (select wave, count(*) filter (where outcome = 'CONFIRMED') as confirmed,
        count(*) filter (where outcome = 'NO_CONTACT') as no_contact, count(*) filter (where outcome in ('UNWELL', 'NO_PAYMENTS')) as unwell
      from told group by 1),
    kept as (update plan_wave wave set confirmed = wave.confirmed + counted.confirmed,
        no_contact = wave.no_contact + counted.no_contact, unwell = wave.unwell + counted.unwell
      from counted where wave.plan_id = ${planId} and wave.wave = counted.wave)
    select count(*)::integer as count from told`.execute(db)
  return rows[0]?.count ?? 0
}

/** In a practice: terminals that are looked at for payments take them as they usually do. */
export async function payAsUsual(db: Kysely<DB>): Promise<void> {
  await sql`update device_payment payment set taken = greatest(payment.taken,
      waiting.taken_before + (plan.options #>> '{payments,base}')::integer)
    from plan_check waiting join plan on plan.id = waiting.plan_id
    where waiting.device_id = payment.device_id and waiting.due_at <= now()`.execute(db)
}
