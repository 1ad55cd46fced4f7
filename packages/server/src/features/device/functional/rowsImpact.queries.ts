import { codes, type FunctionalImpact } from '@muster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { deviceScope } from '../deviceScope.ts'
import { functionalScope } from './functionalScope.ts'

/** So many terminals are listed at most. */
const mostListed = 50_000

interface Asked {
  readonly ids: readonly string[]
  readonly holds: boolean
  readonly withRows: boolean
}

/** For which of the caller's terminals published profiles would hold, or hold no more; each once. */
export async function rowsImpact(ctx: Context, asked: Asked): Promise<FunctionalImpact> {
  const meant = meantBy(ctx, asked)
  const { rows } = await sql<{ count: number }>`with ${meant}
    select count(*)::integer as count from meant`.execute(ctx.db)
  const count = rows[0]?.count ?? 0
  if (!asked.withRows) return { count }
  if (count > mostListed)
    throw new Refusal(codes.warning, 'batch.tooMany', { params: { limit: mostListed } })
  const listed = await sql<NonNullable<FunctionalImpact['rows']>[number]>`with ${meant}
    select device.sn, device.name, organization.name as org_name, model.name as model_name
    from meant join device on device.id = meant.id
      join organization on organization.id = device.org_id join model on model.id = device.model_id
    order by device.sn`.execute(ctx.db)
  return { count, rows: listed.rows }
}

/** Terminals at the targets of those profiles that are in force, or would be. */
function meantBy({ principal }: Context, { ids, holds }: Asked): RawBuilder<unknown> {
  return sql`turned as (select level, org_id, model_id, group_id, device_id from functional as row
      where row.id = any(${[...ids]}::uuid[]) and row.revision is not null
        and (row.deleted_at is null and row.status = 1) is distinct from ${holds}::boolean
        and ${functionalScope.rows(principal)}),
    targeted as (
      select device.id from device where exists (select from turned where turned.level = 'PLATFORM')
      union select device.id from turned join organization place on place.id = turned.org_id
        join organization below on below.path <@ place.path join device on device.org_id = below.id
        where turned.level = 'ORGANIZATION' or turned.level = 'MODEL' and device.model_id = turned.model_id
      union select member.device_id from turned join device_group_member member on member.group_id = turned.group_id
        where turned.level = 'GROUP'
      union select turned.device_id from turned where turned.level = 'DEVICE'),
    meant as materialized (select device.id from targeted join device on device.id = targeted.id
      where device.deleted_at is null and ${deviceScope.rows(principal)})`
}
