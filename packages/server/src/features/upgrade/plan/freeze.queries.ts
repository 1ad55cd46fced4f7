import type { PlanWave, WaveKind } from '@muster/contract'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Principal } from '../../../access/principal.ts'
import type { DB } from '../../../platform/schema.ts'
import { type Aim, meantBy, planCode } from './eligible.queries.ts'
import { runningOf, type VersionTask } from './versions.queries.ts'

type Db = Kysely<DB>

/** A plan whose terminals are to be written down. */
export interface FrozenPlan extends Aim {
  readonly id: string
  readonly who: Principal
  readonly tasks: readonly VersionTask[]
  readonly waveKind: WaveKind
  readonly waves: readonly PlanWave[]
}

/** Writes the terminals of a plan down, each with its wave, and its waves; answers how many there are. */
export async function freezeTargets(db: Db, plan: FrozenPlan): Promise<number> {
  const { id, waves } = plan
  await sql`insert into plan_wave (plan_id, wave, success_percent, error_percent, error_count, soak_minutes)
    select ${id}, told.wave, told."successPercent", told."errorPercent", told."errorCount", told."soakMinutes"
    from jsonb_to_recordset(${JSON.stringify(waves.map((wave, nth) => ({ ...wave, wave: nth + 1 })))}::jsonb)
      as told (wave smallint, "successPercent" smallint, "errorPercent" smallint, "errorCount" integer, "soakMinutes" integer)`.execute(
    db,
  )
  const { rows } = await sql<{ wave: number; size: number }>`
    with eligible as materialized (select device.id, ${runningOf(plan.tasks)} as before from device
      where ${await meantBy(db, plan.who, plan)} and ${await planCode(db, plan.who, plan.tasks)} is null),
    -- By chance, but the same at each look: neighbours in the list are not neighbours in a wave.
    placed as (select id, before, row_number() over (order by hashtextextended(id::text, 0), id) as place,
      count(*) over () as total from eligible),
    written as (insert into plan_target (plan_id, device_id, wave, before)
      select ${id}, placed.id, ${waveOf(plan)}, placed.before from placed where ${waveOf(plan)} is not null returning wave),
    counted as (select wave, count(*)::integer as size from written group by 1)
    select wave, size from counted`.execute(db)
  await saveSizes(db, id, rows)
  return rows.reduce((sum, { size }) => sum + size, 0)
}

async function saveSizes(
  db: Db,
  id: string,
  sizes: readonly { readonly wave: number; readonly size: number }[],
): Promise<void> {
  await sql`update plan_wave wave set size = wave.size + told.size
    from jsonb_to_recordset(${JSON.stringify(sizes)}::jsonb) as told (wave smallint, size integer)
    where wave.plan_id = ${id} and wave.wave = told.wave`.execute(db)
}

/** The wave of a terminal, over `placed`; null: in none. */
function waveOf({ waveKind, waves }: FrozenPlan): RawBuilder<number | null> {
  const others = waves.slice(0, -1)
  if (waveKind === 'RINGS') return ringOf(waves)
  if (waveKind === 'COUNTS') {
    const bounds = others.reduce<number[]>(
      (all, { count = 0 }) => [...all, (all.at(-1) ?? 0) + count],
      [],
    )
    return sql<number>`1 + width_bucket(placed.place - 1, ${bounds}::bigint[])`
  }
  if (waveKind === 'LADDER') {
    const shares = others.map(({ percent = 100 }) => percent)
    // A place begins a wave where the share before it is full: who stands at 1 percent of 150 is the second.
    return sql<number>`1 + width_bucket((placed.place - 1) * 100.0 / placed.total, ${shares}::numeric[])`
  }
  return sql<number>`1`
}

/** The first ring that a terminal is in; the last one may be for all others. */
function ringOf(waves: readonly PlanWave[]): RawBuilder<number | null> {
  const rings = waves.map(({ groupId = null }, nth) => ({ wave: nth + 1, groupId }))
  return sql<number | null>`(select min(ring.wave)
    from jsonb_to_recordset(${JSON.stringify(rings)}::jsonb) as ring (wave integer, "groupId" uuid)
    where ring."groupId" is null or exists (select from device_group_member member
      where member.group_id = ring."groupId" and member.device_id = placed.id))`
}

/**
 * Writes down who matches by now and did not before: in the ring of his, else in the last wave; never in
 * one that is past.
 */
export async function growTargets(
  db: Db,
  plan: FrozenPlan & { readonly wave: number },
): Promise<number> {
  const ring =
    plan.waveKind === 'RINGS' ? ringOf(plan.waves) : sql<number>`${plan.waves.length}::integer`
  const { rows } = await sql<{ wave: number; size: number }>`
    with placed as materialized (select device.id, ${runningOf(plan.tasks)} as before from device
      where ${await meantBy(db, plan.who, plan)}
        and not exists (select from plan_target known where known.plan_id = ${plan.id} and known.device_id = device.id)
        and ${await planCode(db, plan.who, plan.tasks)} is null),
    written as (insert into plan_target (plan_id, device_id, wave, before)
      select ${plan.id}, placed.id, greatest(${plan.wave}::integer, ${ring}::integer), placed.before from placed
      where ${ring} is not null returning wave)
    select wave, count(*)::integer as size from written group by 1`.execute(db)
  await saveSizes(db, plan.id, rows)
  return rows.reduce((sum, { size }) => sum + size, 0)
}

/** How many terminals a plan would be for, counted no further than something is decided by it. */
export async function countEligible(db: Db, plan: FrozenPlan, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (
    select from device where ${await meantBy(db, plan.who, plan)}
      and ${await planCode(db, plan.who, plan.tasks)} is null limit ${most}) as eligible`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** How many terminals a plan means, whatever they run: nobody has to be judged for it. */
export async function countMeant(db: Db, plan: Aim & { readonly who: Principal }): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from device
    where ${await meantBy(db, plan.who, plan)}`.execute(db)
  return rows[0]?.count ?? 0
}
