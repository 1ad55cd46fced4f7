import { type deviceStat, expiryQuarters, type ReplyOf } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { approvedUntil } from '../../device/index.ts'
import { askedBy, type EstateFilter } from '../asked.ts'

type Expiry = ReplyOf<typeof deviceStat.expiry>

interface Due {
  /** First day of the quarter; null: none is known. */
  readonly quarter: string | null
  readonly warranty: number
  readonly support: number
  readonly pts: number
}

/**
 * Terminals by the quarter in which their warranty, and the support and the approval of their model end. A warranty ends
 * in the month that lies its vendor's months after that of the activation, whatever the day; one with
 * a warranty of its own in the month of its end.
 */
export async function expiriesByQuarter(ctx: Context, filter: EstateFilter): Promise<Expiry> {
  const from = await askedBy(ctx, filter)
  const { rows } = await sql<Due>`
    with counted as (select model_id, measure, sum(count) as count from ${from('estate_count')} as counted
        where measure like 'SINCE\\_%' or measure like 'OWN\\_%' group by 1, 2),
      own as (select model_id, to_date(split_part(measure, '_', 2), 'YYYY-MM') as until,
          nullif(split_part(measure, '_', 3), '') as since, count from counted where measure like 'OWN\\_%'),
      since as (select model_id, to_date(month, 'YYYY-MM') as month, sum(count) as count from (
          select model_id, substr(measure, 7) as month, count from counted where measure like 'SINCE\\_%'
          union all select model_id, since, -count from own where since is not null) as left_over group by 1, 2),
      size as (select model_id, sum(count) as count from ${from('device_tally')} as tally group by 1),
      due as (
        select date_trunc('quarter', since.month + make_interval(months => vendor.warranty_months))::date as quarter,
            since.count as warranty, 0 as support, 0 as pts
          from since join model on model.id = since.model_id join vendor on vendor.id = model.vendor_id
        union all select date_trunc('quarter', least(own.until, date '9999-12-31'))::date, own.count, 0, 0 from own
        union all select null, size.count - coalesce((select sum(since.count) from since where since.model_id = size.model_id), 0)
            - coalesce((select sum(own.count) from own where own.model_id = size.model_id), 0), 0, 0
          from size
        union all select date_trunc('quarter', model.end_of_support)::date, 0, size.count, 0
          from size join model on model.id = size.model_id
        union all select date_trunc('quarter', ${approvedUntil})::date, 0, 0, size.count
          from size join model on model.id = size.model_id)
    select to_char(quarter, 'YYYY-MM-DD') as quarter, ${sumsOf('warranty', 'support', 'pts')}
    from due group by 1 order by 1`.execute(ctx.db)
  const quarters = quartersFrom(ctx.now())
  const [first] = quarters
  const last = quarters.at(-1)
  const within = (keep: (quarter: string) => boolean) =>
    sumOf(rows.filter(({ quarter }) => quarter !== null && keep(quarter)))
  const counted = await sql<{ at: string }>`
    select at from estate_counted where pace = 'MINUTE'`.execute(ctx.db)
  return {
    ended: within((quarter) => first !== undefined && quarter < first.from),
    quarters: quarters.map((one) => ({ ...one, ...within((quarter) => quarter === one.from) })),
    later: within((quarter) => last !== undefined && quarter > last.from),
    unknown: sumOf(rows.filter(({ quarter }) => quarter === null)),
    countedAt: counted.rows[0]?.at ?? null,
  }
}

const sumsOf = (...kinds: readonly Exclude<keyof Due, 'quarter'>[]) =>
  sql.join(kinds.map((kind) => sql`sum(${sql.ref(kind)})::bigint as ${sql.ref(kind)}`))

function sumOf(rows: readonly Due[]) {
  return {
    warranty: rows.reduce((sum, { warranty }) => sum + warranty, 0),
    support: rows.reduce((sum, { support }) => sum + support, 0),
    pts: rows.reduce((sum, { pts }) => sum + pts, 0),
  }
}

/** The quarters (UTC) from this one on. */
function quartersFrom(now: Date): readonly { readonly from: string; readonly to: string }[] {
  const first = Math.floor(now.getUTCMonth() / 3) * 3
  const day = (month: number, date: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), month, date)).toISOString().slice(0, 10)
  return Array.from({ length: expiryQuarters }, (_, place) => ({
    from: day(first + place * 3, 1),
    to: day(first + place * 3 + 3, 0),
  }))
}
