import type { PlanOptions, PlanWave } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import { type FrozenPrincipal, principalOf } from '../../../access/frozen.ts'
import type { DB } from '../../../platform/schema.ts'
import { meantBy } from '../plan/eligible.queries.ts'
import { saidBy } from '../plan/said.ts'
import type { Shadow } from './shadow.ts'

type Db = Kysely<DB>

/** Terminals that are copied at most; of more, these stand for all. */
const mostCopied = 10_000

interface Meant {
  readonly ids: readonly string[]
  readonly total: number
}

/** The terminals of a plan as somebody sees them, those that are copied by chance but the same each time. */
export async function meantIn(
  db: Db,
  { planId, giver }: Pick<Cast, 'planId' | 'giver'>,
): Promise<Meant> {
  const plan = await db
    .selectFrom('plan')
    .selectAll()
    .where('id', '=', planId)
    .executeTakeFirstOrThrow()
  const meant = await meantBy(db, principalOf(giver), { ...saidBy(plan), excluded: plan.excluded })
  const { rows } = await sql<{
    id: string
    total: number
  }>`select device.id, (count(*) over ())::integer as total
    from device where ${meant} order by hashtextextended(device.id::text, 0), device.id limit ${mostCopied}`.execute(
    db,
  )
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 }
}

interface Cast extends Meant {
  readonly planId: string
  readonly giver: FrozenPrincipal
  /** Where the clock of the practice begins, epoch milliseconds. */
  readonly from: number
}

/** Copies terminals and their plan into a practice; the plan begins at once there. */
export async function castPlan(
  { db }: Shadow,
  { ids, total, planId, giver, from }: Cast,
): Promise<void> {
  const copied = [...ids]
  await sql`insert into pg_temp.device select * from public.device where id = any(${copied}::uuid[])`.execute(
    db,
  )
  await sql`insert into pg_temp.device_state select * from public.device_state where device_id = any(${copied}::uuid[])`.execute(
    db,
  )
  await sql`insert into pg_temp.device_payment select * from public.device_payment where device_id = any(${copied}::uuid[])`.execute(
    db,
  )
  await sql`insert into pg_temp.device_snapshot select * from public.device_snapshot
    where device_id = any(${copied}::uuid[]) and kind = 'info'`.execute(db)
  await sql`insert into pg_temp.plan select * from public.plan where id = ${planId}`.execute(db)
  for (const table of ['device', 'device_state', 'device_snapshot'])
    await sql`analyze pg_temp.${sql.id(table)}`.execute(db)
  const plan = await db
    .selectFrom('plan')
    .selectAll()
    .where('id', '=', planId)
    .executeTakeFirstOrThrow()
  const { waves, options } = saidBy(plan)
  const part = scaled({ waves, options }, total === 0 ? 1 : ids.length / total)
  // Its terminals are those that were copied: who joins later cannot be copied.
  await sql`update pg_temp.plan set state = 'SCHEDULED', reason = null, principal = ${JSON.stringify(giver)}::jsonb, start_at = null,
      started_at = ${new Date(from).toISOString()}, ended_at = null, wave = 0, parts = 0, status = 1, membership = 'FIXED',
      targets = ${JSON.stringify({ ids: copied })}::jsonb, waves = ${JSON.stringify(part.waves)}::jsonb,
      options = ${JSON.stringify(part.options)}::jsonb, rate_now = ${part.options.ratePerMinute}
    where id = ${planId}`.execute(db)
}

interface Sized {
  readonly waves: readonly PlanWave[]
  readonly options: PlanOptions
}

/** A plan for a part of its terminals: as fast, in proportion, and with waves as large. */
function scaled({ waves, options }: Sized, share: number): Sized {
  const { ratePerMinute } = options
  return {
    waves: waves.map((wave) => ({
      ...wave,
      ...(wave.count !== undefined && { count: atLeastOne(wave.count, share) }),
      ...(wave.errorCount != null && { errorCount: Math.floor(wave.errorCount * share) }),
    })),
    options: {
      ...options,
      ratePerMinute: ratePerMinute === null ? null : atLeastOne(ratePerMinute, share),
    },
  }
}

const atLeastOne = (count: number, share: number): number => Math.max(1, Math.round(count * share))
