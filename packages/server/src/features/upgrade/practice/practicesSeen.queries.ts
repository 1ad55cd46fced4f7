import type { Plan, PlanPractice } from '@muster/contract'
import { sql } from 'kysely'
import type { FrozenPrincipal } from '../../../access/frozen.ts'
import type { Context } from '../../../kit/context.ts'
import { deviceScope, seesAllOf } from '../../device/index.ts'

type Reader = Pick<Context, 'db' | 'principal'>

interface Tried extends NonNullable<Plan['practice']> {
  readonly id: string
  readonly planId: string
  /** On whose behalf, with what he saw. */
  readonly principal: FrozenPrincipal
}

/**
 * How plans went when they were tried last, by their ids: of all copied terminals to whoever sees what the
 * practice was begun with, of his own to others.
 */
export async function practicesSeen(
  ctx: Reader,
  planIds: readonly string[],
): Promise<ReadonlyMap<string, NonNullable<Plan['practice']>>> {
  const { rows } = await sql<Tried>`
    select distinct on (practice.plan_id) practice.id, practice.plan_id, practice.principal, practice.state, practice.plan_state,
      practice.size, (practice.forecast ->> 'minutes')::float8 as minutes, practice.plan_said = plan_said(plan) as is_current,
      coalesce((select sum((told ->> 'failed')::integer + (told ->> 'noContact')::integer + (told ->> 'unwell')::integer)
        from jsonb_array_elements(practice.report -> 'waves') as told), 0)::integer as failed
    from plan_practice practice join plan on plan.id = practice.plan_id
    where practice.plan_id = any(${[...planIds]}::uuid[]) order by practice.plan_id, practice.id desc`.execute(
    ctx.db,
  )
  const sight = await seesAllOf(ctx, rows)
  const partly = rows.filter((_, nth) => sight[nth] !== true).map(({ id }) => id)
  const own = await ownFigures(ctx, partly)
  return new Map(
    rows.map(({ id, planId, principal: _, ...practice }, nth) => {
      if (sight[nth] === true) return [planId, practice]
      const { size, failed } = own.get(id) ?? nobody
      return [planId, { ...practice, size, failed, minutes: null }]
    }),
  )
}

export interface OwnFigures {
  readonly size: number
  readonly failed: number
  readonly failures: PlanPractice['failures']
}

export const nobody: OwnFigures = { size: 0, failed: 0, failures: [] }

interface Counted {
  readonly practiceId: string
  readonly code: string | null
  readonly size: number
  readonly failed: number
  readonly withCode: number
}

/** What became of the copies of those terminals that a reader sees, by practice; known once it has ended. */
export async function ownFigures(
  { db, principal }: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OwnFigures>> {
  if (ids.length === 0) return new Map()
  const { rows } =
    await sql<Counted>`select result.practice_id, result.code, count(*)::integer as size,
      (count(*) filter (where result.state in ('FAILED', 'REFUSED', 'TIMEOUT')
        or result.outcome in ('NO_CONTACT', 'UNWELL', 'NO_PAYMENTS')))::integer as failed,
      (count(*) filter (where result.state in ('FAILED', 'REFUSED', 'TIMEOUT', 'EXPIRED')))::integer as with_code
    from plan_practice_result result join device on device.id = result.device_id
    where result.practice_id = any(${[...ids]}::uuid[]) and ${deviceScope.rows(principal)}
    group by 1, 2 order by 5 desc, 2`.execute(db)
  const byPractice = Map.groupBy(rows, ({ practiceId }) => practiceId)
  return new Map([...byPractice].map(([id, counts]) => [id, figuresOf(counts)]))
}

const figuresOf = (counts: readonly Counted[]): OwnFigures => ({
  size: counts.reduce((sum, { size }) => sum + size, 0),
  failed: counts.reduce((sum, { failed }) => sum + failed, 0),
  failures: counts.flatMap(({ code, withCode: count }) =>
    code === null || count === 0 ? [] : [{ code, count }],
  ),
})
