import { codes, type groups, mostExclusions, type ParsedOf, type ReplyOf } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { allOf, anyContains } from '../../../kit/page.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { deviceScope } from '../deviceScope.ts'
import { rowsOf } from '../estate/rows.queries.ts'

type Query = ParsedOf<(typeof groups)['excluded']>['query']
type Excluded = ReplyOf<(typeof groups)['excluded']>

interface Kept {
  readonly id: string
  readonly since: string
  readonly by: string | null
}

/** A page of the terminals that a group keeps out, of those that the caller sees, by serial number. */
export async function pageExcluded(ctx: Context, query: Query): Promise<Excluded> {
  const { groupId, pageNum, pageSize, keyword } = query
  const word = keyword?.trim()
  const where = allOf([
    sql`device.deleted_at is null`,
    deviceScope.rows(ctx.principal),
    ...(word ? [anyContains(['sn', 'name', 'tid'], word)] : []),
  ])
  // There are a thousand at most.
  const { rows } = await sql<Kept>`select device.id, kept.since, maker.user_name as by
    from device join device_group_exclusion kept on kept.device_id = device.id
      left join app_user maker on maker.id = kept.by_user
    where kept.group_id = ${groupId} and device.id in (select device.id from device
      where device.id in (select device_id from device_group_exclusion where group_id = ${groupId})
        and ${where})
    order by device.sn`.execute(ctx.db)
  const page = rows.slice((pageNum - 1) * pageSize, pageNum * pageSize)
  const kept = new Map(page.map((row) => [row.id, row]))
  const shown = await rowsOf(ctx, [...kept.keys()])
  const list = shown.flatMap((row) => {
    const one = kept.get(row.id)
    return one ? [{ ...row, since: one.since, by: one.by }] : []
  })
  return { list, total: rows.length, pageNum, pageSize }
}

/** Keeps terminals out of a group, members or not; answers how many were not kept out yet. */
export async function keepOut(
  ctx: Context,
  groupId: string,
  ids: readonly string[],
): Promise<number> {
  const { rows } = await sql`insert into device_group_exclusion (group_id, device_id, by_user)
    select ${groupId}::uuid, id, ${ctx.principal.userId}::uuid
      from unnest(${[...ids]}::uuid[]) as id order by 2
    on conflict do nothing returning device_id`.execute(ctx.db)
  const { rows: held } = await sql<{ count: number }>`select count(*)::integer as count
    from device_group_exclusion where group_id = ${groupId}`.execute(ctx.db)
  if ((held[0]?.count ?? 0) > mostExclusions)
    throw new Refusal(codes.warning, 'group.tooManyExcluded', { params: { limit: mostExclusions } })
  await sql`delete from device_group_member
    where group_id = ${groupId} and device_id = any(${[...ids]}::uuid[])`.execute(ctx.db)
  return rows.length
}

/** Keeps terminals out no longer; answers how many were kept out. */
export async function letIn(
  ctx: Context,
  groupId: string,
  ids: readonly string[],
): Promise<number> {
  const { rows } = await sql`delete from device_group_exclusion
    where group_id = ${groupId} and device_id = any(${[...ids]}::uuid[])
    returning device_id`.execute(ctx.db)
  return rows.length
}

/** Keeps nobody out any more. */
export async function letAllIn({ db }: Context, groupId: string): Promise<void> {
  await sql`delete from device_group_exclusion where group_id = ${groupId}`.execute(db)
}
