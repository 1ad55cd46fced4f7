import type { Filter, FilterCondition, GroupWhy } from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { Condition } from '../../../kit/page.ts'
import { notFound } from '../../../kit/refusal.ts'
import { deviceScope } from '../deviceScope.ts'
import { ownValuesOf } from '../filter/facts.ts'
import { filterCondition } from '../filter/filterCondition.ts'
import { lookupIn } from '../filter/lookup.ts'
import { partsOf } from '../filter/parts.rules.ts'
import { groupScope } from './groupBin.ts'
import type { Followed } from '../membership/keeping.queries.ts'

interface Asked {
  readonly group: Followed & { readonly state: string; readonly members: number }
  readonly maxMembers: number
  readonly deviceId: string
}

interface Row {
  readonly sn: string
  readonly since: string | null
  readonly isNear: boolean
  readonly isOfModel: boolean
  readonly isKeptOut: boolean
  readonly holds: readonly boolean[]
  /** A list for each part, empty where it is no condition. */
  readonly own: readonly string[][]
}

/** What a part asks for; null: it joins others. */
function conditionIn(filter: Filter): FilterCondition | null {
  const asked = 'not' in filter ? filter.not : filter
  return 'field' in asked ? asked : null
}

/** Why a terminal that the caller sees is a member of a dynamic group, or is none: each bound and each part of its filter. */
export async function whyMember(ctx: Context, asked: Asked): Promise<GroupWhy> {
  const { group, maxMembers } = asked
  const parts = partsOf(group.filter)
  const row = await judged(ctx, asked, parts)
  const isMember = row.since !== null
  return {
    sn: row.sn,
    since: row.since,
    gates: [
      { gate: 'PLACE', passes: row.isNear },
      { gate: 'MODEL', passes: row.isOfModel },
      { gate: 'EXCLUSION', passes: !row.isKeptOut },
      { gate: 'STATE', passes: group.state === 'ACTIVE' },
      { gate: 'ROOM', passes: isMember || group.members < maxMembers },
    ],
    parts: parts.map(({ depth, join, filter }, place) => ({
      depth,
      join,
      filter: join === null ? filter : null,
      holds: row.holds[place] ?? false,
      own: join === null ? (row.own[place] ?? []) : null,
    })),
  }
}

/** One terminal by its key, whatever the filter asks for. */
async function judged(
  ctx: Context,
  { group, deviceId }: Asked,
  parts: readonly { readonly filter: Filter }[],
): Promise<Row> {
  const lookup = lookupIn(ctx.db)
  const groups = groupScope.rows(ctx.principal)
  const place = await lookup.organizationsBelow([group.orgId])
  const conditions: Condition[] = []
  const own: RawBuilder<unknown>[] = []
  for (const { filter } of parts) {
    conditions.push(sql<SqlBool>`(${await filterCondition(filter, lookup)}) is true`)
    const condition = conditionIn(filter)
    // Lists of several lengths are no array of arrays.
    const values = condition && (await ownValuesOf(condition, { lookup, groups }))
    own.push(values ? sql`to_jsonb(${values})` : sql`'[]'::jsonb`)
  }
  const isOwn = group.includeSubOrgs ? sql`true` : sql`device.org_id = ${group.orgId}`
  const { rows } =
    await sql<Row>`select device.sn, member.since, (${place} and ${isOwn}) as is_near,
      (${group.modelIds.length === 0} or device.model_id = any(${[...group.modelIds]}::uuid[])) as is_of_model,
      exists (select from device_group_exclusion kept
        where kept.group_id = ${group.id} and kept.device_id = device.id) as is_kept_out,
      array[${sql.join(conditions)}] as holds, jsonb_build_array(${sql.join(own)}) as own
    from device left join device_group_member member
      on member.group_id = ${group.id} and member.device_id = device.id
    where device.id = ${deviceId} and device.deleted_at is null and ${deviceScope.rows(ctx.principal)}`.execute(
      ctx.db,
    )
  if (!rows[0]) throw notFound()
  return rows[0]
}
