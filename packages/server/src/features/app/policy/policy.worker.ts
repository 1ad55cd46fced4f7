import { orgApksPath } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { Platform } from '../../../kit/context.ts'
import { every, type Job } from '../../../kit/jobs.ts'
import type { DB } from '../../../platform/schema.ts'
import { countCompliance } from './compliance.queries.ts'
import { countRelease } from './release.queries.ts'
import { nextStep, type ReleaseStep, type RunningRelease, type Tally } from './release.rules.ts'

/** So old the figures of a policy become; a change of it is counted within a minute. */
const freshMinutes = 15

/** Counts what terminals comply with, and takes releases on to their next share. */
export const policyJobs: readonly Job[] = [
  every('* * * * *', 'policy.count', async ({ db }) => {
    await db.transaction().execute((trx) => countCompliance(trx, freshMinutes))
  }),
  every('* * * * *', 'policy.release', runReleases),
]

/** Decides about each release that runs; of two workers one does. */
export async function runReleases({ db, live }: Platform): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from org_apk_release
    where state = 'RUNNING' order by counted_at nulls first limit 50`.execute(db)
  for (const { id } of rows) {
    const policy = await db.transaction().execute((trx) => takeStep(trx, id))
    if (policy) live.changed({ path: orgApksPath, ids: [policy.id], orgIds: [policy.orgId] })
  }
}

interface Running extends RunningRelease {
  readonly policyId: string
  readonly orgId: string
}

async function takeStep(db: Kysely<DB>, id: string) {
  const { rows } = await sql<Running>`select release.percent, release.steps,
      release.success_percent, release.error_percent, release.min_results,
      policy.id as policy_id, policy.org_id
    from org_apk_release release join org_apk policy on policy.id = release.org_apk_id
    where release.id = ${id} and release.state = 'RUNNING' for update of release skip locked`.execute(
    db,
  )
  const [release] = rows
  if (!release) return null
  const tally = await countRelease(db, id)
  const step = nextStep(release, tally)
  await keepStep(db, id, { step, tally })
  if (step.do === 'wait') return null
  await sql`update org_apk set is_pending = true where id = ${release.policyId}`.execute(db)
  return { id: release.policyId, orgId: release.orgId }
}

async function keepStep(
  db: Kysely<DB>,
  id: string,
  { step, tally }: { readonly step: ReleaseStep; readonly tally: Tally },
): Promise<void> {
  const { reached, succeeded, failed } = tally
  await db
    .updateTable('orgApkRelease')
    .set({ reached, succeeded, failed, countedAt: sql`now()`, ...changesOf(step) })
    .where('id', '=', id)
    .where('state', '=', 'RUNNING')
    .execute()
}

function changesOf(step: ReleaseStep) {
  if (step.do === 'widen') return { percent: step.to, widenedAt: sql<string>`now()` }
  if (step.do === 'finish') return { state: 'FULL' }
  return step.do === 'stop' ? { state: 'STOPPED', endedAt: sql<string>`now()` } : {}
}
