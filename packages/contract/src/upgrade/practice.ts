import * as z from 'zod/mini'
import { get, post, put, type ReplyOf } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { once } from '../core/once.ts'
import { itemStates } from '../device/taskItem.ts'
import { planForecast, planWaveRow, plansPath } from './plan.ts'
import { planStates, practiceStates } from './planStates.ts'

/** A day of a practice takes so many seconds at most, of a server that is not busy. */
export const practiceDaySeconds = 120

/** A plan as it went on copies of its terminals. */
const practice = once(() =>
  z.object({
    id: f.id(),
    state: z.enum(practiceStates),
    /** The figures are of all that it was begun with, not only of terminals that the reader sees. */
    seesAll: z.boolean(),
    /** Terminals that were copied, and how many the plan is for: of very many, some stand for all. */
    size: z.int(),
    total: z.int(),
    /** Where its clock began, and where it is. */
    beganAt: z.nullable(f.moment()),
    clock: z.nullable(f.moment()),
    /** What the plan has come to in it, and why. */
    planState: z.nullable(z.enum(planStates)),
    planReason: z.nullable(z.string()),
    waves: z.array(planWaveRow()),
    curve: z.array(z.object({ at: f.moment(), succeeded: z.int(), failed: z.int() })),
    /** What is to be expected of the plan itself; null: it is not at its end, or the reader does not see all. */
    forecast: z.nullable(planForecast()),
    /** Why terminals failed. */
    failures: z.array(z.object({ code: z.string(), count: z.int() })),
    /** Whether the plan still says what was tried. */
    isCurrent: z.boolean(),
    createdAt: f.moment(),
    createdByName: z.nullable(z.string()),
    endedAt: z.nullable(f.moment()),
  }),
)

const result = once(() =>
  z.object({
    id: f.id(),
    sn: z.string(),
    orgName: z.string(),
    modelName: z.string(),
    wave: z.int(),
    state: z.enum(itemStates),
    code: z.nullable(z.string()),
    attempt: z.int(),
    fromVersion: z.nullable(z.string()),
    /** What it was proved to be after it had installed. */
    outcome: z.nullable(z.string()),
    /** By the clock of the practice. */
    toldAt: z.nullable(f.moment()),
    endedAt: z.nullable(f.moment()),
  }),
)

const ofPlan = once(() => ({ params: z.strictObject({ id: f.id() }) }) as const)

/** Plans are tried on copies of their terminals: nothing of it reaches a real one. By the id of the plan. */
export const planPractices = {
  last: get(`${plansPath}/practice/{id}`, 'PLAN_DETAIL', () => ({
    ...ofPlan(),
    reply: z.nullable(practice()),
  })),
  /** What became of each copied terminal that the caller sees; those that did not succeed first. */
  results: get(`${plansPath}/practice/results/{id}`, 'PLAN_DETAIL', () => ({
    ...ofPlan(),
    query: pageQuery(z.object({ code: z.optional(f.text(8)) })),
    reply: pageOf(result()),
  })),
  begin: post(`${plansPath}/practice/start/{id}`, 'PLAN_ADD', () => ({
    ...ofPlan(),
    reply: practice(),
  })),
  stop: put(`${plansPath}/practice/stop/{id}`, 'PLAN_ADD', () => ({
    ...ofPlan(),
    reply: practice(),
  })),
}
export type PlanPractice = ReplyOf<typeof planPractices.begin>
export type PracticeResult = ReplyOf<typeof planPractices.results>['list'][number]
