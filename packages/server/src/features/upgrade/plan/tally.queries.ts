import { noContact as noContactStep } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'
import type { WaveTally } from './plan.rules.ts'

export type WaveFigures = WaveTally & {
  readonly planId: string
  readonly wave: number
  /** Its pushes are not all written down. */
  readonly isExpanding: boolean
}

interface Counted {
  readonly planId: string
  readonly wave: number
  readonly size: number
  readonly confirmed: number
  readonly noContact: number
  readonly unwell: number
  readonly active: number
  /** Restarted in the middle, and were not heard of since. */
  readonly silent: number
  readonly success: number
  readonly failed: number
  readonly over: number
  readonly failedBefore: number
  readonly excluded: number
  readonly isExpanding: boolean
  /** Its plan has ended. */
  readonly isOver: boolean
}

/**
 * What has become of the terminals of some plans, wave by wave, by the figures that their pushes keep. Of
 * several versions the last one tells how a terminal has ended; those before it, what failed.
 */
export async function figuresOfWaves(
  db: Kysely<DB>,
  planIds: readonly string[],
): Promise<WaveFigures[]> {
  const { rows } =
    await sql<Counted>`select wave.plan_id, wave.wave, wave.size, wave.confirmed, wave.no_contact, wave.unwell,
      coalesce(told.active, 0)::integer as active, coalesce(told.silent, 0)::integer as silent, coalesce(told.success, 0)::integer as success,
      coalesce(told.failed, 0)::integer as failed, coalesce(told.failed_before, 0)::integer as failed_before,
      coalesce(told.over, 0)::integer as over, wave.excluded, coalesce(given.is_expanding, false) as is_expanding,
      plan.ended_at is not null as is_over
    from plan_wave wave join plan on plan.id = wave.plan_id
      left join lateral (select bool_or(push.expanded_at is null and push.ended_at is null) as is_expanding
        from plan_push made join push on push.id = made.push_id
        where made.plan_id = wave.plan_id and made.wave = wave.wave and made.purpose = 'FORTH') as given on true
      left join lateral (select
          sum(tally.count) filter (where tally.state in ('ACKED', 'RUNNING', 'DEFERRED', 'CANCELLING') and tally.step <> ${noContactStep}) as active,
          sum(tally.count) filter (where tally.state = 'RUNNING' and tally.step = ${noContactStep}) as silent,
          sum(tally.count) filter (where made.is_last and tally.state = 'SUCCESS') as success,
          sum(tally.count) filter (where tally.state in ('FAILED', 'REFUSED', 'TIMEOUT')) as failed,
          sum(tally.count) filter (where not made.is_last and tally.state in ('FAILED', 'REFUSED', 'TIMEOUT')) as failed_before,
          sum(tally.count) filter (where made.is_last and tally.state in ('FILTERED', 'DUPLICATE', 'OFFLINE_SKIPPED', 'EXPIRED', 'CANCELLED')) as over
        from plan_push made join push_tally tally on tally.push_id = made.push_id
        where made.plan_id = wave.plan_id and made.wave = wave.wave and made.purpose = 'FORTH') as told on true
    where wave.plan_id = any(${[...planIds]}::uuid[]) order by wave.plan_id, wave.wave`.execute(db)
  return rows.map(figuresOf)
}

function figuresOf({ planId, wave, size, isExpanding, ...row }: Counted): WaveFigures {
  const { confirmed: succeeded, unwell, active, failed } = row
  const installed = Math.max(0, row.success - succeeded - row.noContact - unwell)
  const noContact = row.noContact + row.silent
  // Who failed with a version gets none of those after it.
  const passedBy = Math.max(0, row.over - row.failedBefore) + row.excluded
  const known = active + installed + succeeded + noContact + unwell + failed + passedBy
  const others = Math.max(0, size - known)
  // Nothing comes to them any more.
  const [waiting, unreached] = row.isOver ? [0, others] : [others, 0]
  return {
    planId,
    wave,
    size,
    isExpanding,
    waiting,
    active,
    installed,
    succeeded,
    failed,
    noContact,
    unwell,
    leftOut: passedBy + unreached,
  }
}

/** The same of each plan as a whole. */
export async function figuresOfPlans(
  db: Kysely<DB>,
  planIds: readonly string[],
): Promise<ReadonlyMap<string, WaveTally>> {
  if (planIds.length === 0) return new Map()
  const waves = Map.groupBy(await figuresOfWaves(db, planIds), ({ planId }) => planId)
  return new Map([...waves].map(([id, figures]) => [id, figures.reduce(sumOf, noFigures)]))
}

export const noFigures: WaveTally = {
  size: 0,
  waiting: 0,
  active: 0,
  installed: 0,
  succeeded: 0,
  failed: 0,
  noContact: 0,
  unwell: 0,
  leftOut: 0,
}

/** Two as one. */
export const sumOf = (one: WaveTally, other: WaveTally): WaveTally => ({
  size: one.size + other.size,
  waiting: one.waiting + other.waiting,
  active: one.active + other.active,
  installed: one.installed + other.installed,
  succeeded: one.succeeded + other.succeeded,
  failed: one.failed + other.failed,
  noContact: one.noContact + other.noContact,
  unwell: one.unwell + other.unwell,
  leftOut: one.leftOut + other.leftOut,
})
