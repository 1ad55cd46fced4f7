import {
  alwaysNeedsSecond,
  codes,
  mayMovePlan,
  type ParsedOf,
  type PlanMove,
  plans,
  plansPath,
} from '@muster/contract'
import { sql } from 'kysely'
import { frozenScope, narrowedTo, principalOf } from '../../../access/frozen.ts'
import { idsOfPerson } from '../../../access/person.ts'
import { mayCall } from '../../../access/principal.ts'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, notFound, Refusal } from '../../../kit/refusal.ts'
import {
  deviceScope,
  pausedByPlan,
  pushBell,
  pushChanged,
  seesAllOf,
  setRates,
  steerPushes,
} from '../../device/index.ts'
import { parameter } from '../../system/parameter/index.ts'
import { countEligible, countMeant } from './freeze.queries.ts'
import { frozenColumns, type GoingPlan, movePlan, pushesOf, wavesOf } from './goingPlan.ts'
import { planBin, planIsNow, planScope } from './planBin.ts'
import { bringBack } from './rollBack.ts'
import { saidBy, stateOf } from './said.ts'
import { areOffered, isSensitive, tasksOf } from './versions.queries.ts'

/** What may be done with a plan by who does not see all its terminals: none of it moves them by itself. */
const withoutReach: readonly PlanMove[] = [
  'submit',
  'withdraw',
  'approve',
  'reject',
  'start',
  'exclude',
  'retry',
]

/** A plan of the caller's, locked until the commit as workers lock it, whose state permits a move. */
export async function lockPlan(ctx: Context, id: string, move: PlanMove): Promise<GoingPlan> {
  const row = await ctx.db
    .selectFrom('plan as row')
    .selectAll()
    .select(frozenColumns)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .where(planScope.rows(ctx.principal))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  if (row.status === 0) throw new Refusal(codes.wrongState, 'plan.isDisabled')
  const state = stateOf(row)
  if (!mayMovePlan(state, move)) throw planIsNow(state)
  const plan = { ...row, ...saidBy(row), state }
  if (!withoutReach.includes(move)) await requireReachOf(ctx, plan)
  return plan
}

/** Refuses to steer as a whole what is also for terminals that the caller does not see. */
async function requireReachOf(ctx: Context, { id, giver }: GoingPlan): Promise<void> {
  const [seesAll] = giver ? await seesAllOf(ctx, [{ principal: giver }]) : [true]
  if (seesAll || giver?.userId === ctx.principal.userId) return
  const { rows } =
    await sql`select from plan_target target join device on device.id = target.device_id
    where target.plan_id = ${id} and (${deviceScope.rows(ctx.principal)}) is not true limit 1`.execute(
      ctx.db,
    )
  if (rows.length > 0) throw new Refusal(codes.forbidden, 'push.beyondReach')
}

/** Tells the log and the consoles what was done with a plan. */
export function settlePlan(ctx: Context, plan: GoingPlan, after: object): void {
  const { id, planNo, name, orgId, state } = plan
  ctx.note({ targetIds: [id], about: { name: `${planNo} ${name}` }, before: { state }, after })
  ctx.changed(plansPath, [id], [orgId])
}

const by = ({ principal: { userId }, now }: Context) => ({
  userId,
  at: now().toISOString(),
})

/** Hands a plan in: a second person decides where it is about many terminals, or about what is delicate. */
export async function submit(ctx: Context, id: string): Promise<void> {
  const plan = await lockPlan(ctx, id, 'submit')
  await requireOffered(ctx, plan)
  // Else it would go on for ever.
  if (plan.membership === 'DYNAMIC' && plan.endAt === null)
    throw fieldRefusal('endAt', 'plan.dynamicEnds')
  const tasks = await tasksOf(ctx, plan.versionIds)
  const threshold = await parameter(ctx.db, 'plan.approval.threshold')
  const count = await countEligible(ctx.db, { ...plan, who: ctx.principal, tasks }, threshold + 1)
  // A growing one may find its terminals later.
  if (count === 0 && plan.membership === 'FIXED') throw fieldRefusal('targets', 'plan.nobody')
  const needsApproval =
    isSensitive(tasks) || alwaysNeedsSecond(plan.membership, plan.options) || count > threshold
  const state = needsApproval ? 'APPROVAL' : 'APPROVED'
  const { userId, at } = by(ctx)
  const submitter = JSON.stringify(frozenScope(ctx.principal))
  await sql`update plan set needs_approval = ${needsApproval}, submitted_at = ${at}, submitted_by = ${userId},
      written_by = array_append(array_remove(written_by, ${userId}::uuid), ${userId}::uuid), submitter = ${submitter}::jsonb, agreed = ${threshold}, approved_at = null, approved_by = null
    where id = ${id}`.execute(ctx.db)
  await movePlan(ctx.db, id, { state })
  settlePlan(ctx, plan, { state })
}

/** Takes a plan back that nobody has decided about: it is a draft again, and whoever wrote it is not forgotten. */
export async function withdraw(ctx: Context, id: string): Promise<void> {
  const plan = await lockPlan(ctx, id, 'withdraw')
  const isOwn = plan.submittedBy === ctx.principal.userId
  if (!isOwn && !mayCall(ctx.principal, plans.update.permission))
    throw new Refusal(codes.forbidden, 'plan.notYours')
  await sql`update plan set submitted_at = null, submitted_by = null, submitter = null, agreed = null, needs_approval = false
    where id = ${id}`.execute(ctx.db)
  await movePlan(ctx.db, id, { state: 'DRAFT' })
  settlePlan(ctx, plan, { state: 'DRAFT' })
}

async function requireOffered(ctx: Context, { versionIds }: GoingPlan): Promise<void> {
  if (!(await areOffered(ctx.db, versionIds)))
    throw new Refusal(codes.wrongState, 'plan.failed.version')
}

/** A second person, who has neither written nor submitted it at any time. */
async function requireSecond(ctx: Context, id: string): Promise<void> {
  const { rows } = await sql`select from plan where id = ${id}
    and ${idsOfPerson(ctx.principal)} && (written_by || created_by || submitted_by)`.execute(ctx.db)
  if (rows.length > 0) throw new Refusal(codes.forbidden, 'plan.notYourself')
}

/** It may have been rejected, rewritten and handed in again since he read it: then nobody has decided. */
function requireRead(plan: GoingPlan, version: number): void {
  if (plan.version === version) return
  throw new Refusal(codes.versionConflict, 'plan.changedSince', { data: { version: plan.version } })
}

export async function approve(ctx: Context, id: string, version: number): Promise<void> {
  const plan = await lockPlan(ctx, id, 'approve')
  await requireSecond(ctx, id)
  requireRead(plan, version)
  await requireOffered(ctx, plan)
  const { userId, at } = by(ctx)
  await sql`update plan set approved_at = ${at}, approved_by = ${userId}, agreed = ${await agreedTo(ctx, plan)}
    where id = ${id}`.execute(ctx.db)
  await movePlan(ctx.db, id, { state: 'APPROVED' })
  settlePlan(ctx, plan, { state: 'APPROVED' })
}

/** A tenth more than there are comes of a day's work at an estate; more than that is another plan. */
const agreedShare = 1.1

/** For how many terminals a second person agrees by agreeing now. */
async function agreedTo(ctx: Context, plan: GoingPlan): Promise<number> {
  const threshold = await parameter(ctx.db, 'plan.approval.threshold')
  const who = plan.submittedAs ? principalOf(plan.submittedAs) : ctx.principal
  const count = await countMeant(ctx.db, { ...plan, who })
  return Math.max(threshold, Math.ceil(count * agreedShare))
}

type Rejection = ParsedOf<typeof plans.reject>['body']

export async function reject(
  ctx: Context,
  id: string,
  { reason, version }: Rejection,
): Promise<void> {
  const plan = await lockPlan(ctx, id, 'reject')
  await requireSecond(ctx, id)
  requireRead(plan, version)
  await movePlan(ctx.db, id, { state: 'REJECTED', reason })
  settlePlan(ctx, plan, { state: 'REJECTED', reason })
}

/** Begins it, at its moment: what it gives is given on behalf of the caller. */
export async function start(ctx: Context, id: string): Promise<void> {
  const plan = await lockPlan(ctx, id, 'start')
  await requireOffered(ctx, plan)
  if (plan.endAt !== null && Date.parse(plan.endAt) <= ctx.now().getTime())
    throw fieldRefusal('endAt', 'plan.timeOver')
  // Nobody has agreed to what only the caller sees.
  const own = frozenScope(ctx.principal)
  const principal = JSON.stringify(
    plan.submittedAs ? narrowedTo(own, principalOf(plan.submittedAs)) : own,
  )
  await sql`update plan set principal = ${principal}::jsonb, started_at = ${by(ctx).at},
      rate_now = ${plan.options.ratePerMinute} where id = ${id}`.execute(ctx.db)
  await movePlan(ctx.db, id, { state: 'SCHEDULED' })
  settlePlan(ctx, plan, { state: 'SCHEDULED' })
}

export async function pause(ctx: Context, id: string): Promise<void> {
  const plan = await lockPlan(ctx, id, 'pause')
  await steer(ctx, id, { act: 'pause', by: pausedByPlan })
  await movePlan(ctx.db, id, { state: 'PAUSED' })
  settlePlan(ctx, plan, { state: 'PAUSED' })
}

async function steer(
  ctx: Context,
  id: string,
  to: Parameters<typeof steerPushes>[2],
): Promise<void> {
  const ids = await pushesOf(ctx.db, id, 'FORTH')
  for (const push of await steerPushes(ctx.db, ids, to)) pushChanged(ctx, push)
  ctx.ring(pushBell)
}

/**
 * Goes on where it was. What had failed by now is forgiven: it stops again when more fails. A wave of which
 * nobody is left is passed by: it can show nothing.
 */
export async function resume(ctx: Context, id: string): Promise<void> {
  const plan = await lockPlan(ctx, id, 'resume')
  await requireOffered(ctx, plan)
  if (plan.wave === 0 && !(await hasBegun(ctx, id))) {
    await movePlan(ctx.db, id, { state: 'SCHEDULED' })
    settlePlan(ctx, plan, { state: 'SCHEDULED' })
    return
  }
  const waves = await wavesOf(ctx.db, plan)
  const wave = waves.find(({ wave }) => wave === plan.wave)
  const isPassed = wave?.state === 'PASSED' || wave?.reason === 'plan.nobodyLeft'
  const isSoaking = wave?.soakAt != null && !isPassed
  // It ends by it, as soon as a worker comes to it.
  if (wave?.state === 'FAILED' && plan.onFailure === 'ABORT')
    throw new Refusal(codes.wrongState, wave.reason ?? 'plan.failed.errors')
  await steer(ctx, id, { act: 'resume', by: pausedByPlan })
  if (wave?.state === 'FAILED') {
    const { failed, noContact, unwell } = wave.tally
    const to = isPassed ? 'PASSED' : isSoaking ? 'SOAK' : 'RUNNING'
    await sql`update plan_wave set state = ${to}, reason = null, ended_at = case when ${isPassed} then ended_at end,
        forgiven = ${failed + noContact + unwell}
      where plan_id = ${id} and wave = ${plan.wave}`.execute(ctx.db)
  }
  const state = isSoaking ? 'SOAKING' : 'RUNNING'
  await movePlan(ctx.db, id, { state })
  settlePlan(ctx, plan, { state })
}

async function hasBegun({ db }: Context, id: string): Promise<boolean> {
  const { rows } = await sql`select from plan_wave where plan_id = ${id} limit 1`.execute(db)
  return rows.length > 0
}

export async function stop(ctx: Context, id: string, reason: string): Promise<void> {
  const plan = await lockPlan(ctx, id, 'stop')
  await steer(ctx, id, { act: 'stop', reason })
  await movePlan(ctx.db, id, { state: 'STOPPED', reason })
  settlePlan(ctx, plan, { state: 'STOPPED', reason })
}

/** Whatever the wave has come to: the worker goes on with the next one. */
export async function nextWave(ctx: Context, id: string): Promise<void> {
  const plan = await lockPlan(ctx, id, 'nextWave')
  const { rows } = await sql`update plan_wave set state = 'PASSED', ended_at = ${by(ctx).at}
    where plan_id = ${id} and wave = ${plan.wave} and state in ('RUNNING', 'SOAK')
      and exists (select from plan_wave later where later.plan_id = ${id} and later.wave > ${plan.wave})
    returning 1`.execute(ctx.db)
  if (rows.length === 0) throw new Refusal(codes.warning, 'plan.lastWave')
  await movePlan(ctx.db, id, { state: 'RUNNING' })
  settlePlan(ctx, plan, { passed: plan.wave })
}

export async function setRate(
  ctx: Context,
  id: string,
  ratePerMinute: number | null,
): Promise<void> {
  const plan = await lockPlan(ctx, id, 'setRate')
  const { principal } = ctx
  const options = JSON.stringify({ ...plan.options, ratePerMinute, rateGrowth: 1 })
  await sql`update plan set rate_now = ${ratePerMinute}, options = ${options}::jsonb,
      version = version + 1 where id = ${id}`.execute(ctx.db)
  const ids = await pushesOf(ctx.db, id, 'FORTH')
  await setRates(ctx.db, ids, { ratePerMinute, userId: principal.userId })
  ctx.ring(pushBell)
  settlePlan(ctx, plan, { ratePerMinute })
}

export async function extend(ctx: Context, id: string, endAt: string | null): Promise<void> {
  const plan = await lockPlan(ctx, id, 'extend')
  if (endAt !== null && Date.parse(endAt) <= ctx.now().getTime())
    throw fieldRefusal('endAt', 'plan.endsBefore')
  if (endAt === null && plan.membership === 'DYNAMIC')
    throw fieldRefusal('endAt', 'plan.dynamicEnds')
  await sql`update plan set end_at = ${endAt}, version = version + 1 where id = ${id}`.execute(
    ctx.db,
  )
  settlePlan(ctx, plan, { endAt })
}

/** Brings those that have the version back to what they had. */
export async function rollBack(ctx: Context, id: string): Promise<void> {
  const plan = await lockPlan(ctx, id, 'rollBack')
  await steer(ctx, id, { act: 'stop', reason: 'plan.rolledBack' })
  const giver = frozenScope(ctx.principal)
  const made = await bringBack({ db: ctx.db, now: ctx.now, giver }, plan, null)
  if (made.length === 0) throw new Refusal(codes.warning, 'plan.nothingBefore')
  for (const push of made) pushChanged(ctx, push)
  ctx.ring(pushBell)
  settlePlan(ctx, plan, { state: 'ROLLING_BACK' })
}

/** The same once more, as a draft of the caller's. */
export async function clone(ctx: Context, id: string): Promise<string> {
  const { name, orgId, purpose, ticketNo, versionIds, excluded, rollsBack, ...row } =
    await planBin.find(ctx, id)
  const said = saidBy(row)
  const copy = `${name.slice(0, 60)} (2)`
  const about = { name: copy, orgId, purpose, ticketNo, versionIds, excluded, rollsBack }
  return (await planBin.add(ctx, { ...about, ...said, startAt: null, endAt: null })).id
}
