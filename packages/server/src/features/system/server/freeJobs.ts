import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'

/** Seconds of silence after which what a process holds goes to others. */
const silence = 30

/**
 * Frees the jobs of processes that were killed; the queue itself would give them four hours. One that
 * was only slow carries its job out twice: every job must bear that. While a living worker does not
 * tell its holder (an older version, in the middle of an update), nobody knows whose the jobs are.
 */
export async function freeJobs(db: Kysely<DB>): Promise<void> {
  const aWhileAgo = sql`now() - make_interval(secs => ${silence})`
  await sql`select graphile_worker.force_unlock_workers(array_agg(distinct job.locked_by))
    from graphile_worker.jobs job
    where job.locked_at < ${aWhileAgo} and not exists (select from server_node node
      where node.beat_at > ${aWhileAgo} and (node.job_holder = job.locked_by
        or node.job_holder is null and 'worker' = any(node.roles)))
    having count(*) > 0`.execute(db)
}
