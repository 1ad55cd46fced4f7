import { codes, type Group } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import { databaseFault, isOverTime } from '../../../platform/databaseFault.ts'
import type { DB } from '../../../platform/schema.ts'

type Db = Kysely<DB>
type GroupFailure = NonNullable<Group['failure']>

/** Why the filter of a group cannot be judged; null: it is not the filter, but the database that is away. */
export function failureOf(error: unknown): GroupFailure | null {
  if (isOverTime(error)) return 'SLOW'
  return databaseFault(error)?.code === codes.unavailable ? null : 'FILTER'
}

/** Keeps why the members of a group cannot be found; whether that is news. */
export async function keepFailure(db: Db, groupId: string, reason: GroupFailure): Promise<boolean> {
  const { rows } = await sql`insert into device_group_failure (group_id, reason)
    select id, ${reason} from device_group where id = ${groupId} and state = 'PENDING' and deleted_at is null
    on conflict (group_id) do update set reason = excluded.reason
      where device_group_failure.reason <> excluded.reason
    returning group_id`.execute(db)
  return rows.length > 0
}

/** The members of these groups are found, or looked for anew. */
export async function clearFailures(db: Db, groupIds: readonly string[]): Promise<void> {
  await sql`delete from device_group_failure where group_id = any(${[...groupIds]}::uuid[])`.execute(
    db,
  )
}
