import { sql } from 'kysely'
import type { ParamStore } from '../resolve/sets.queries.ts'
import { opened } from './draft.ts'
import { type Cause, putValues } from './values.queries.ts'

interface Named {
  readonly assignmentId: string
  readonly revision: number
}

const nothing = { values: {}, secrets: {} } as const

/** Puts a revision in force: its values hold from now on, and its terminals are looked at. The caller holds the assignment. */
export async function putInForce(store: ParamStore, of: Named, cause: Cause): Promise<void> {
  const { db } = store
  const { assignmentId, revision } = of
  const row = await db
    .selectFrom('paramAssignmentRev')
    .selectAll()
    .where('assignmentId', '=', assignmentId)
    .where('revision', '=', revision)
    .executeTakeFirstOrThrow()
  const rev = await putValues(store, {
    ...cause,
    assignmentId,
    said: opened(store, assignmentId, row),
  })
  await db
    .updateTable('paramAssignmentRev')
    .set({ state: 'SUPERSEDED' })
    .where('assignmentId', '=', assignmentId)
    .where('state', '=', 'IN_FORCE')
    .execute()
  await db
    .updateTable('paramAssignmentRev')
    .set({ state: 'IN_FORCE', rev })
    .where('assignmentId', '=', assignmentId)
    .where('revision', '=', revision)
    .execute()
  await db
    .updateTable('paramAssignment')
    .set({ state: 'ACTIVE', revision, activeTemplateRevId: row.templateRevId, askedBy: null })
    .where('id', '=', assignmentId)
    .execute()
  await lookAgain(store, [assignmentId])
}

/** What it says holds no more; what was scheduled does not come. */
export async function takeOutOfForce(
  store: ParamStore,
  assignmentId: string,
  cause: Cause,
): Promise<void> {
  const { db } = store
  await putValues(store, { ...cause, assignmentId, said: nothing })
  await db
    .updateTable('paramAssignmentRev')
    .set({ state: cause.because === 'ENDED' ? 'SUPERSEDED' : 'REVOKED' })
    .where('assignmentId', '=', assignmentId)
    .where('state', 'in', ['IN_FORCE', 'SCHEDULED'])
    .execute()
  await db
    .updateTable('paramAssignment')
    .set({ state: 'REVOKED', revision: null, askedBy: null })
    .where('id', '=', assignmentId)
    .execute()
  await lookAgain(store, [assignmentId])
}

/** The terminals of these assignments are looked at by a worker. */
export async function lookAgain(
  { db }: Pick<ParamStore, 'db'>,
  ids: readonly string[],
): Promise<void> {
  await sql`insert into param_change (level, target_id)
    select level, target_id from param_assignment where id = any(${[...ids]}::uuid[])`.execute(db)
}

/** Revisions whose moment has come, and those whose time is over; of two workers one does it. */
export async function followMoments(store: ParamStore): Promise<void> {
  const { db } = store
  const { rows: due } = await sql<Named & { readonly publishedBy: string | null }>`
    select rev.assignment_id, rev.revision, rev.published_by
    from param_assignment_rev rev join param_assignment own on own.id = rev.assignment_id
    where rev.state = 'SCHEDULED' and rev.starts_at <= now() and own.deleted_at is null
    order by rev.starts_at, rev.revision limit 20 for update of own, rev skip locked`.execute(db)
  for (const { publishedBy: userId, ...of } of due)
    await putInForce(store, of, { because: 'STARTED', userId, note: null })
  const { rows: over } = await sql<Named>`select rev.assignment_id, rev.revision
    from param_assignment_rev rev join param_assignment own on own.id = rev.assignment_id
    where rev.state = 'IN_FORCE' and rev.ends_at <= now()
    order by rev.ends_at limit 20 for update of own, rev skip locked`.execute(db)
  for (const { assignmentId } of over)
    await takeOutOfForce(store, assignmentId, { because: 'ENDED', userId: null, note: null })
}
