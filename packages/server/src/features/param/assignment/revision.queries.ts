import { sql } from 'kysely'
import { frozenScope } from '../../../access/frozen.ts'
import type { Context } from '../../../kit/context.ts'

interface Given {
  readonly note: string | null
  readonly ticket: string | null
  /** Terminals that each is for. */
  readonly count: number
  /** Who asked for a second person; null: none was needed. */
  readonly asked: string | null
}

export interface AddedRevision {
  readonly assignmentId: string
  readonly revision: number
  /** Whether its moment is there. */
  readonly isDue: boolean
}

/** Writes the next revision of assignments as they stand; what waits for its moment gives way to it. */
export async function addRevisions(
  { db, principal, taskId }: Context,
  ids: readonly string[],
  { note, ticket, count, asked }: Given,
): Promise<AddedRevision[]> {
  const { userId } = principal
  await db
    .updateTable('paramAssignmentRev')
    .set({ state: 'SUPERSEDED' })
    .where('assignmentId', 'in', [...ids])
    .where('state', '=', 'SCHEDULED')
    .execute()
  // Who changes it from now on changes the next one.
  await sql`update param_assignment set editors = '{}'
    where id = any(${[...ids]}::uuid[]) and editors <> '{}'`.execute(db)
  const { rows } =
    await sql<AddedRevision>`insert into param_assignment_rev (assignment_id, revision,
      template_rev_id, content, sealed, secret_pids, state, starts_at, ends_at, note, ticket, device_count, published_by,
      approved_by, principal, task_id)
    select own.id, coalesce((select max(earlier.revision) from param_assignment_rev earlier
        where earlier.assignment_id = own.id), 0) + 1,
      own.template_rev_id, own.content, own.sealed, own.secret_pids, 'SCHEDULED',
      coalesce(own.effective_from, now()), own.effective_to, ${note}, ${ticket}, ${count},
      ${asked ?? userId}::uuid, ${asked === null ? null : userId}::uuid,
      ${JSON.stringify(frozenScope(principal))}::jsonb, ${taskId ?? null}::uuid
    from param_assignment own where own.id = any(${[...ids]}::uuid[])
    returning assignment_id, revision, starts_at <= now() as is_due`.execute(db)
  return rows
}
