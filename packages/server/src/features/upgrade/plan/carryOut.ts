import type { PlanReason } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'
import { pausedByPlan, steerPushes } from '../../device/index.ts'
import { type GoingPlan, movePlan, type PlanWaves, pushesOf } from './goingPlan.ts'
import type { PlanStep } from './plan.rules.ts'
import { type Giving, type Moved, releaseFree } from './release.ts'
import { bringBack } from './rollBack.ts'

type Db = Kysely<DB>

interface Course {
  readonly step: PlanStep
  readonly waves: PlanWaves
}

/** What a step means for a plan, its waves and its pushes; answers the pushes that were made or moved. */
export async function carryOut(
  giving: Giving,
  plan: GoingPlan,
  { step, waves }: Course,
): Promise<Moved[]> {
  const { db, now } = giving
  if (step.do === 'fail') return fail(giving, plan, step)
  if (step.do === 'soak') {
    await moveWave(db, plan.id, { wave: step.wave, from: ['RUNNING'], to: 'SOAK', at: now() })
    await movePlan(db, plan.id, { state: 'SOAKING' })
    return []
  }
  if (step.do === 'wait') return releaseLate(giving, plan, waves)
  if (step.do === 'finish') {
    await finish(giving, plan.id, step)
    return []
  }
  await passWave(giving, plan.id, step)
  await moveWave(db, plan.id, { wave: step.wave, from: ['WAITING'], to: 'RUNNING', at: now() })
  const rate = plan.options.rateGrowth === 1 ? plan.rateNow : plan.options.ratePerMinute
  await sql`update plan set wave = ${step.wave}, state = 'RUNNING', rate_now = ${rate},
      late_at = ${now().toISOString()}, version = version + 1, updated_at = now() where id = ${plan.id}`.execute(
    db,
  )
  return releaseFree(giving, { ...plan, rateNow: rate }, { wave: step.wave })
}

type Turning = Pick<Giving, 'db' | 'now'>
type Passing = Extract<PlanStep, { passes: number | null }>

async function passWave({ db, now }: Turning, id: string, { passes }: Passing): Promise<void> {
  if (passes === null) return
  await moveWave(db, id, { wave: passes, from: ['RUNNING', 'SOAK'], to: 'PASSED', at: now() })
}

/** Ends a plan of which everything has come to its end. */
export async function finish(turning: Turning, id: string, step: Passing): Promise<void> {
  await passWave(turning, id, step)
  await movePlan(turning.db, id, { state: 'FINISHED' })
}

/** Terminals of a wave that are tried again at each step; all of them are once in a while. */
const mostAtStep = 1000
const allEveryMs = 60_000

/** Terminals of waves that have begun, which waited for another plan or have joined since. */
async function releaseLate(giving: Giving, plan: GoingPlan, waves: PlanWaves): Promise<Moved[]> {
  const late = waves.filter(({ unreleased, state }) => unreleased > 0 && state !== 'FAILED')
  if (late.length === 0) return []
  const now = giving.now()
  const isDue = plan.lateAt === null || now.getTime() - Date.parse(plan.lateAt) >= allEveryMs
  if (isDue)
    await sql`update plan set late_at = ${now.toISOString()} where id = ${plan.id}`.execute(
      giving.db,
    )
  const made: Moved[] = []
  for (const [nth, { wave }] of late.entries()) {
    const some = { wave, ...(!isDue && { most: mostAtStep }) }
    made.push(...(await releaseFree(giving, { ...plan, parts: plan.parts + nth }, some)))
  }
  return made
}

interface Turn {
  readonly wave: number
  readonly from: readonly string[]
  readonly to: string
  readonly at: Date
}

/** Guarded: what answers have stopped in the meantime stays so, and the step is taken back. */
async function moveWave(db: Db, id: string, { wave, from, to, at }: Turn): Promise<void> {
  const moment = at.toISOString()
  const { rows } = await sql`update plan_wave set state = ${to},
      started_at = case when ${to} = 'RUNNING' then ${moment}::timestamptz else started_at end,
      soak_at = case when ${to} = 'SOAK' then ${moment}::timestamptz else soak_at end,
      ended_at = case when ${to} = 'PASSED' then ${moment}::timestamptz end
    where plan_id = ${id} and wave = ${wave} and state = any(${[...from]}::text[]) returning 1`.execute(
    db,
  )
  if (rows.length === 0) throw new Error(`wave ${wave} of a plan has moved meanwhile`)
}

/** Nothing more of it is sent; what has the version already goes back where the plan says so. */
export async function fail(
  giving: Giving,
  plan: GoingPlan,
  { wave, reason }: Extract<PlanStep, { do: 'fail' }>,
): Promise<Moved[]> {
  const { db } = giving
  const ids = await pushesOf(db, plan.id, 'FORTH')
  const isOver = plan.onFailure === 'ABORT'
  // The pushes before the wave: whoever holds one of them may be waiting for an answer that judges the wave.
  const moved = isOver
    ? await steerPushes(db, ids, { act: 'stop', reason })
    : await steerPushes(db, ids, { act: 'pause', by: pausedByPlan })
  await sql`update plan_wave set state = 'FAILED', reason = ${reason}, ended_at = coalesce(ended_at, now())
    where plan_id = ${plan.id} and wave = ${wave}`.execute(db)
  if (!isOver) {
    await movePlan(db, plan.id, { state: 'PAUSED', reason })
    return moved
  }
  await movePlan(db, plan.id, { state: 'STOPPED', reason })
  return plan.rollsBack ? [...moved, ...(await bringBack(giving, plan, reason))] : moved
}

/** Ends a plan whose time is over. */
export async function expire(db: Db, plan: GoingPlan): Promise<Moved[]> {
  const ids = await pushesOf(db, plan.id, 'FORTH')
  const moved = await steerPushes(db, ids, { act: 'stop', reason: 'plan.timeOver' })
  await movePlan(db, plan.id, { state: 'EXPIRED' })
  return moved
}

/** Ends a plan that must not go on. */
export async function giveUp(db: Db, plan: GoingPlan, reason: PlanReason): Promise<Moved[]> {
  const ids = await pushesOf(db, plan.id, 'FORTH')
  const moved = await steerPushes(db, ids, { act: 'stop', reason })
  await movePlan(db, plan.id, { state: 'STOPPED', reason })
  return moved
}

/** Tells nobody else until somebody lets it go on; who was told goes on. */
export async function rest(db: Db, plan: Pick<GoingPlan, 'id'>): Promise<Moved[]> {
  const ids = await pushesOf(db, plan.id, 'FORTH')
  const moved = await steerPushes(db, ids, { act: 'pause', by: pausedByPlan })
  await movePlan(db, plan.id, { state: 'PAUSED', reason: 'plan.failed.suspended' })
  return moved
}
