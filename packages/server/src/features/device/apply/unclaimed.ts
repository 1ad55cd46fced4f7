import { applies, codes, columnsOf, type ParsedOf, type Unclaimed } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { anyContains, equals, isWithin, type Page, pageRows } from '../../../kit/page.ts'
import { notFound, Refusal } from '../../../kit/refusal.ts'
import { deviceScope } from '../deviceScope.ts'
import { type Given, giveToOrganization } from './giveToOrganization.ts'
import { suggestFor } from './suggest.queries.ts'

type Query = ParsedOf<(typeof applies)['unclaimed']>['query']

/** Terminals that knocked and that nobody announced, the latest first unless told otherwise. */
export async function unclaimedPage(ctx: Context, query: Query): Promise<Page<Unclaimed>> {
  const { orgId, modelId, keyword } = query
  const conditions = [deviceScope.rows(ctx.principal)]
  if (orgId) conditions.push(isWithin(orgId))
  if (modelId) conditions.push(equals('modelId', modelId))
  if (keyword?.trim()) conditions.push(anyContains(['sn', 'modelName'], keyword.trim()))
  const source = {
    view: 'deviceUnclaimedRow',
    order: ['-createdAt'],
    // What is worked out orders no list.
    sortable: new Set([...columnsOf(applies.unclaimed)].filter((name) => name !== 'suggestion')),
  }
  const page = await pageRows<Omit<Unclaimed, 'suggestion'>>(ctx, { ...source, conditions }, query)
  const suggested = await suggestFor(
    ctx,
    page.list.map(({ id }) => id),
  )
  const list = page.list.map((row) => ({ ...row, suggestion: suggested.get(row.id) ?? null }))
  return { ...page, list }
}

/** Takes terminals that knocked into an organisation: all or none. */
export async function claim(ctx: Context, orgId: string, ids: readonly string[]) {
  await giveToOrganization(ctx, { orgId, keep: 'KEEP' }, async () => {
    const { rows } = await sql<Given>`select id, org_id, lifecycle from device
      where id = any(${[...ids]}::uuid[]) and deleted_at is null and ${deviceScope.rows(ctx.principal)}
      order by id for no key update`.execute(ctx.db)
    if (rows.length < new Set(ids).size) throw notFound()
    if (rows.some(({ lifecycle }) => lifecycle !== 'UNCLAIMED'))
      throw new Refusal(codes.wrongState, 'apply.notUnclaimed')
    return { given: rows }
  })
  ctx.note({ targetIds: ids, after: { orgId } })
  return { count: ids.length }
}
