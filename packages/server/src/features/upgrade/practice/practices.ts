import {
  codes,
  endedPlanStates,
  type ParsedOf,
  type PlanPractice,
  type planPractices,
  plans,
  plansPath,
  type ReplyOf,
} from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { type FrozenPrincipal, frozenScope } from '../../../access/frozen.ts'
import { mayCall } from '../../../access/principal.ts'
import type { Context } from '../../../kit/context.ts'
import { allOf, type Condition } from '../../../kit/page.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { deviceScope, seesAllOf } from '../../device/index.ts'
import { planBin, planIsNow } from '../plan/planBin.ts'
import { areOffered } from '../plan/versions.queries.ts'
import { practiceBell } from './practice.worker.ts'
import { nobody, ownFigures } from './practicesSeen.queries.ts'
import type { Report } from './report.queries.ts'

interface Row extends Omit<PlanPractice, keyof Report | 'seesAll'> {
  readonly report: Report | null
  /** On whose behalf, with what he saw. */
  readonly principal: FrozenPrincipal
}

const noReport: Report = { waves: [], curve: [], failures: [] }

/** The last practice of a plan that the caller sees. */
export async function lastPractice(ctx: Context, planId: string): Promise<PlanPractice | null> {
  await planBin.find(ctx, planId)
  return readLast(ctx, planId)
}

/** Who does not see all that it was begun with is told of his own terminals, and of none of the plan as a whole. */
async function readLast(ctx: Context, planId: string): Promise<PlanPractice | null> {
  const { rows } =
    await sql<Row>`select practice.id, practice.state, practice.size, practice.total, practice.began_at,
      practice.clock, practice.principal, practice.plan_state, practice.plan_reason, practice.report, practice.forecast,
      practice.plan_said = plan_said(plan) as is_current, practice.created_at, maker.user_name as created_by_name, practice.ended_at
    from plan_practice practice join plan on plan.id = practice.plan_id left join app_user maker on maker.id = practice.created_by
    where practice.plan_id = ${planId} order by practice.id desc limit 1`.execute(ctx.db)
  const [row] = rows
  if (!row) return null
  const { report, principal, ...practice } = row
  const [seesAll = false] = await seesAllOf(ctx, [{ principal }])
  if (seesAll) return { ...practice, seesAll, ...(report ?? noReport) }
  const { size, failures } = (await ownFigures(ctx, [row.id])).get(row.id) ?? nobody
  return { ...practice, seesAll, ...noReport, size, total: size, failures, forecast: null }
}

/** Has a plan tried: what it would do is done to copies, on behalf of the caller. */
export async function beginPractice(ctx: Context, planId: string): Promise<PlanPractice> {
  const plan = await planBin.find(ctx, planId)
  if (endedPlanStates.some((state) => state === plan.state)) throw planIsNow(plan.state)
  if (!(await areOffered(ctx.db, plan.versionIds)))
    throw new Refusal(codes.wrongState, 'plan.failed.version')
  requireGiving(ctx)
  // Who begins it at the same moment waits, and sees it.
  await sql`select from plan where id = ${planId} for no key update`.execute(ctx.db)
  const { rows } =
    await sql`select from plan_practice where plan_id = ${planId} and ended_at is null`.execute(
      ctx.db,
    )
  if (rows.length > 0) throw new Refusal(codes.warning, 'practice.isOn')
  // The last one is enough.
  await sql`delete from plan_practice where plan_id = ${planId}`.execute(ctx.db)
  await sql`insert into plan_practice (plan_id, plan_said, principal, created_at, created_by)
    select id, plan_said(plan), ${JSON.stringify(frozenScope(ctx.principal))}::jsonb, ${ctx.now().toISOString()}, ${ctx.principal.userId}
    from plan where id = ${planId}`.execute(ctx.db)
  ctx.ring(practiceBell)
  return settled(ctx, plan)
}

/** What it gives is given on the caller's behalf: of who may not, nobody would ever be told anything. */
function requireGiving({ principal }: Context): void {
  const { permission } = plans.start
  if (mayCall(principal, permission)) return
  throw new Refusal(codes.forbidden, 'refusal.forbidden', { data: { permission } })
}

/** Ends the practice of a plan where it is; what it has shown until then is kept. */
export async function stopPractice(ctx: Context, planId: string): Promise<PlanPractice> {
  const plan = await planBin.find(ctx, planId)
  const { rows } = await sql`update plan_practice set is_stopping = true,
      state = case when state = 'WAITING' then 'STOPPED' else state end,
      ended_at = case when state = 'WAITING' then ${ctx.now().toISOString()}::timestamptz end
    where plan_id = ${planId} and ended_at is null returning 1`.execute(ctx.db)
  if (rows.length === 0) throw new Refusal(codes.warning, 'practice.isOff')
  return settled(ctx, plan)
}

async function settled(
  ctx: Context,
  plan: Awaited<ReturnType<typeof planBin.find>>,
): Promise<PlanPractice> {
  const practice = await readLast(ctx, plan.id)
  if (!practice) throw new Error('a practice was lost while it was begun')
  ctx.note({
    targetIds: [plan.id],
    about: { name: `${plan.planNo} ${plan.name}` },
    after: { practice: practice.state },
  })
  ctx.changed(plansPath, [plan.id], [plan.orgId])
  return practice
}

type Asked = ParsedOf<typeof planPractices.results>['query']
type Results = ReplyOf<typeof planPractices.results>

/** What became of copies in the last practice of a plan, as far as the caller sees the terminals. */
export async function resultsOf(ctx: Context, planId: string, asked: Asked): Promise<Results> {
  await planBin.find(ctx, planId)
  const { pageNum, pageSize, code, keyword } = asked
  const conditions: Condition[] = [
    sql<SqlBool>`result.practice_id = (select id from plan_practice where plan_id = ${planId} order by id desc limit 1)`,
    deviceScope.rows(ctx.principal),
  ]
  if (code) conditions.push(sql<SqlBool>`result.code = ${code}`)
  if (keyword)
    conditions.push(sql<SqlBool>`starts_with(device.sn, ${keyword.trim().toUpperCase()})`)
  const { rows } = await sql<Found & { readonly all: number }>`
    with found as materialized (select result.device_id as id, device.sn, place.name as org_name,
      model.name as model_name, result.wave, result.state, result.code, result.attempt, result.from_version, result.outcome,
      result.told_at, result.ended_at,
      row_number() over (order by result.state = 'SUCCESS' and coalesce(result.outcome = 'CONFIRMED', false), device.sn) as place
    from plan_practice_result result join device on device.id = result.device_id
      join organization place on place.id = device.org_id join model on model.id = device.model_id
    where ${allOf(conditions)})
    select counted.all, found.id, found.sn, found.org_name, found.model_name, found.wave, found.state, found.code,
      found.attempt, found.from_version, found.outcome, found.told_at, found.ended_at
    from (select count(*)::integer as all from found) as counted
      left join found on found.place > ${(pageNum - 1) * pageSize} and found.place <= ${pageNum * pageSize}
    order by found.place`.execute(ctx.db)
  return {
    list: rows.flatMap(({ all: _, ...row }) => (isResult(row) ? [row] : [])),
    total: rows[0]?.all ?? 0,
    capped: false,
    pageNum,
    pageSize,
  }
}

type Result = Results['list'][number]
/** Beyond the last page there is the number of all, and none. */
type Found = { readonly [K in keyof Result]: Result[K] | null }

const isResult = (row: Found): row is Result => row.id !== null
