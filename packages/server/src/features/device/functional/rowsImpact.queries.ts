import { countCap, type FunctionalImpact } from '@muster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { tooMany } from '../../../kit/refusal.ts'
import { deviceScope } from '../deviceScope.ts'
import { countTargets } from './functional.queries.ts'
import type { Target } from './functional.rules.ts'
import { levelOf } from './functionalBin.ts'
import { functionalScope } from './functionalScope.ts'

/** So many terminals are listed at most. */
const mostListed = 50_000

interface Asked {
  readonly ids: readonly string[]
  readonly holds: boolean
  readonly withRows: boolean
}

type Turned = Target & { readonly id: string }
type Rows = NonNullable<FunctionalImpact['rows']>

/**
 * For which of the caller's terminals published profiles would hold, or hold no more; each once. They
 * are counted no further than {@link countCap}, but for one profile whose terminals are counted anyway.
 */
export async function rowsImpact(ctx: Context, asked: Asked): Promise<FunctionalImpact> {
  const turned = await turnedBy(ctx, asked)
  if (asked.withRows) {
    const rows = await listed(ctx, turned)
    return { count: rows.length, rows }
  }
  const [only, ...others] = turned
  // Whether one terminal is in the bin no count says.
  if (only && others.length === 0 && only.level !== 'DEVICE' && ctx.principal.scope.all)
    return { count: (await countTargets(ctx, turned)).get(only.id) ?? 0 }
  const { rows } = await sql<{ count: number }>`with ${meantBy(ctx, turned, countCap + 1)}
    select count(*)::integer as count from meant`.execute(ctx.db)
  const count = rows[0]?.count ?? 0
  return count > countCap ? { count: countCap, capped: true } : { count }
}

async function listed(ctx: Context, turned: readonly Turned[]): Promise<Rows> {
  const { rows } = await sql<Rows[number]>`with ${meantBy(ctx, turned, mostListed + 1)}
    select device.sn, device.name, organization.name as org_name, model.name as model_name
    from meant join device on device.id = meant.id
      join organization on organization.id = device.org_id join model on model.id = device.model_id
    order by device.sn`.execute(ctx.db)
  if (rows.length > mostListed) throw tooMany(mostListed)
  return rows
}

/** Those of some profiles that are in force, or would be. */
async function turnedBy({ db, principal }: Context, { ids, holds }: Asked): Promise<Turned[]> {
  const { rows } = await sql<
    Turned & { level: string }
  >`select id, level, org_id, model_id, group_id, device_id
    from functional as row where row.id = any(${[...ids]}::uuid[]) and row.revision is not null
      and (row.deleted_at is null and row.status = 1) is distinct from ${holds}::boolean
      and ${functionalScope.rows(principal)}`.execute(db)
  return rows.map((row) => ({ ...row, level: levelOf(row) }))
}

/** So many terminals at the targets of profiles: no target is read further, however large. */
function meantBy(
  { principal }: Context,
  turned: readonly Turned[],
  limit: number,
): RawBuilder<unknown> {
  const targets = JSON.stringify(turned)
  const meant = (where: RawBuilder<unknown>) => sql`(select device.id from device
    where device.deleted_at is null and ${deviceScope.rows(principal)} and ${where} limit ${limit})`
  const below = sql`turned join organization place on place.id = turned."orgId"
    join organization below on below.path <@ place.path`
  return sql`turned as materialized (select * from jsonb_to_recordset(${targets}::jsonb)
      as turned (level text, "orgId" uuid, "modelId" uuid, "groupId" uuid, "deviceId" uuid)),
    meant as materialized (
      ${meant(sql`exists (select from turned where level = 'PLATFORM')`)}
      union ${meant(sql`device.org_id in (select below.id from ${below} where level = 'ORGANIZATION')`)}
      union ${meant(sql`(device.org_id, device.model_id) in
        (select below.id, turned."modelId" from ${below} where level = 'MODEL')`)}
      union select ofGroup.id from turned cross join lateral ${meant(sql`device.id in
        (select device_id from device_group_member member where member.group_id = turned."groupId")`)} as ofGroup
        where level = 'GROUP'
      union ${meant(sql`device.id in (select "deviceId" from turned where level = 'DEVICE')`)}
      limit ${limit})`
}
