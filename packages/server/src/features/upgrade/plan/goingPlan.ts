import type { PlanReason, PlanState } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { FrozenPrincipal } from '../../../access/frozen.ts'
import type { DB } from '../../../platform/schema.ts'
import type { JudgedPlan, JudgedWave } from './plan.rules.ts'
import { saidBy, stateOf } from './said.ts'
import { figuresOfWaves } from './tally.queries.ts'

type Db = Kysely<DB>

/** A plan under way, locked. */
export type GoingPlan = NonNullable<Awaited<ReturnType<typeof lockGoing>>>

/** Who began a plan and who handed it in, each with what he might do and see then. */
export const frozenColumns = [
  sql<FrozenPrincipal | null>`principal`.as('giver'),
  sql<FrozenPrincipal | null>`submitter`.as('submittedAs'),
] as const

/**
 * Locks a plan; null: it is not there, or another process is at it. Not its key: answers write down what is
 * to be proved of it, whoever steers it.
 */
export async function lockGoing(db: Db, id: string) {
  const row = await db
    .selectFrom('plan')
    .selectAll()
    .select(frozenColumns)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!row) return null
  return { ...row, ...saidBy(row), state: stateOf(row) }
}

interface WaveRow {
  readonly wave: number
  readonly state: JudgedWave['state']
  readonly reason: PlanReason | null
  readonly successPercent: number
  readonly errorPercent: number
  readonly errorCount: number | null
  readonly soakMinutes: number
  readonly soakAt: string | null
  readonly startedAt: string | null
  readonly endedAt: string | null
  readonly forgiven: number
  readonly unreleased: number
}

export type PlanWaves = Awaited<ReturnType<typeof wavesOf>>

/** The waves of a plan as they stand; those up to the one that it is at may have terminals that wait for others. */
export async function wavesOf(db: Db, plan: { readonly id: string; readonly wave: number }) {
  const { rows } = await sql<WaveRow>`select wave.*, coalesce(free.count, 0)::integer as unreleased
    from plan_wave wave left join lateral (select count(*) as count from plan_target target
      where target.plan_id = wave.plan_id and target.wave = wave.wave and target.part is null and target.outcome is null
        and wave.wave <= ${plan.wave}) as free on true
    where wave.plan_id = ${plan.id} order by wave.wave`.execute(db)
  const figures = new Map(
    (await figuresOfWaves(db, [plan.id])).map((figures) => [figures.wave, figures]),
  )
  return rows.map((row) => {
    const tally = figures.get(row.wave)
    if (!tally) throw new Error('a wave without its figures')
    return {
      ...row,
      soakAt: row.soakAt === null ? null : new Date(row.soakAt),
      isPartial: row.unreleased > 0 || tally.isExpanding,
      tally,
    }
  })
}

/** A plan as its next step is found. */
export const judgedPlan = (
  plan: Pick<GoingPlan, 'wave' | 'membership' | 'endAt'>,
  waves: PlanWaves,
): JudgedPlan => ({
  wave: plan.wave,
  waves,
  isOpen: plan.membership === 'DYNAMIC',
  endAt: plan.endAt === null ? null : new Date(plan.endAt),
})

interface Move {
  readonly state: PlanState
  readonly reason?: string | null
}

/** Writes what a plan has come to. */
export async function movePlan(db: Db, id: string, { state, reason = null }: Move): Promise<void> {
  const isOver = ['FINISHED', 'STOPPED', 'EXPIRED', 'ROLLED_BACK'].includes(state)
  await sql`update plan set state = ${state}, reason = ${reason}, version = version + 1, updated_at = now(),
      ended_at = case when ${isOver} then now() end
    where id = ${id}`.execute(db)
  // What is under way on a terminal still keeps others from it.
  if (isOver)
    await sql`delete from plan_claim held where plan_id = ${id} and not exists (select from push_item item
      join plan_push made on made.push_id = item.push_id and made.plan_id = ${id}
      where item.device_id = held.device_id and item.ended_at is null)`.execute(db)
}

/** The pushes of a plan, on its way forth or back. */
export async function pushesOf(db: Db, id: string, purpose: 'FORTH' | 'BACK'): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select push_id as id from plan_push
    where plan_id = ${id} and purpose = ${purpose} order by push_id`.execute(db)
  return rows.map(({ id: push }) => push)
}
