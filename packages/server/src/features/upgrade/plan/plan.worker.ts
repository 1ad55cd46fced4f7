import { type PlanReason, plans, plansPath } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import { type FrozenPrincipal, principalOf } from '../../../access/frozen.ts'
import { standingNow } from '../../../access/owner.ts'
import { mayCall } from '../../../access/principal.ts'
import type { Platform } from '../../../kit/context.ts'
import { every } from '../../../platform/every.ts'
import type { DB } from '../../../platform/schema.ts'
import { announcePushes, pushBell, setRates } from '../../device/index.ts'
import { carryOut, expire, fail, finish, giveUp, rest } from './carryOut.ts'
import { freezeTargets, growTargets } from './freeze.queries.ts'
import { type GoingPlan, judgedPlan, lockGoing, movePlan, pushesOf, wavesOf } from './goingPlan.ts'
import { nextStep, rateAfter } from './plan.rules.ts'
import { proveInstalled } from './prove.queries.ts'
import type { Giving, Moved } from './release.ts'
import { settleParts } from './settle.queries.ts'
import { mayBring, offerOf, tasksOf } from './versions.queries.ts'

type Store = Pick<Platform, 'db' | 'now'> & {
  readonly live: Pick<Platform['live'], 'changed' | 'ring'>
}

/** Takes plans on soon after terminals have answered. */
export function startPlanWorker(platform: Platform): { readonly stop: () => Promise<void> } {
  const { log } = platform
  const job = every({ name: 'the course of plans', seconds: 3, log }, () => runPlans(platform))
  return { stop: () => job.stop() }
}

/** Decides about each plan that goes on, in a transaction of its own; of two workers one does. */
export async function runPlans({ db, live, now }: Store): Promise<void> {
  const { rows } = await sql<Going>`select id, state from plan
    where ended_at is null and deleted_at is null
      and (state in ('EXPANDING', 'RUNNING', 'SOAKING', 'PAUSED', 'ROLLING_BACK')
        or state = 'SCHEDULED' and (start_at is null or start_at <= ${now().toISOString()}))
    order by id`.execute(db)
  const broken: unknown[] = []
  // A plan that cannot go on keeps no other one from it.
  for (const going of rows)
    await takeOn({ db, live, now }, going).catch((error: unknown) => broken.push(error))
  if (broken.length === 0) return
  const [first] = broken
  throw new AggregateError(broken, `${broken.length} plans cannot go on: ${String(first)}`)
}

interface Going {
  readonly id: string
  readonly state: string
}

/** States in which terminals of a plan have been told. */
const toldStates: readonly string[] = ['RUNNING', 'SOAKING', 'PAUSED']

/**
 * Counts what has become of its terminals, and then takes it on. In a transaction of its own, as counting
 * writes to waves: who holds a push may wait for one of them, and the step may wait for that push.
 */
async function takeOn({ db, live, now }: Store, { id, state }: Going): Promise<void> {
  const inOne = db.transaction()
  const counted = toldStates.includes(state) ? await inOne.execute((trx) => count(trx, id)) : null
  const taken = await inOne.execute((trx) => takeStep({ db: trx, now }, id))
  const orgId = (taken ?? counted)?.orgId
  if (orgId === undefined) return
  live.changed({ path: plansPath, ids: [id], orgIds: [orgId] })
  if (!taken || taken.pushes.length === 0) return
  announcePushes(live, taken.pushes)
  live.ring(pushBell)
}

/** What has become of terminals since; null: nothing is new. */
async function count(db: Kysely<DB>, id: string) {
  const plan = await lockGoing(db, id)
  if (!plan || !toldStates.includes(plan.state)) return null
  await settleParts(db, id)
  const proved = await proveInstalled(db, plan)
  const drawn = await drawCurve(db, id)
  return proved > 0 || drawn ? { orgId: plan.orgId } : null
}

interface Trx {
  readonly db: Kysely<DB>
  readonly now: () => Date
}

interface Taken {
  readonly pushes: readonly Moved[]
  readonly isSame: boolean
}

const same: Taken = { pushes: [], isSame: true }
const changed: Taken = { pushes: [], isSame: false }

/** One step of a plan; null: nothing has changed of it. */
async function takeStep(trx: Trx, id: string) {
  const plan = await lockGoing(trx.db, id)
  if (!plan) return null
  const { pushes, isSame } = await stepOf(trx, plan)
  return isSame ? null : { orgId: plan.orgId, pushes }
}

async function stepOf(trx: Trx, plan: GoingPlan): Promise<Taken> {
  const { db, now } = trx
  if (plan.state === 'SCHEDULED') return begin(trx, plan)
  if (plan.state === 'ROLLING_BACK') return comeBack(trx, plan)
  if (plan.state === 'EXPANDING') return expand(trx, plan)
  if (!toldStates.includes(plan.state)) return same
  if (plan.endAt !== null && Date.parse(plan.endAt) <= now().getTime())
    return { pushes: await end(trx, plan), isSame: false }
  const offered = await offerOf(db, plan.versionIds)
  if (offered === 'GONE')
    return { pushes: await giveUp(db, plan, 'plan.failed.version'), isSame: false }
  if (plan.state === 'PAUSED') return failPaused(trx, plan)
  if (offered === 'SUSPENDED') return { pushes: await rest(db, plan), isSame: false }
  const giver = await giverOf(db, plan)
  if (!giver) return { pushes: await giveUp(db, plan, 'push.ownerGone'), isSame: false }
  if (!(await mayBring({ db, principal: principalOf(giver) }, plan.versionIds)))
    return { pushes: await giveUp(db, plan, 'plan.failed.version'), isSame: false }
  return goOn({ ...trx, giver }, plan)
}

/**
 * Who was told goes on while a plan rests, and its wave may fail by it: then it ends where it is to, or says
 * why it would rest by now.
 */
async function failPaused(trx: Trx, plan: GoingPlan): Promise<Taken> {
  const { db } = trx
  const { rows } = await sql<{ reason: PlanReason | null }>`select reason from plan_wave
    where plan_id = ${plan.id} and wave = ${plan.wave} and state = 'FAILED'`.execute(db)
  if (!rows[0]) return same
  const reason = rows[0].reason ?? 'plan.failed.errors'
  if (plan.onFailure !== 'ABORT') {
    if (plan.reason === reason) return same
    await movePlan(db, plan.id, { state: 'PAUSED', reason })
    return changed
  }
  const giver = await giverOf(db, plan)
  const pushes = giver
    ? await fail({ ...trx, giver }, plan, { do: 'fail', wave: plan.wave, reason })
    : await giveUp(db, plan, 'push.ownerGone')
  return { pushes, isSame: false }
}

/** Its time is over: a plan that others may join has finished then, where all that did have ended. */
async function end({ db, now }: Trx, plan: GoingPlan): Promise<Moved[]> {
  if (plan.membership === 'FIXED' || plan.state === 'PAUSED') return expire(db, plan)
  const waves = await wavesOf(db, plan)
  const step = nextStep({ ...judgedPlan(plan, waves), isOpen: false }, now())
  if (step.do !== 'finish') return expire(db, plan)
  await finish({ db, now }, plan.id, step)
  return []
}

async function begin({ db }: Trx, plan: GoingPlan): Promise<Taken> {
  await movePlan(db, plan.id, { state: 'EXPANDING' })
  return changed
}

/** Whose terminals a plan is for, on behalf of whom. */
async function frozenBy(db: Kysely<DB>, plan: GoingPlan, giver: FrozenPrincipal) {
  const who = principalOf(giver)
  return { ...plan, who, tasks: await tasksOf({ db, principal: who }, plan.versionIds) }
}

/** Writes its terminals down: they and that it runs are there at once, or none of it. */
async function expand({ db }: Trx, plan: GoingPlan): Promise<Taken> {
  const giver = await giverOf(db, plan)
  if (!giver) return { pushes: await giveUp(db, plan, 'push.ownerGone'), isSame: false }
  if ((await offerOf(db, plan.versionIds)) === 'SUSPENDED')
    return { pushes: await rest(db, plan), isSame: false }
  if (!(await mayBring({ db, principal: principalOf(giver) }, plan.versionIds)))
    return { pushes: await giveUp(db, plan, 'plan.failed.version'), isSame: false }
  const count = await freezeTargets(db, await frozenBy(db, plan, giver))
  // A group or a filter may have become another since somebody agreed; one that grows is agreed to as such.
  if (plan.membership === 'FIXED' && plan.agreed !== null && count > plan.agreed) {
    await askAgain(db, plan.id)
    return changed
  }
  if (count === 0 && plan.membership === 'FIXED')
    await movePlan(db, plan.id, { state: 'FINISHED', reason: 'plan.nobodyLeft' })
  else await movePlan(db, plan.id, { state: 'RUNNING' })
  return changed
}

/** A second person decides about it anew, and somebody begins it again. */
async function askAgain(db: Kysely<DB>, id: string): Promise<void> {
  await sql`delete from plan_target where plan_id = ${id}`.execute(db)
  await sql`delete from plan_wave where plan_id = ${id}`.execute(db)
  await sql`update plan set needs_approval = true, principal = null, started_at = null,
      approved_at = null, approved_by = null where id = ${id}`.execute(db)
  await movePlan(db, id, { state: 'APPROVAL', reason: 'plan.hasGrown' })
}

/** Whoever began a plan, as he stands now; null: he may begin none any more. */
async function giverOf(db: Kysely<DB>, plan: GoingPlan): Promise<FrozenPrincipal | null> {
  const giver = plan.giver && (await standingNow(db, plan.giver))
  return giver && mayCall(principalOf(giver), plans.start.permission) ? giver : null
}

/**
 * Lets go who is free by now, goes on to the next wave where it may, and else takes in who has joined. In this
 * order: what has several pushes wait comes before what writes to waves. Not with what ends a wave: none joins one
 * that is past.
 */
async function goOn(giving: Giving, plan: GoingPlan): Promise<Taken> {
  const { db, now } = giving
  const waves = await wavesOf(db, plan)
  const step = nextStep(judgedPlan(plan, waves), now())
  const isWaiting = step.do === 'wait'
  const rate = isWaiting ? await growRate(giving, plan) : plan.rateNow
  const pushes = await carryOut(giving, { ...plan, rateNow: rate }, { step, waves })
  const grown = isWaiting ? await grow(giving, plan) : 0
  const isSame = isWaiting && pushes.length === 0 && grown === 0 && rate === plan.rateNow
  return { pushes, isSame }
}

const growEveryMs = 60_000

async function grow(giving: Giving, plan: GoingPlan): Promise<number> {
  if (plan.membership !== 'DYNAMIC' || plan.wave === 0) return 0
  const { db, now, giver } = giving
  const last = plan.grownAt === null ? 0 : Date.parse(plan.grownAt)
  if (now().getTime() - last < growEveryMs) return 0
  await sql`update plan set grown_at = ${now().toISOString()} where id = ${plan.id}`.execute(db)
  return growTargets(db, await frozenBy(db, plan, giver))
}

const hourMs = 3_600_000

/** Where it may tell more terminals a minute each hour, so it does from now on; answers how many. */
async function growRate({ db, now }: Giving, plan: GoingPlan): Promise<number | null> {
  if (plan.options.rateGrowth === 1 || plan.startedAt === null) return plan.rateNow
  const { rows } = await sql<{ at: string | null }>`select started_at as at from plan_wave
    where plan_id = ${plan.id} and wave = ${plan.wave}`.execute(db)
  const at = rows[0]?.at
  if (!at) return plan.rateNow
  const rate = rateAfter(plan.options, (now().getTime() - Date.parse(at)) / hourMs)
  if (rate === plan.rateNow) return rate
  await sql`update plan set rate_now = ${rate} where id = ${plan.id}`.execute(db)
  await setRates(db, await pushesOf(db, plan.id, 'FORTH'), { ratePerMinute: rate })
  return rate
}

/** Notes how far it has come, where that is another than before. */
async function drawCurve(db: Kysely<DB>, id: string): Promise<boolean> {
  const { rows } = await sql`insert into plan_curve (plan_id, at, succeeded, failed)
    select ${id}, date_trunc('minute', now()), told.succeeded, told.failed
    from (select coalesce(sum(wave.confirmed), 0)::integer as succeeded,
        (coalesce(sum(wave.no_contact + wave.unwell), 0) + coalesce((select sum(tally.count) from plan_push made
          join push_tally tally on tally.push_id = made.push_id
          where made.plan_id = ${id} and made.purpose = 'FORTH' and tally.state in ('FAILED', 'REFUSED', 'TIMEOUT')), 0))::integer as failed
      from plan_wave wave where wave.plan_id = ${id}) as told
    where (told.succeeded, told.failed) is distinct from (select (known.succeeded, known.failed) from plan_curve known
      where known.plan_id = ${id} order by known.at desc limit 1)
    on conflict (plan_id, at) do update set succeeded = excluded.succeeded, failed = excluded.failed
      where (plan_curve.succeeded, plan_curve.failed) is distinct from (excluded.succeeded, excluded.failed)
    returning 1`.execute(db)
  return rows.length > 0
}

async function comeBack({ db }: Trx, plan: GoingPlan): Promise<Taken> {
  const ids = await pushesOf(db, plan.id, 'BACK')
  const { rows } = await sql`select from push where id = any(${ids}::uuid[])
    and ended_at is null limit 1`.execute(db)
  if (rows.length > 0) return same
  await movePlan(db, plan.id, { state: 'ROLLED_BACK', reason: plan.reason })
  return changed
}
