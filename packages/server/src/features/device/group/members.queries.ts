import {
  codes,
  countCap,
  type Filter,
  type groups,
  type ParsedOf,
  type ReplyOf,
} from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { allOf, anyContains, type Condition } from '../../../kit/page.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { filterCondition } from '../filter/filterCondition.ts'
import { lookupIn } from '../filter/lookup.ts'
import { deviceScope } from '../deviceScope.ts'
import { estateOf } from '../estate/estate.queries.ts'
import { rowsOf } from '../estate/rows.queries.ts'
import { type Bounds, narrowedBy, within } from '../membership/groups.queries.ts'
import { changesOf } from './changes.queries.ts'

type MemberPage = ReplyOf<(typeof groups)['members']>
type MemberQuery = ParsedOf<(typeof groups)['members']>['query']

/** A page of the members that the caller sees, by serial number. */
export async function pageMembers(
  ctx: Context,
  query: MemberQuery,
  kept: number,
): Promise<MemberPage> {
  const { groupId, pageNum, pageSize, keyword } = query
  const word = keyword?.trim()
  const isMember = sql<SqlBool>`exists (select from device_group_member member
    where member.device_id = device.id and member.group_id = ${groupId})`
  const where = allOf([
    sql<SqlBool>`deleted_at is null`,
    isMember,
    await estateOf(ctx, undefined),
    ...(word ? [anyContains(['sn', 'name', 'tid'], word)] : []),
  ])
  const { rows } = await sql<{ id: string }>`select id from device where ${where}
    order by sn limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(ctx.db)
  const ids = rows.map(({ id }) => id)
  const isWhole = ctx.principal.scope.all && !word
  const total = isWhole ? kept : await countUpTo(ctx, where)
  return {
    list: await membersOf(ctx, groupId, ids),
    total: Math.min(total, isWhole ? total : countCap),
    ...(total > countCap && !isWhole && { capped: true }),
    pageNum,
    pageSize,
  }
}

async function countUpTo(ctx: Context, where: Condition): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total
    from (select from device where ${where} limit ${countCap + 1}) as matching`.execute(ctx.db)
  return rows[0]?.total ?? 0
}

async function membersOf(ctx: Context, groupId: string, ids: readonly string[]) {
  const { rows } = await sql<{ deviceId: string; since: string }>`select device_id, since
    from device_group_member where group_id = ${groupId} and device_id = any(${[...ids]}::uuid[])`.execute(
    ctx.db,
  )
  const since = new Map(rows.map((row) => [row.deviceId, row.since]))
  const shown = await rowsOf(ctx, ids)
  return shown.flatMap((row) => {
    const at = since.get(row.id)
    return at === undefined ? [] : [{ ...row, since: at }]
  })
}

/** Terminals that serial numbers name, of those that the caller sees. */
export interface Named {
  readonly ids: readonly string[]
  /** The same, with whose they are. */
  readonly owned: readonly { readonly id: string; readonly orgId: string }[]
  readonly unknown: readonly string[]
}

/** Finds terminals by their serial numbers; within a group's bounds, where one is named. */
export async function findNamed(
  ctx: Context,
  sns: readonly string[],
  group: Bounds | null,
): Promise<Named> {
  const place = group === null ? sql<SqlBool>`true` : await within(group, lookupIn(ctx.db))
  const { rows } = await sql<{
    id: string
    sn: string
    orgId: string
  }>`select id, sn, org_id from device
    where sn = any(${[...new Set(sns)]}::text[]) and deleted_at is null
      and ${deviceScope.rows(ctx.principal)} and ${place}`.execute(ctx.db)
  const found = new Set(rows.map(({ sn }) => sn))
  return {
    ids: rows.map(({ id }) => id),
    owned: rows,
    unknown: [...new Set(sns)].filter((sn) => !found.has(sn)),
  }
}

/** Adds members to a group; answers which were none yet. */
export async function addMembers(ctx: Context, groupId: string, ids: readonly string[]) {
  const { rows } = await sql<{
    deviceId: string
  }>`insert into device_group_member (group_id, device_id)
    select ${groupId}::uuid, id from unnest(${[...ids]}::uuid[]) as id order by 2
    on conflict do nothing returning device_id`.execute(ctx.db)
  return rows.map(({ deviceId }) => deviceId)
}

/** Makes those members of a group that the caller sees members of another one; answers who they are. */
export async function copyMembers(
  ctx: Context,
  { from, to }: { readonly from: Bounds & { readonly id: string }; readonly to: string },
): Promise<string[]> {
  // Who is out of its bounds is let go of in a moment, and is no member of a new group.
  const place = await within(from, lookupIn(ctx.db))
  const { rows } = await sql<{ deviceId: string }>`insert into device_group_member
      (group_id, device_id)
    select ${to}::uuid, device.id from device
      where exists (select from device_group_member member
          where member.group_id = ${from.id} and member.device_id = device.id)
        and deleted_at is null and ${deviceScope.rows(ctx.principal)} and ${place}
      order by device.id
    returning device_id`.execute(ctx.db)
  return rows.map(({ deviceId }) => deviceId)
}

/** Terminals of some that lie within the bounds of a group, and whether they are members of it. */
export async function placesOf(
  ctx: Context,
  group: Bounds & { readonly id: string },
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly isMember: boolean }>> {
  const below = await within(group, lookupIn(ctx.db))
  const { rows } = await sql<{ id: string; isMember: boolean }>`select id,
      exists (select from device_group_member member
        where member.group_id = ${group.id} and member.device_id = device.id) as is_member
    from device where id = any(${[...ids]}::uuid[]) and deleted_at is null and ${below}`.execute(
    ctx.db,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Takes members out of a group; answers which were some. */
export async function removeMembers(ctx: Context, groupId: string, ids: readonly string[]) {
  const { rows } = await sql<{ deviceId: string }>`delete from device_group_member
    where group_id = ${groupId} and device_id = any(${[...ids]}::uuid[]) returning device_id`.execute(
    ctx.db,
  )
  return rows.map(({ deviceId }) => deviceId)
}

/** How many members a group has, as its writes keep it. */
export async function sizeOf(ctx: Pick<Context, 'db'>, groupId: string): Promise<number> {
  const { rows } = await sql<{ members: number }>`select members from device_group_size
    where group_id = ${groupId}`.execute(ctx.db)
  return rows[0]?.members ?? 0
}

/** Refuses more members than a group may hold. */
export const tooMany = (limit: number) =>
  new Refusal(codes.warning, 'group.tooMany', { params: { limit } })

/** Whether a filter finds more terminals of the caller's within a group's bounds than it may hold; counts no further. */
export async function findsMore(
  ctx: Context,
  group: Bounds & { readonly filter: Filter; readonly most: number },
): Promise<boolean> {
  const lookup = lookupIn(ctx.db)
  const { rows } = await sql`select from device where deleted_at is null
    and ${deviceScope.rows(ctx.principal)} and ${await within(group, lookup)}
    and ${await filterCondition(group.filter, lookup)}
    offset ${group.most} limit 1`.execute(ctx.db)
  return rows.length > 0
}

type PreviewBody = ParsedOf<(typeof groups)['preview']>['body']

/** A group holds no more. */
const previewCap = 1_000_000
const shownFirst = 50

/** What a filter finds of what the caller sees: counted and picked from in one pass over it. */
export async function previewOf(
  ctx: Context,
  { orgId, filter, groupId, withRows, includeSubOrgs, modelIds }: PreviewBody,
): Promise<ReplyOf<(typeof groups)['preview']>> {
  const lookup = lookupIn(ctx.db)
  const mine = await estateOf(ctx, orgId)
  const bounds = narrowedBy({ id: groupId, orgId, includeSubOrgs, modelIds })
  const where = sql`deleted_at is null and ${mine} and ${bounds}
    and ${await filterCondition(filter, lookup)}`
  const compared = groupId
    ? sql`(select count(*) from found where not exists (select from device_group_member member
          where member.group_id = ${groupId} and member.device_id = found.id)) as joining,
        (select count(*) from device_group_member member join device on device.id = member.device_id
          where member.group_id = ${groupId} and ${mine}
            and not exists (select from found where found.id = member.device_id)) as leaving`
    : sql`(select count(*) from found) as joining, 0 as leaving`
  const { rows } = await sql<{
    count: number
    joining: number
    leaving: number
    ids: string[]
  }>`with found as materialized (select id, sn from device where ${where} limit ${previewCap + 1})
    select (select count(*) from found) as count, ${compared},
      array(select id from found order by sn limit ${shownFirst}) as ids`.execute(ctx.db)
  const { count = 0, joining = 0, leaving = 0, ids = [] } = rows[0] ?? {}
  return {
    count: Math.min(count, previewCap),
    ...(count > previewCap && { capped: true }),
    joining,
    leaving,
    first: await rowsOf(ctx, ids),
    ...(withRows && groupId && { rows: await changesOf(ctx, { groupId, found: where, mine }) }),
  }
}

/** Whether something was ever pushed to a group. */
export async function wasPushedTo(ctx: Context, groupId: string): Promise<boolean> {
  const { rows } = await sql`select from push where group_id = ${groupId} limit 1`.execute(ctx.db)
  return rows.length > 0
}
