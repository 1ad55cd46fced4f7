import { countCap } from '@muster/contract'
import { sql } from 'kysely'
import { seesAllBelow } from '../../../access/dataScope.ts'
import type { Context } from '../../../kit/context.ts'
import { deviceScope } from '../deviceScope.ts'
import type { StoredGroup } from './groupBin.ts'

/** Whether somebody sees all members of whichever group he sees: all terminals below its organisation. */
const seesAll = ({ principal }: Pick<Context, 'principal'>): boolean =>
  seesAllBelow(principal.scope)

/** What {@link ownMembers} counts anew. */
export const ownlyMembers = { members: ['members'], seesAll }

/**
 * Groups with the members that the caller sees: a filter of his would tell him of the others by their
 * number. Counted no further than lists are.
 */
export async function ownMembers(
  ctx: Context,
  rows: readonly StoredGroup[],
): Promise<StoredGroup[]> {
  if (seesAll(ctx) || rows.length === 0) return [...rows]
  const ids = rows.map(({ id }) => id)
  const { rows: found } = await sql<{ id: string; count: number }>`select named.id, seen.count
    from unnest(${ids}::uuid[]) as named (id) cross join lateral (select count(*)::integer as count from (
      select from device_group_member member join device on device.id = member.device_id
      where member.group_id = named.id and device.deleted_at is null and ${deviceScope.rows(ctx.principal)}
      limit ${countCap}) as mine) as seen`.execute(ctx.db)
  const counts = new Map(found.map(({ id, count }) => [id, count]))
  return rows.map((row) => ({ ...row, members: counts.get(row.id) ?? 0 }))
}
