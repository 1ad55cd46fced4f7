import { type Kysely, type RawBuilder, sql } from 'kysely'
import { allOf, type Condition } from '../../../kit/page.ts'
import type { DB } from '../../../platform/schema.ts'
import { filterCondition } from '../filter/filterCondition.ts'
import type { Lookup } from '../filter/lookup.ts'
import { failureOf } from './failures.ts'
import type { Followed } from './keeping.queries.ts'

type Db = Kysely<DB>

/** Groups that one statement judges: few enough to be planned quickly. */
const groupsAtOnce = 25

/** So long one may take that is judged by itself because with others it took too long: whoever labels terminals waits. */
const slowAfter = '2s'

/** Which terminals a group may have at all. */
export interface Bounds {
  /** Null: of a group that is not there yet, which keeps nobody out. */
  readonly id: string | null
  readonly orgId: string
  readonly includeSubOrgs: boolean
  readonly modelIds: readonly string[]
}

/** What bounds a group within its organisation and those below. */
export function narrowedBy({ id, orgId, includeSubOrgs, modelIds }: Bounds): Condition {
  const conditions: Condition[] = []
  if (!includeSubOrgs) conditions.push(sql`device.org_id = ${orgId}`)
  if (modelIds.length > 0) conditions.push(sql`device.model_id = any(${[...modelIds]}::uuid[])`)
  if (id !== null)
    conditions.push(sql`not exists (select from device_group_exclusion kept
      where kept.group_id = ${id} and kept.device_id = device.id)`)
  return allOf(conditions)
}

/** Terminals that a group may have: below its organisation, and within what bounds it there. */
export async function within(group: Bounds, lookup: Lookup): Promise<Condition> {
  const place = await lookup.organizationsBelow([group.orgId])
  return sql`${place} and ${narrowedBy(group)}`
}

/** Who belongs to a group: what its filter finds within its bounds. */
export async function membersOf(group: Followed, lookup: Lookup): Promise<Condition> {
  const [place, found] = [await within(group, lookup), await filterCondition(group.filter, lookup)]
  return sql`device.deleted_at is null and ${place} and ${found}`
}

interface Following {
  readonly ids: readonly string[]
  readonly groups: readonly Followed[]
  readonly lookup: Lookup
}

/** Judges some terminals by the filters of groups and writes the difference; answers the groups that changed. */
export async function followGroups(db: Db, { ids, groups, lookup }: Following): Promise<string[]> {
  const changed: string[] = []
  for (let from = 0; from < groups.length; from += groupsAtOnce) {
    const some = groups.slice(from, from + groupsAtOnce)
    changed.push(...(await followSome(db, { ids, groups: some, lookup })))
  }
  return changed
}

type Judge = (db: Db, following: Following) => Promise<string[]>

/** One whose filter cannot be judged any more holds up no other: it waits to be found as a whole, which says so. */
async function followSome(
  db: Db,
  following: Following,
  judge: Judge = judgeGroups,
): Promise<string[]> {
  const { groups } = following
  await sql`savepoint followed`.execute(db)
  try {
    const changed = await judge(db, following)
    await sql`release savepoint followed`.execute(db)
    return changed
  } catch (error) {
    const failure = failureOf(error)
    if (failure === null) throw error
    await sql`rollback to savepoint followed`.execute(db)
    const [first] = groups
    if (first && groups.length === 1) {
      await findWhole(db, [first.id])
      return [first.id]
    }
    // Halves of what took too long may take as long again, and halves of those: each by itself, and shortly.
    const isSlow = failure === 'SLOW'
    const size = isSlow ? 1 : Math.ceil(groups.length / 2)
    const changed: string[] = []
    for (let from = 0; from < groups.length; from += size) {
      const part = { ...following, groups: groups.slice(from, from + size) }
      changed.push(...(await followSome(db, part, isSlow ? judgeShortly : judge)))
    }
    return changed
  }
}

/** What it sets is as it was thereafter; where it fails, with the savepoint. */
async function judgeShortly(db: Db, following: Following): Promise<string[]> {
  const { rows } = await sql<{
    usual: string
  }>`select current_setting('statement_timeout') as usual`.execute(db)
  await limit(db, slowAfter)
  const changed = await judgeGroups(db, following)
  await limit(db, rows[0]?.usual ?? slowAfter)
  return changed
}

const limit = (db: Db, most: string) =>
  sql`select set_config('statement_timeout', ${most}, true)`.execute(db)

async function judgeGroups(db: Db, { ids, groups, lookup }: Following): Promise<string[]> {
  const selects: RawBuilder<unknown>[] = []
  for (const group of groups)
    selects.push(sql`select ${group.id}::uuid as group_id, device.id as device_id from device
      where device.id = any(${[...ids]}::uuid[]) and ${await membersOf(group, lookup)}`)
  return writeDifference(db, { selects, groupIds: groups.map(({ id }) => id), ids })
}

const findWhole = (db: Db, groupIds: readonly string[]) =>
  sql`update device_group set state = 'PENDING', filter_rev = filter_rev + 1
    where id = any(${[...groupIds]}::uuid[])`.execute(db)

interface Difference {
  readonly selects: readonly RawBuilder<unknown>[]
  readonly groupIds: readonly string[]
  readonly ids: readonly string[]
}

/** A group that was full has room when somebody leaves: then it is found anew. */
async function writeDifference(db: Db, { selects, groupIds, ids }: Difference): Promise<string[]> {
  const { rows } = await sql<{ groupId: string; hasRoom: boolean }>`
    with wanted as materialized (${sql.join([...selects], sql` union all `)}),
      gone as (delete from device_group_member member
        where member.device_id = any(${[...ids]}::uuid[]) and member.group_id = any(${[...groupIds]}::uuid[])
          and not exists (select from wanted
            where wanted.group_id = member.group_id and wanted.device_id = member.device_id)
        returning group_id),
      joining as (select group_id, device_id,
          row_number() over (partition by group_id order by device_id) as place
        from wanted where not exists (select from device_group_member member
          where member.group_id = wanted.group_id and member.device_id = wanted.device_id)),
      added as (insert into device_group_member (group_id, device_id)
        select joining.group_id, joining.device_id from joining
          join device_group full_at on full_at.id = joining.group_id
          left join device_group_size size on size.group_id = joining.group_id
        where joining.place <= full_at.max_members - coalesce(size.members, 0)
        on conflict do nothing returning group_id)
    select told.group_id, bool_or(told.is_gone and size.members >= full_at.max_members) as has_room
    from (select group_id, true as is_gone from gone union all select group_id, false from added) as told
      join device_group full_at on full_at.id = told.group_id
      left join device_group_size size on size.group_id = told.group_id
    group by 1`.execute(db)
  const roomy = rows.filter(({ hasRoom }) => hasRoom).map(({ groupId }) => groupId)
  if (roomy.length > 0) await findWhole(db, roomy)
  return rows.map(({ groupId }) => groupId)
}

/** Who is out of the bounds of a static group now, by organisation or model, is no member any more. */
export async function leaveGroups(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ groupId: string }>`delete from device_group_member member
    using device, device_group named, organization place, organization own
    where member.device_id = any(${[...ids]}::uuid[]) and device.id = member.device_id
      and named.id = member.group_id and named.type = 'STATIC'
      and place.id = named.org_id and own.id = device.org_id
      and (not own.path <@ place.path or own.id <> place.id and not named.include_sub_orgs
        or named.model_ids <> '{}' and not device.model_id = any(named.model_ids))
    returning member.group_id`.execute(db)
  return [...new Set(rows.map(({ groupId }) => groupId))]
}
