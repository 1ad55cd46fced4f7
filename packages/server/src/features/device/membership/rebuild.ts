import { groupsPath } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { LiveHub } from '../../../platform/liveHub.ts'
import type { DB } from '../../../platform/schema.ts'
import { lookupIn } from '../filter/lookup.ts'
import { afterOlder } from './afterOlder.ts'
import { clearFailures, failureOf, keepFailure } from './failures.ts'
import { membersOf } from './groups.queries.ts'
import { inTurn } from './inTurn.ts'
import { type Followed, holdGroup } from './keeping.queries.ts'

type Db = Kysely<DB>

/** Members that one statement writes: no statement runs for as long as a connection may be silent. */
const slice = 250_000

interface Pending extends Followed {
  readonly maxMembers: number
  readonly filterRev: number
}

/** Somebody changed the group while its members were being found: what was found is undone. */
class Overtaken extends Error {}

const dueGroups = afterOlder()
const turns = inTurn()

/**
 * Finds the members of every group that waits for it; any number of processes may do it. Answers what
 * failed.
 */
export async function rebuildPending(db: Db, live: Pick<LiveHub, 'changed'>): Promise<unknown[]> {
  const { rows } = await sql<{
    id: string
    orgId: string
    key: string
  }>`select id, org_id, id || xmin::text as key
    from device_group where state = 'PENDING' and deleted_at is null
      and id || xmin::text <> all(${turns.putOff(db)}::text[])
    order by updated_at limit 100`.execute(db)
  const keys = rows.map(({ key }) => key)
  const due = await dueGroups(db, keys)
  const waiting = rows.filter(({ key }) => due.has(key))
  return turns.each(db, waiting, async ({ id, orgId }) => {
    const tell = () => live.changed({ path: groupsPath, ids: [id], orgIds: [orgId] })
    try {
      if ((await rebuildGroup(db, id)) !== null) tell()
    } catch (error) {
      const reason = failureOf(error)
      if (reason !== null && (await keepFailure(db, id, reason))) tell()
      throw error
    }
  })
}

/** Finds the members of one group anew, as a whole. Null: there was nothing to do, or it was overtaken. */
export async function rebuildGroup(db: Db, id: string): Promise<string | null> {
  try {
    return await db.transaction().execute((trx) => rebuild(trx, id))
  } catch (error) {
    if (error instanceof Overtaken) return null
    throw error
  }
}

async function rebuild(db: Db, id: string): Promise<string | null> {
  await holdGroup(db, id)
  // Held against removal for good; who edits it need not wait.
  const { rows } =
    await sql<Pending>`select id, org_id, include_sub_orgs, model_ids, filter, max_members, filter_rev
    from device_group where id = ${id} and state = 'PENDING' and type = 'DYNAMIC'
      and deleted_at is null for key share`.execute(db)
  const [group] = rows
  if (!group) return null
  await replaceMembers(db, group)
  const { numAffectedRows } = await sql`update device_group
    set state = 'ACTIVE', rebuilt_at = now() where id = ${id} and filter_rev = ${group.filterRev}
      and state = 'PENDING' and type = 'DYNAMIC' and deleted_at is null`.execute(db)
  if (numAffectedRows !== 1n) throw new Overtaken()
  await clearFailures(db, [id])
  return group.orgId
}

async function replaceMembers(db: Db, group: Pending): Promise<void> {
  const { id, maxMembers } = group
  const wanted = await membersOf(group, lookupIn(db))
  // In the order of the indexes that will take them.
  await sql`create temporary table group_wanted on commit drop as
    select device.id, row_number() over (order by device.id) as place from device
    where ${wanted} order by device.id limit ${sql.lit(maxMembers)}`.execute(db)
  await sql`delete from device_group_member member where member.group_id = ${id}
    and not exists (select from group_wanted wanted where wanted.id = member.device_id)`.execute(db)
  const { rows } = await sql<{ found: number; kept: number }>`select
    (select count(*) from group_wanted) as found,
    (select count(*) from device_group_member where group_id = ${id}) as kept`.execute(db)
  const { found = 0, kept = 0 } = rows[0] ?? {}
  // Who is there already is passed by; where nobody is, nobody has to be looked for.
  const missing =
    kept === 0
      ? sql`true`
      : sql`not exists (select from device_group_member member
          where member.group_id = ${id} and member.device_id = wanted.id)`
  for (let from = 0; from < found; from += slice)
    await sql`insert into device_group_member (group_id, device_id)
      select ${id}::uuid, wanted.id from group_wanted wanted
      where wanted.place > ${from} and wanted.place <= ${from + slice} and ${missing}
      order by wanted.place on conflict do nothing`.execute(db)
}
