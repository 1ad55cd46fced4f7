import type { groups, ReplyOf } from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'

type Changes = NonNullable<ReplyOf<(typeof groups)['preview']>['rows']>

/** A sheet names no more. */
const mostNamed = 50_000

interface Compared {
  readonly groupId: string
  /** Those that the other filter finds. */
  readonly found: RawBuilder<unknown>
  /** Those that the caller sees. */
  readonly mine: RawBuilder<SqlBool>
}

/** Each terminal that a group would gain or lose, by serial number. */
export async function changesOf(
  ctx: Context,
  { groupId, found, mine }: Compared,
): Promise<Changes> {
  const { rows } = await sql<Changes[number]>`
    with found as materialized (select id from device where ${found}), changed as (
      select id, true as joins from found
        where not exists (select from device_group_member member
          where member.group_id = ${groupId} and member.device_id = found.id)
      union all
      select member.device_id, false from device_group_member member
        join device on device.id = member.device_id
        where member.group_id = ${groupId} and ${mine}
          and not exists (select from found where found.id = member.device_id))
    select device.sn, device.name, organization.name as org_name, changed.joins
    from changed join device on device.id = changed.id
      join organization on organization.id = device.org_id
    order by device.sn limit ${mostNamed}`.execute(ctx.db)
  return rows
}
