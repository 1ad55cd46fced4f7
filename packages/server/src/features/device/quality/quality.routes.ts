import {
  type ModelQuality,
  qualityDays,
  qualitySample,
  type RepairFault,
  vendorQuality,
} from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/refusal.ts'
import { serve } from '../../../kit/serve.ts'
import { countable } from '../../organization/index.ts'
import { deviceScope, modelScope } from '../deviceScope.ts'
import { vendorScope } from '../matrix/matrixBin.ts'

/** How well a vendor's terminals hold. */
export const qualityRoutes = serve(vendorQuality, vendorScope, {
  quality: async ({ params: { id } }, ctx) => {
    const { rows } = await sql`select from vendor where id = ${id} and deleted_at is null
      and ${vendorScope.rows(ctx.principal)}`.execute(ctx.db)
    if (!rows[0]) throw notFound()
    const tickets = await ticketsOf(ctx, id)
    const models = await modelsOf(ctx, id)
    const repairs = totalsBy(tickets, ({ modelId }) => modelId)
    const faults = [...totalsBy(tickets, ({ fault }) => fault)].map(([fault, count]) => ({
      fault,
      count,
    }))
    return {
      models: models.map((model) => judged({ ...model, repairs: repairs.get(model.id) ?? 0 })),
      faults: faults.toSorted(
        (one, other) => other.count - one.count || one.fault.localeCompare(other.fault),
      ),
    }
  },
})

const since = sql`now() - make_interval(days => ${sql.lit(qualityDays)})`

interface Tickets {
  readonly modelId: string
  readonly fault: RepairFault
  readonly count: number
}

/** The tickets of the year about terminals of a vendor that the caller sees, found by when they began. */
async function ticketsOf({ db, principal }: Context, vendorId: string): Promise<Tickets[]> {
  const { rows } = await sql<Tickets>`select own.model_id, repair.fault, count(*)::integer as count
    from repair cross join lateral (select device.model_id from device where device.id = repair.device_id
      and device.vendor_id = ${vendorId} and ${deviceScope.rows(principal)}) as own
    where repair.created_at >= ${since} and repair.state <> 'CANCELLED' group by 1, 2`.execute(db)
  return rows
}

function totalsBy<K>(tickets: readonly Tickets[], keyOf: (one: Tickets) => K): Map<K, number> {
  const totals = new Map<K, number>()
  for (const one of tickets) totals.set(keyOf(one), (totals.get(keyOf(one)) ?? 0) + one.count)
  return totals
}

type Found = Omit<ModelQuality, 'repairs' | 'perHundred' | 'daysBetween'>

async function modelsOf(ctx: Context, vendorId: string): Promise<Found[]> {
  const { principal } = ctx
  const { source, mine } = countable(principal)
  const { rows } = await sql<Found>`with kind as materialized (select id, name from model
        where vendor_id = ${vendorId} and deleted_at is null and ${modelScope.rows(principal)}),
      counted as (select tally.model_id, sum(tally.count)::integer as active from ${source} tally
        where tally.model_id in (select id from kind) and tally.lifecycle = 'ACTIVE' and ${mine} group by 1)
    select kind.id, kind.name, coalesce(counted.active, 0) as active,
      tampering.tampered, battery.battery_health, battery.sampled
    from kind left join counted on counted.model_id = kind.id
      cross join lateral (select count(*)::integer as tampered from alarm
        where alarm.model_id = kind.id and alarm.kind = 'TAMPER' and alarm.first_at >= ${since}
          and exists (select from device where device.id = alarm.device_id
            and ${deviceScope.rows(principal)})) as tampering
      cross join lateral (select count(*)::integer as sampled,
          round(avg((info.document ->> 'batteryHealthPercent')::numeric))::integer as battery_health
        from (select device.id from device where device.model_id = kind.id and device.deleted_at is null
            and ${deviceScope.rows(principal)} order by device.sn limit ${sql.lit(qualitySample)}) as sample
          join device_snapshot info on info.device_id = sample.id and info.kind = 'info'
        where jsonb_typeof(info.document -> 'batteryHealthPercent') = 'number') as battery
    order by active desc, kind.name`.execute(ctx.db)
  return rows
}

/** Reckoned with the terminals that are in service now: how many there were each day nobody keeps. */
function judged(found: Found & Pick<ModelQuality, 'repairs'>): ModelQuality {
  const { active, repairs } = found
  return {
    ...found,
    perHundred: active === 0 ? null : Math.round((repairs * 1000) / active) / 10,
    daysBetween:
      active === 0 || repairs === 0 ? null : Math.round((active * qualityDays) / repairs),
  }
}
