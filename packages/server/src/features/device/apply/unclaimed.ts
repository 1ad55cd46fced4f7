import {
  applies,
  codes,
  columnsOf,
  devicesPath,
  type ParsedOf,
  type Unclaimed,
} from '@muster/contract'
import { sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { anyContains, equals, isWithin, type Page, pageRows } from '../../../kit/page.ts'
import { notFound, Refusal } from '../../../kit/refusal.ts'
import { holdPlaces, requireRoom } from '../../organization/index.ts'
import { deviceScope } from '../deviceScope.ts'
import { settingsPath } from '../paths.ts'
import { putInto } from './terminals.queries.ts'

type Query = ParsedOf<(typeof applies)['unclaimed']>['query']

/** Terminals that knocked and that nobody announced, the latest first unless told otherwise. */
export async function unclaimedPage(ctx: Context, query: Query): Promise<Page<Unclaimed>> {
  const { orgId, modelId, keyword, sortField = 'createdAt' } = query
  const conditions = [deviceScope.rows(ctx.principal)]
  if (orgId) conditions.push(isWithin(orgId))
  if (modelId) conditions.push(equals('modelId', modelId))
  if (keyword?.trim()) conditions.push(anyContains(['sn', 'modelName'], keyword.trim()))
  const source = {
    view: 'deviceUnclaimedRow',
    order: ['createdAt'],
    sortable: columnsOf(applies.unclaimed),
  }
  const sortOrder = query.sortOrder ?? (query.sortField ? 'asc' : 'desc')
  return pageRows<Unclaimed>(ctx, { ...source, conditions }, { ...query, sortField, sortOrder })
}

/** Takes terminals that knocked into an organisation: all or none. */
export async function claim(ctx: Context, orgId: string, ids: readonly string[]) {
  const { rows: places } = await sql`select from organization as row where id = ${orgId}
    and deleted_at is null and status = 1 and ${organizationsBy('id').rows(ctx.principal)}
    for share`.execute(ctx.db)
  if (places.length === 0) throw notFound()
  await holdPlaces(ctx, [orgId])
  const { rows } = await sql<{ id: string; orgId: string; lifecycle: string }>`select id, org_id,
      lifecycle from device
    where id = any(${[...ids]}::uuid[]) and deleted_at is null and ${deviceScope.rows(ctx.principal)}
    order by id for no key update`.execute(ctx.db)
  if (rows.length < new Set(ids).size) throw notFound()
  if (rows.some(({ lifecycle }) => lifecycle !== 'UNCLAIMED'))
    throw new Refusal(codes.wrongState, 'apply.notUnclaimed')
  await putInto(ctx, orgId, ids)
  await requireRoom(ctx, [orgId])
  ctx.note({ targetIds: ids, after: { orgId } })
  ctx.changed(devicesPath, ids, [...new Set([orgId, ...rows.map((row) => row.orgId)])])
  ctx.changed(settingsPath, ids, [orgId])
  return { count: ids.length }
}
