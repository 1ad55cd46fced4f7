import { sql } from 'kysely'
import type { ParamStore } from '../resolve/sets.queries.ts'
import { opened } from './draft.ts'
import { type Cause, putValues } from './values.queries.ts'

/** A revision of an assignment. */
export interface Named {
  readonly assignmentId: string
  readonly revision: number
}

const nothing = { values: {}, secrets: {} } as const

/** Puts revisions in force: their values hold from now on, and their terminals are looked at. The caller holds the assignments. */
export async function putInForce(
  store: ParamStore,
  all: readonly Named[],
  cause: Cause,
): Promise<void> {
  if (all.length === 0) return
  const { db } = store
  const named = sql`jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as named ("assignmentId" uuid, revision integer)`
  const { rows } = await sql<{
    assignmentId: string
    content: unknown
    sealed: Buffer | null
  }>`select told.assignment_id, told.content, told.sealed
    from ${named} join param_assignment_rev told
      on told.assignment_id = named."assignmentId" and told.revision = named.revision`.execute(db)
  if (rows.length < all.length) throw new Error('a revision that is put in force is not there')
  const rev = await putValues(
    store,
    rows.map(({ assignmentId, ...row }) => ({
      assignmentId,
      said: opened(store, assignmentId, row),
    })),
    cause,
  )
  const ids = all.map(({ assignmentId }) => assignmentId)
  await db
    .updateTable('paramAssignmentRev')
    .set({ state: 'SUPERSEDED' })
    .where('assignmentId', 'in', ids)
    .where('state', '=', 'IN_FORCE')
    .execute()
  await sql`with begun as (
      update param_assignment_rev told set state = 'IN_FORCE', rev = ${rev}::bigint
      from ${named} where told.assignment_id = named."assignmentId" and told.revision = named.revision
      returning told.assignment_id, told.revision, told.template_rev_id)
    update param_assignment own set state = 'ACTIVE', revision = begun.revision,
      active_template_rev_id = begun.template_rev_id, status = 1, asked_by = null, asked_for = null
    from begun where own.id = begun.assignment_id`.execute(db)
  await lookAgain(store, ids)
}

/** What they say holds no more; what was scheduled does not come. */
export async function takeOutOfForce(
  store: ParamStore,
  ids: readonly string[],
  cause: Cause,
): Promise<void> {
  if (ids.length === 0) return
  const { db } = store
  await putValues(
    store,
    ids.map((assignmentId) => ({ assignmentId, said: nothing })),
    cause,
  )
  await db
    .updateTable('paramAssignmentRev')
    .set({ state: cause.because === 'ENDED' ? 'SUPERSEDED' : 'REVOKED' })
    .where('assignmentId', 'in', [...ids])
    .where('state', 'in', ['IN_FORCE', 'SCHEDULED'])
    .execute()
  await db
    .updateTable('paramAssignment')
    .set({ state: 'REVOKED', revision: null, askedBy: null, askedFor: null })
    .where('id', 'in', [...ids])
    .execute()
  await lookAgain(store, ids)
}

/** The terminals of these assignments are looked at by a worker; those of a place are found by it. */
export async function lookAgain(
  { db }: Pick<ParamStore, 'db'>,
  ids: readonly string[],
): Promise<void> {
  await sql`insert into param_due (device_id)
    select device_id from param_assignment where id = any(${[...ids]}::uuid[]) and level = 'DEVICE'`.execute(
    db,
  )
  await sql`insert into param_change (level, target_id)
    select level, target_id from param_assignment where id = any(${[...ids]}::uuid[]) and level <> 'DEVICE'`.execute(
    db,
  )
}

/** Revisions whose moment has come, and those whose time is over; of two workers one does it. */
export async function followMoments(store: ParamStore): Promise<void> {
  const { db } = store
  const { rows: due } = await sql<
    Named & { readonly publishedBy: string | null; readonly ticket: string | null }
  >`
    select rev.assignment_id, rev.revision, rev.published_by, rev.ticket
    from param_assignment_rev rev join param_assignment own on own.id = rev.assignment_id
    where rev.state = 'SCHEDULED' and rev.starts_at <= now() and own.deleted_at is null
    order by rev.starts_at, rev.revision limit 20 for update of own, rev skip locked`.execute(db)
  for (const { publishedBy: userId, ticket, ...of } of due)
    await putInForce(store, [of], { because: 'STARTED', userId, note: null, ticket })
  const { rows: over } = await sql<Named>`select rev.assignment_id, rev.revision
    from param_assignment_rev rev join param_assignment own on own.id = rev.assignment_id
    where rev.state = 'IN_FORCE' and rev.ends_at <= now()
    order by rev.ends_at limit 20 for update of own, rev skip locked`.execute(db)
  for (const { assignmentId } of over)
    await takeOutOfForce(store, [assignmentId], { because: 'ENDED', userId: null, note: null })
}
