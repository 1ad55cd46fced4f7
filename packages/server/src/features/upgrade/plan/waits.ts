import type { PlanState, PlanWait } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { type GoingPlan, judgedPlan, type PlanWaves } from './goingPlan.ts'
import { nextStep, type Waiting } from './plan.rules.ts'
import { terminalWaitsOf } from './terminals.queries.ts'

type Plan = Pick<GoingPlan, 'id' | 'wave' | 'membership' | 'startAt' | 'endAt'> & {
  readonly state: PlanState
  /** The reader sees every terminal of it. */
  readonly seesAll: boolean
}

/**
 * What a plan waits for, wave by wave: what the worker finds when it looks for its next step, and what
 * keeps the terminals of the wave that it is at.
 */
export async function waitsOf(ctx: Context, plan: Plan, waves: PlanWaves): Promise<PlanWait[]> {
  const { seesAll } = plan
  const before = beforeItRuns(plan)
  if (before) return [shown({ wave: 0, waits: before }, seesAll)]
  if (!['RUNNING', 'SOAKING', 'PAUSED'].includes(plan.state)) return []
  const step = nextStep(judgedPlan(plan, waves), ctx.now())
  const waits: Waiting | null =
    plan.state === 'PAUSED' ? { for: 'RESUME' } : step.do === 'wait' ? step.waits : null
  // Its terminals are found, and the worker has not come by yet.
  if (plan.wave === 0 && !waits) return [shown({ wave: 0, waits: { for: 'MOMENT' } }, seesAll)]
  const now = waits && {
    ...shown({ wave: plan.wave, waits }, seesAll),
    ...(await terminalWaitsOf(ctx, plan)),
  }
  const later = waves
    .filter(({ wave }) => wave > plan.wave)
    .map(({ wave }) => shown({ wave, waits: { for: 'BEFORE' } }, seesAll))
  return [...(now ? [now] : []), ...later]
}

/** What a plan waits for that has no waves yet. */
function beforeItRuns({ state, startAt }: Plan): Waiting | null {
  if (state === 'APPROVAL') return { for: 'APPROVAL' }
  if (state === 'APPROVED') return { for: 'START' }
  if (state === 'SCHEDULED')
    return { for: 'MOMENT', ...(startAt !== null && { until: new Date(startAt) }) }
  return state === 'EXPANDING' ? { for: 'EXPANDING' } : null
}

interface Kept {
  readonly wave: number
  readonly waits: Waiting
}

/** Numbers are of all terminals: who does not see all of them is told none. */
const shown = ({ wave, waits }: Kept, seesAll: boolean): PlanWait => ({
  wave,
  for: waits.for,
  count: seesAll ? (waits.count ?? null) : null,
  needed: seesAll ? (waits.needed ?? null) : null,
  until: waits.until?.toISOString() ?? null,
  terminals: [],
  capped: false,
})
