import { codes, mostGrouped, type ParsedOf, type ReplyOf, upgradeResults } from '@muster/contract'
import { sql } from 'kysely'
import { mayCall } from '../../../access/principal.ts'
import type { Context } from '../../../kit/context.ts'
import { allOf } from '../../../kit/page.ts'
import { notFound, Refusal } from '../../../kit/refusal.ts'
import { joinGroup } from '../../device/index.ts'
import { conditionsOf } from './result.queries.ts'

type Wish = ParsedOf<typeof upgradeResults.toGroup>['body']

/** Makes the terminals of results members of a static group. */
export async function toGroup(
  ctx: Context,
  { groupId, ids, ...filter }: Wish,
): Promise<ReplyOf<typeof upgradeResults.toGroup>> {
  // Who is found by a result is told by it.
  const { permission } = upgradeResults.page
  if (!mayCall(ctx.principal, permission))
    throw new Refusal(codes.forbidden, 'refusal.forbidden', { data: { permission } })
  const named = ids ? [sql<boolean>`item.id = any(${ids}::uuid[])`] : []
  const { rows } = await sql<{ id: string }>`select distinct item.device_id as id
    from push_item item join device on device.id = item.device_id
    where ${allOf([...conditionsOf(ctx, filter), ...named])} and device.deleted_at is null
    limit ${mostGrouped + 1}`.execute(ctx.db)
  if (rows.length === 0) throw notFound()
  if (rows.length > mostGrouped)
    throw new Refusal(codes.warning, 'group.tooMany', { params: { limit: mostGrouped } })
  return joinGroup(
    ctx,
    groupId,
    rows.map(({ id }) => id),
  )
}
