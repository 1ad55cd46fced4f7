import { codes } from '@muster/contract'
import { sql } from 'kysely'
import type { Platform } from '../../../kit/context.ts'
import { databaseFault, isOverTime } from '../../../platform/databaseFault.ts'
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

interface Moment extends Named {
  readonly begins: boolean
  readonly publishedBy: string | null
  readonly ticket: string | null
}

/** Revisions whose moment has come, of assignments that are neither deleted nor disabled, and those whose time is over. */
export const dueMoments = sql`(
  select rev.assignment_id, rev.revision, rev.published_by, rev.ticket, true as begins, rev.starts_at as at
    from param_assignment_rev rev join param_assignment own on own.id = rev.assignment_id
    where rev.state = 'SCHEDULED' and rev.starts_at <= now() and own.deleted_at is null and own.status = 1
  union all
  select rev.assignment_id, rev.revision, null, null, false, rev.ends_at
    from param_assignment_rev rev
    where rev.state = 'IN_FORCE' and rev.ends_at <= now())`

/** How long a moment that failed is left alone. */
const failedForMs = 10 * 60_000
const failed = new Set<string>()
const nameOf = ({ assignmentId, revision }: Named) => `${assignmentId} ${revision}`

function leaveAlone(name: string): void {
  failed.add(name)
  setTimeout(() => failed.delete(name), failedForMs).unref()
}

/** Whether what failed may go well at once: the database was away, or somebody was in the way. */
const passes = (error: unknown): boolean =>
  databaseFault(error)?.code === codes.unavailable && !isOverTime(error)

/** The due moments that are not left alone. */
export function openMoments() {
  return sql`(select * from ${dueMoments} due
    where assignment_id || ' ' || revision <> all(${[...failed]}::text[]))`
}

/** Moments of a round. */
const mostMoments = 100

/**
 * What comes into force by the clock, and what ends; of two workers one does it. Each moment by itself: one that
 * fails, as where a secret was sealed with a key that is lost, keeps no other from coming.
 */
export async function followMoments({
  db,
  secrets,
  log,
}: Pick<Platform, 'db' | 'secrets' | 'log'>): Promise<void> {
  // What begins and is over already ends in the same round, before anybody is brought it.
  for (const begins of [true, false])
    for (const moment of await findMoments(db, begins))
      try {
        await db.transaction().execute((trx) => happen({ db: trx, secrets }, moment))
      } catch (error) {
        const { assignmentId, revision } = moment
        if (!passes(error)) leaveAlone(nameOf(moment))
        log.error({ err: error, assignmentId, revision }, 'values could not come into force or end')
      }
}

async function findMoments(db: ParamStore['db'], begins: boolean): Promise<Moment[]> {
  const { rows } = await sql<Moment>`
    select assignment_id, revision, published_by, ticket, begins from ${openMoments()} due
    where begins = ${begins}
    order by at, revision limit ${mostMoments}`.execute(db)
  return rows
}

async function happen(store: ParamStore, moment: Moment): Promise<void> {
  const { assignmentId, revision, begins, publishedBy: userId, ticket } = moment
  const { rows: locked } = await sql`select from param_assignment_rev rev
      join param_assignment own on own.id = rev.assignment_id
    where rev.assignment_id = ${assignmentId} and rev.revision = ${revision}
    for update of own, rev skip locked`.execute(store.db)
  if (locked.length === 0) return
  // Another worker, or whoever disabled or deleted it, may have come first.
  const { rows: due } = await sql`select from ${dueMoments} due
    where assignment_id = ${assignmentId} and revision = ${revision} and begins = ${begins}`.execute(
    store.db,
  )
  if (due.length === 0) return
  if (begins)
    await putInForce(store, [{ assignmentId, revision }], {
      because: 'STARTED',
      userId,
      note: null,
      ticket,
    })
  else await takeOutOfForce(store, [assignmentId], { because: 'ENDED', userId: null, note: null })
}
