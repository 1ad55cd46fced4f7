import type { PlanOptions } from '@muster/contract'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'

type Db = Kysely<DB>

/** What is said of a terminal that has installed, and the figure of its wave that counts it. */
const figures = {
  CONFIRMED: sql.ref('confirmed'),
  NO_CONTACT: sql.ref('noContact'),
  UNWELL: sql.ref('unwell'),
  NO_PAYMENTS: sql.ref('unwell'),
}

type PlanOutcome = keyof typeof figures

/** A plan as far as those that have installed are judged. */
interface Judging {
  readonly id: string
  readonly options: Pick<PlanOptions, 'healthMinutes' | 'needsHealth' | 'payments'>
  /** The terminal up to which the step before has looked; null: to the end. */
  readonly provedTo: string | null
}

/** A terminal tells its counter with its heartbeats: the last payments are told some minutes later. */
const lateMinutes = 10

/** Terminals that one step looks at: a whole wave may wait for its proofs, and each step looks on from there. */
const mostAtStep = 10_000

interface Looked {
  readonly id: string
  /** What there is to say of it; null: nothing yet. */
  readonly outcome: PlanOutcome | null
  /** It is looked at once more, when so many payments would be usual. */
  readonly isPutOff: boolean
  /** It has its outcome: an answer that came while it was being judged has put it in again. */
  readonly isKnown: boolean
}

/** When a terminal will usually have taken the payments that are asked for, over `payment`. */
const dueBy = ({ payments }: Judging['options']) =>
  sql`payment_due(payment.usual, payment.days, now(), ${payments?.base ?? 0}, ${payments?.hours ?? 0})
    + make_interval(mins => ${lateMinutes})`

async function lookAt(db: Db, { id, options, provedTo }: Judging): Promise<Looked[]> {
  const { healthMinutes, needsHealth, payments } = options
  const asked = payments ? Math.ceil((payments.share * payments.base) / 100) : 0
  const { rows } = await sql<Looked>`
    with waiting as materialized (select * from plan_check
      where plan_id = ${id} and (${provedTo}::uuid is null or device_id > ${provedTo})
      order by device_id limit ${mostAtStep}),
    found as (select waiting.device_id as id, waiting.due_at is null as is_first, ${dueBy(options)} as due_at,
        exists (select from plan_target target where target.plan_id = waiting.plan_id
          and target.device_id = waiting.device_id and target.outcome is not null) as is_known, case
        when waiting.due_at > now() then null
        when waiting.due_at is not null
          then case when payment.taken - waiting.taken_before >= ${asked} then 'CONFIRMED' else 'NO_PAYMENTS' end
        when state.last_seen_at > waiting.since and item.proved_at is not null
          and (not ${needsHealth} or result.document ->> 'health' = 'ok') then 'CONFIRMED'
        when waiting.since + make_interval(mins => ${healthMinutes}) > now() then null
        when coalesce(state.last_seen_at <= waiting.since, true) then 'NO_CONTACT'
        else 'UNWELL' end as outcome
      from waiting
        left join device_state state on state.device_id = waiting.device_id
        left join push_item item on item.push_id = waiting.push_id and item.device_id = waiting.device_id
          and item.id between (left(waiting.push_id::text, 13) || '-0000-0000-000000000000')::uuid
            and (left(waiting.push_id::text, 13) || '-ffff-ffff-ffffffffffff')::uuid
        left join command_result result on result.item_id = item.id
        left join device_payment payment on payment.device_id = waiting.device_id)
    select id, outcome, is_first and outcome = 'CONFIRMED' and due_at is not null as is_put_off, is_known from found
    order by id`.execute(db)
  return rows
}

/**
 * Judges terminals that have installed, some of them at each step. Who has been heard of since, whose own
 * telling shows the version and who says that he is well is well; who is not by the end of his time has not
 * been heard of, or is not. Where the plan asks for payments, who is well is looked at once more when so
 * many would be usual. Answers how many were judged.
 */
export async function proveInstalled(db: Db, plan: Judging): Promise<number> {
  const all = await lookAt(db, plan)
  const to = all.length === mostAtStep ? (all.at(-1)?.id ?? null) : null
  if (to !== plan.provedTo)
    await sql`update plan set proved_to = ${to} where id = ${plan.id}`.execute(db)
  await forget(db, plan.id, idsOf(all.filter(({ isKnown }) => isKnown)))
  const looked = all.filter(({ isKnown }) => !isKnown)
  await putOff(db, plan, idsOf(looked.filter(({ isPutOff }) => isPutOff)))
  const judged = looked.filter(({ outcome, isPutOff }) => outcome !== null && !isPutOff)
  for (const [outcome, those] of Map.groupBy(judged, (one) => one.outcome))
    if (outcome !== null) await judge(db, { id: plan.id, outcome, ids: idsOf(those) })
  return judged.length
}

const idsOf = (looked: readonly Looked[]): string[] => looked.map(({ id }) => id)

async function forget(db: Db, id: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from plan_check where plan_id = ${id} and device_id = any(${[...ids]}::uuid[])`.execute(
    db,
  )
}

async function putOff(db: Db, { id, options }: Judging, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const paid = (what: RawBuilder<unknown>) =>
    sql`(select ${what} from device_payment payment where payment.device_id = waiting.device_id)`
  await sql`update plan_check waiting
    set due_at = ${paid(dueBy(options))}, taken_before = ${paid(sql`payment.taken`)}
    where plan_id = ${id} and device_id = any(${[...ids]}::uuid[])`.execute(db)
}

interface Judged {
  readonly id: string
  readonly outcome: PlanOutcome
  readonly ids: readonly string[]
}

/**
 * By lists of ids: what was just written has no statistics yet, and a join of it may look at each pair. Who
 * has an outcome is counted no second time, whoever gave it.
 */
async function judge(db: Db, { id, outcome, ids }: Judged): Promise<void> {
  const column = figures[outcome]
  await sql`with done as (delete from plan_check where plan_id = ${id} and device_id = any(${[...ids]}::uuid[])),
    told as (update plan_target set outcome = ${outcome}
      where plan_id = ${id} and device_id = any(${[...ids]}::uuid[]) and outcome is null returning wave),
    counted as (select wave, count(*) as count from told group by 1)
    update plan_wave wave set ${column} = wave.${column} + counted.count
      from counted where wave.plan_id = ${id} and wave.wave = counted.wave`.execute(db)
}

/** In a practice: terminals that are looked at for payments take them as they usually do. */
export async function payAsUsual(db: Db): Promise<void> {
  await sql`update device_payment payment set taken = greatest(payment.taken,
      waiting.taken_before + (plan.options #>> '{payments,base}')::integer)
    from plan_check waiting join plan on plan.id = waiting.plan_id
    where waiting.device_id = payment.device_id and waiting.due_at <= now()`.execute(db)
}
