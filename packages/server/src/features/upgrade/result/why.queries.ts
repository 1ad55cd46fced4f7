import {
  type ItemState,
  planOptions,
  type PlanOutcome,
  type PlanState,
  type PlanWaveState,
  type PushKind,
  type ResultWhy,
} from '@muster/contract'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/refusal.ts'
import { itemScope, leftOutGates, waits } from '../../device/index.ts'
import { ofPlanSeen } from './result.queries.ts'
import { judgeResult } from './why.rules.ts'

/** Plans that are at the same terminal, as far as their numbers are told. */
const others = organizationsBy('theirs.orgId')

interface Row {
  readonly deviceId: string
  readonly state: ItemState
  readonly step: string | null
  readonly endedAt: string | null
  readonly acceptedAt: string | null
  readonly waitsFor: string | null
  readonly waitsReason: string | null
  readonly waitsUntil: string | null
  readonly isOnline: boolean
  readonly pushId: string
  readonly kind: PushKind
  readonly args: object
  readonly after: string | null
  /** Of its plan; null: it is of none. */
  readonly planNo: string | null
  /** What is said only to who sees the plan. */
  readonly planId: string | null
  readonly planName: string | null
  readonly planState: PlanState
  readonly planReason: string | null
  readonly options: unknown
  readonly isBack: boolean
  readonly wave: number
  readonly waveState: PlanWaveState | null
  readonly waveReason: string | null
  readonly hasOther: boolean
  readonly otherNo: string | null
  readonly outcome: PlanOutcome | null
  /** Since when it is looked at, after it has installed. */
  readonly since: string | null
  /** When it is judged by the payments that it takes. */
  readonly dueAt: string | null
}

async function readRow(ctx: Context, id: string): Promise<Row> {
  const { rows } =
    await sql<Row>`select item.device_id, item.state, item.step, item.ended_at, item.acked_at as accepted_at,
      ${waits},
      exists (select from device_online online where online.device_id = item.device_id) as is_online,
      push.id as push_id, push.kind, push.args,
      (select former.title from push former where former.id = push.after_push_id) as after,
      plan.plan_no, ${ofPlanSeen(ctx, 'id')} as plan_id, ${ofPlanSeen(ctx, 'name')} as plan_name,
      plan.state as plan_state, ${ofPlanSeen(ctx, 'reason')} as plan_reason, plan.options,
      made.purpose = 'BACK' as is_back, made.wave, wave.state as wave_state, wave.reason as wave_reason,
      case when made.is_last and made.purpose = 'FORTH' then target.outcome end as outcome, looked.since, looked.due_at,
      other.plan_id is not null as has_other, other.plan_no as other_no
    from push_item item join device on device.id = item.device_id join push on push.id = item.push_id
      left join plan_push made on made.push_id = item.push_id
      left join plan on plan.id = made.plan_id
      left join plan_wave wave on wave.plan_id = made.plan_id and wave.wave = made.wave and made.purpose = 'FORTH'
      left join plan_target target on target.plan_id = made.plan_id and target.device_id = item.device_id
        and target.part = made.part
      left join plan_check looked on looked.plan_id = made.plan_id and looked.device_id = item.device_id
        and looked.push_id = made.push_id
      left join lateral (select held.plan_id, case when ${others.rows(ctx.principal)} then theirs.plan_no end as plan_no
        from plan_claim held join plan theirs on theirs.id = held.plan_id
        where held.device_id = item.device_id and held.kind = any(plan.kinds) and held.plan_id <> plan.id
          and is_plan_at(held.plan_id, held.device_id) order by 2 limit 1) as other on true
    where item.id = ${id} and item.cmd = 'UPGRADE' and ${itemScope.rows(ctx.principal)}`.execute(
      ctx.db,
    )
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** Why an upgrade is not done on a terminal: what its plan waits for, what it waits for itself, and what the version asks. */
export async function whyResult(ctx: Context, id: string): Promise<ResultWhy> {
  const row = await readRow(ctx, id)
  const { planId, planNo, planName: name, planState: state, planReason: reason } = row
  const { wave, waveState, waveReason } = row
  return {
    plan:
      planNo === null
        ? null
        : { id: planId, planNo, name, state, reason, wave, waveState, waveReason },
    gates: judgeResult({ ...row, plan: planNo === null ? null : planIn(row) }),
    asks: row.state === 'SUCCESS' ? [] : await asksOf(ctx, row),
  }
}

const minute = 60_000

function planIn({ planState: state, isBack, waveState, hasOther, otherNo, ...row }: Row) {
  const { healthMinutes } = z.parse(planOptions(), row.options)
  const proved =
    row.since === null
      ? null
      : new Date(Date.parse(row.since) + healthMinutes * minute).toISOString()
  const ends = { outcome: row.outcome, provedUntil: row.dueAt ?? proved }
  return { state, isBack, waveState, hasOther, otherNo, ...ends, isPaying: row.dueAt !== null }
}

/** By the list that tasks go by; the same code once. */
async function asksOf(
  ctx: Context,
  { deviceId, pushId, kind, args }: Row,
): Promise<ResultWhy['asks']> {
  const by = ctx.principal
  const gates = await leftOutGates(ctx.db, { pushId, kind, args, needOnline: false, by })
  const shut = sql.join(gates.map(({ when }) => sql`coalesce(${when}, false)`))
  const { rows } = await sql<{ shut: boolean[] }>`select array[${shut}] as shut
    from device where id = ${deviceId}`.execute(ctx.db)
  const judged = gates.map(({ code }, nth) => ({ code, passes: rows[0]?.shut[nth] === false }))
  const byCode = Map.groupBy(judged, ({ code }) => code)
  return [...byCode].map(([code, ones]) => ({ code, passes: ones.every(({ passes }) => passes) }))
}
