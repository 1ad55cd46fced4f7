import type { ApkTrailEntry } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'

interface Steps {
  readonly apkId: string
  /** Where it stood, null where it did not exist yet, and then each state that it came to. */
  readonly states: readonly (string | null)[]
  readonly reason?: string | null
  readonly checked?: readonly string[]
  /** Null: the platform itself. */
  readonly by: string | null
}

/** Notes how a version went from state to state. */
export async function noteSteps(
  { db }: Pick<Context, 'db'>,
  { apkId, states, reason = null, checked = [], by }: Steps,
): Promise<void> {
  // Steps of one transaction differ by microseconds, by which they are read in order again.
  await sql`insert into apk_review (apk_id, before, after, reason, checked, at, by_user)
    select ${apkId}, step.before, step.after, ${reason}, ${[...checked]}::text[],
      clock_timestamp() + step.number * interval '1 microsecond', ${by}
    from (select state as after, lag(state) over (order by number) as before, number
      from unnest(${[...states]}::text[]) with ordinality as stood (state, number)) step
    where step.number > 1`.execute(db)
}

/** What became of a version, from the first to the last. */
export async function readTrail({ db }: Context, apkId: string): Promise<ApkTrailEntry[]> {
  const { rows } = await sql<ApkTrailEntry>`select review.id, review.before, review.after,
      review.reason, review.checked, review.at, account.user_name as by
    from apk_review review left join app_user account on account.id = review.by_user
    where review.apk_id = ${apkId} order by review.at, review.id`.execute(db)
  return rows
}
