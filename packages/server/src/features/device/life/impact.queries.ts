import {
  type deviceLife,
  type Lifecycle,
  type ManyEvent,
  mayMove,
  type MoveImpact,
  type ParsedOf,
} from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { allOf, type Condition } from '../../../kit/page.ts'
import { tooMany } from '../../../kit/refusal.ts'
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
  const target = targetOf(event, body)
  const { rows } = await sql<{ lifecycle: string; there: number; count: number }>`
    select lifecycle, count(*) filter (where org_id = ${target}::uuid) as there, count(*) as count
    from (select lifecycle, org_id from device where ${where} limit ${most + 1}) as found
    group by lifecycle`.execute(ctx.db)
  const counts = rows.map((row) => ({ ...row, lifecycle: lifecycleOf(row.lifecycle) }))
  const may = ({ lifecycle }: { readonly lifecycle: Lifecycle }) => mayMove(lifecycle, event)
  const sum = (some: typeof counts) => some.reduce((all, { count }) => all + count, 0)
  if (sum(counts) > most) throw tooMany(most)
  const there = counts.filter(may).reduce((all, one) => all + one.there, 0)
  const kept = counts
    .filter((one) => !may(one))
    .map(({ lifecycle, count }) => ({ lifecycle, count }))
  return {
    total: sum(counts),
    may: sum(counts.filter(may)) - there,
    there,
    kept: kept.toSorted((one, other) => other.count - one.count),
    ...(body.withRows ? { rows: await rowsWhere(ctx, where, { event, target }) } : {}),
  }
}

/** Where they would go; null: they stay in their organisation, or nobody has said it yet. */
const targetOf = (event: ManyEvent, { toOrgId }: Asked['body']): string | null =>
  event === 'MOVE' ? (toOrgId ?? null) : null

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
  { event, target }: { readonly event: ManyEvent; readonly target: string | null },
): Promise<NonNullable<MoveImpact['rows']>> {
  const { rows } = await sql<{
    sn: string
    name: string | null
    orgName: string
    isThere: boolean
    lifecycle: string
  }>`
    select found.sn, found.name, organization.name as org_name, found.lifecycle,
      found.org_id is not distinct from ${target}::uuid as is_there
    from (select sn, name, org_id, lifecycle from device where ${where} order by sn limit ${most}) found
      join organization on organization.id = found.org_id order by found.sn`.execute(ctx.db)
  return rows.map(({ isThere, ...row }) => {
    const lifecycle = lifecycleOf(row.lifecycle)
    return { ...row, lifecycle, may: !isThere && mayMove(lifecycle, event) }
  })
}
