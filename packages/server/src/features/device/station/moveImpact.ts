import { type StationImpact } from '@muster/contract'
import { sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, tooMany } from '../../../kit/refusal.ts'
import { deviceScope } from '../deviceScope.ts'
import { holdStation } from './station.queries.ts'

/** More than these no station has; they are not counted either. */
const most = 50_000

type Row = NonNullable<StationImpact['rows']>[number]

/** Which of the caller's terminals stand at a station, and which of them keep it from another organisation. */
export async function moveImpact(
  ctx: Context,
  { id, orgId, withRows }: { id: string; orgId: string; withRows: boolean },
): Promise<StationImpact> {
  const station = await holdStation(ctx, id)
  const known = await sql`select from organization where id = ${orgId} and deleted_at is null
    and ${organizationsBy('id').rows(ctx.principal)}`.execute(ctx.db)
  if (known.rows.length === 0) throw fieldRefusal('orgId', 'rule.unknownRecord')
  const { rows } = await sql<Row>`select device.sn, device.name, own.name as org_name,
      not are_in_line(device.org_id, ${orgId}) as is_odd
    from (select sn, name, org_id from device where station_id = ${station.id}
        and deleted_at is null and ${deviceScope.rows(ctx.principal)} limit ${most + 1}) as device
      join organization own on own.id = device.org_id
    order by device.sn`.execute(ctx.db)
  if (rows.length > most) throw tooMany(most)
  return {
    total: rows.length,
    odd: rows.filter(({ isOdd }) => isOdd).length,
    ...(withRows && { rows }),
  }
}
