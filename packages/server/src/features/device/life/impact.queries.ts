import {
  codes,
  type deviceLife,
  type Lifecycle,
  mayMove,
  type MoveImpact,
  type ParsedOf,
} from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { allOf, type Condition } from '../../../kit/page.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { estateOf, searched, tallied } from '../estate/estate.queries.ts'
import { lifecycleOf } from '../lifecycle.rules.ts'

type Asked = ParsedOf<(typeof deviceLife)['impact']>

/** More than these nobody changes at once (kit/batch): they are not counted either. */
const most = 50_000

/** What a move of many would change: counted in one statement, by the state that decides. */
export async function impactOf(
  ctx: Context,
  { params: { event }, body }: Asked,
): Promise<MoveImpact> {
  const where = allOf(await conditionsOf(ctx, body))
  const { rows } = await sql<{ lifecycle: string; count: number }>`
    select lifecycle, count(*) as count
    from (select lifecycle from device where ${where} limit ${most + 1}) as found
    group by lifecycle`.execute(ctx.db)
  const counts = rows.map(({ lifecycle, count }) => ({ lifecycle: lifecycleOf(lifecycle), count }))
  const may = ({ lifecycle }: { readonly lifecycle: Lifecycle }) => mayMove(lifecycle, event)
  const sum = (some: typeof counts) => some.reduce((all, { count }) => all + count, 0)
  if (sum(counts) > most)
    throw new Refusal(codes.warning, 'batch.tooMany', { params: { limit: most } })
  return {
    total: sum(counts),
    may: sum(counts.filter(may)),
    kept: counts.filter((one) => !may(one)).toSorted((one, other) => other.count - one.count),
    ...(body.withRows ? { rows: await rowsWhere(ctx, where, event) } : {}),
  }
}

async function conditionsOf(ctx: Context, body: Asked['body']): Promise<Condition[]> {
  const { ids, matching } = body
  const isAlive = sql<SqlBool>`deleted_at is null`
  if (ids) return [isAlive, await estateOf(ctx, undefined), sql<SqlBool>`id = any(${ids}::uuid[])`]
  const query = matching ?? {}
  return [
    isAlive,
    await estateOf(ctx, query.orgId),
    ...tallied(query),
    ...(await searched(ctx, query)),
  ]
}

async function rowsWhere(
  ctx: Context,
  where: Condition,
  event: Asked['params']['event'],
): Promise<NonNullable<MoveImpact['rows']>> {
  const { rows } = await sql<{
    sn: string
    name: string | null
    orgName: string
    lifecycle: string
  }>`
    select found.sn, found.name, organization.name as org_name, found.lifecycle
    from (select sn, name, org_id, lifecycle from device where ${where} order by sn limit ${most}) found
      join organization on organization.id = found.org_id order by found.sn`.execute(ctx.db)
  return rows.map((row) => {
    const lifecycle = lifecycleOf(row.lifecycle)
    return { ...row, lifecycle, may: mayMove(lifecycle, event) }
  })
}
