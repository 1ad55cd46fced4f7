import { type Bbox, type SignalSquare, weakSignal } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { allOf } from '../../../kit/page.ts'
import { estateOf, seesOwn, tallied } from '../estate/estate.queries.ts'
import { type Cells, keptCellsOf, squareOf } from './cells.rules.ts'
import { cellsIn, whoseCells } from './cluster.queries.ts'

interface Asked {
  readonly bbox: Bbox
  readonly zoom: number
  readonly orgId?: string | undefined
  readonly vendorId?: string | undefined
  readonly modelId?: string | undefined
}

/** A step reaches over twenty percent: its middle is what a mean is made of. */
const halfStep = 10

type Row = Pick<SignalSquare, 'told' | 'weak' | 'signal'> & { readonly cell: number }

/** How well terminals hear, by the kept counts of squares; what somebody made himself is looked at. */
export async function signalIn(ctx: Context, query: Asked): Promise<SignalSquare[]> {
  const cells = keptCellsOf(query.bbox, query.zoom)
  const from = seesOwn(ctx)
    ? await ownIn(ctx, query, cells)
    : cellsIn(cells, await whoseCells(ctx, query))
  const { rows } = await sql<Row>`
    select cell::float8 as cell, sum(told)::integer as told, sum(weak)::integer as weak,
      round(sum(signal)::numeric / sum(told) + ${halfStep}, 1)::float8 as signal
    from ${from} group by cell having sum(told) > 0`.execute(ctx.db)
  return rows.map(({ cell, ...told }) => ({ ...squareOf(cell, cells.level), ...told }))
}

async function ownIn(ctx: Context, query: Asked, { level }: Cells) {
  const mine = allOf([await estateOf(ctx, query.orgId), ...tallied(query)])
  const { west, south, east, north } = query.bbox
  return sql`(select map_column(position.longitude, ${level})::bigint << 16 | map_row(position.latitude, ${level}) as cell,
      1 as told, (position.signal < ${weakSignal})::integer as weak, position.signal
    from (select id from device where deleted_at is null and ${mine}) as device
      join device_position position on position.device_id = device.id
    where position.signal is not null and position.latitude between ${south} and ${north}
      and case when ${west}::float8 <= ${east}::float8 then position.longitude between ${west} and ${east}
        else position.longitude >= ${west} or position.longitude <= ${east} end) as told`
}
