import type { VersionState, VersionTrailEntry } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'

interface Step {
  readonly id: string
  readonly before: VersionState | null
  readonly after: VersionState
  readonly reason?: string | null
  /** Null: the platform itself. */
  readonly by: string | null
}

/** Notes how a version went from one state to another. */
export async function noteStep({ db }: Pick<Context, 'db'>, step: Step): Promise<void> {
  const { id, before, after, reason = null, by } = step
  await sql`insert into upgrade_version_review (upgrade_version_id, before, after, reason, by_user)
    values (${id}, ${before}, ${after}, ${reason}, ${by})`.execute(db)
}

/** What became of a version, from the first to the last. */
export async function readTrail({ db }: Context, id: string): Promise<VersionTrailEntry[]> {
  const { rows } = await sql<VersionTrailEntry>`select review.id, review.before, review.after,
      review.reason, review.at, account.user_name as by
    from upgrade_version_review review left join app_user account on account.id = review.by_user
    where review.upgrade_version_id = ${id} order by review.at, review.id`.execute(db)
  return rows
}
