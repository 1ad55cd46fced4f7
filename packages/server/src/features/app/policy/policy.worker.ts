import { orgApksPath } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { FrozenPrincipal } from '../../../access/frozen.ts'
import { standingNow } from '../../../access/owner.ts'
import type { Platform } from '../../../kit/context.ts'
import { every } from '../../../platform/every.ts'
import type { DB } from '../../../platform/schema.ts'
import { announcePushes } from '../../device/index.ts'
import { tellNotices } from '../../notice/index.ts'
import { forgetGiven } from './again.queries.ts'
import { followCompliance } from './compliance.queries.ts'
import { followGrey, greyChanges } from './followGrey.ts'
import { giveMandatory, takeAway } from './mandatory.ts'
import { type Giving, type Moved, pushShare, steerShares } from './releasePush.ts'
import { countRelease, type Standing } from './releaseTally.queries.ts'
import { nextStep, type ReleaseStep, type RunningRelease } from './release.rules.ts'

/** Follows what changes on terminals, and takes releases on or stops them soon after terminals have answered. */
export function startPolicyWorker(platform: Platform): { readonly stop: () => Promise<void> } {
  const { log } = platform
  const jobs = [
    every({ name: 'the compliance of terminals', seconds: 5, log }, () => followPolicies(platform)),
    every({ name: 'the course of releases', seconds: 3, log }, () => runReleases(platform)),
  ]
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()))
    },
  }
}

/** Keeps the figures of policies, and carries out what they ask for. */
export async function followPolicies({ db, live, now }: Store): Promise<void> {
  for (let hasMore = true; hasMore; )
    hasMore = await db.transaction().execute((trx) => followCompliance(trx))
  const told = hearing()
  const pushes = await db.transaction().execute(async (trx) => {
    await forgetGiven(trx)
    const giving = { db: trx, now, changed: told.changed }
    return [...(await giveMandatory(giving)), ...(await takeAway(giving))]
  })
  tellNotices(live, told.userIds)
  announcePushes(live, pushes)
}

/** Collects who is told of what, up to the commit. */
function hearing() {
  const userIds: string[] = []
  return { userIds, changed: (_: string, ids: readonly string[]) => void userIds.push(...ids) }
}

type Store = Pick<Platform, 'db' | 'live' | 'now'>

/** Decides about each release that runs; of two workers one does. */
export async function runReleases({ db, live, now }: Store): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from org_apk_release
    where state = 'RUNNING' and principal is not null
    order by counted_at nulls first limit 50`.execute(db)
  for (const { id } of rows) {
    const { userIds, changed } = hearing()
    const taken = await db.transaction().execute((trx) => takeStep({ db: trx, now, changed }, id))
    tellNotices(live, userIds)
    if (!taken) continue
    live.changed({ path: orgApksPath, ids: [taken.id], orgIds: [taken.orgId] })
    announcePushes(live, taken.pushes)
    for (const change of taken.grey ? greyChanges(taken.grey) : []) live.changed(change)
  }
}

interface Running extends RunningRelease {
  readonly policyId: string
  readonly orgId: string
  /** Its version may be brought to terminals, and its policy says so. */
  readonly isOffered: boolean
  readonly principal: FrozenPrincipal
  readonly reached: number
  readonly succeeded: number
  readonly failed: number
}

type Trx = Omit<Giving, 'giver'>

async function takeStep(trx: Trx, id: string) {
  const { rows } = await sql<Running>`select release.percent, release.steps,
      release.success_percent, release.error_percent, release.min_results, release.principal,
      release.reached, release.succeeded, release.failed, policy.id as policy_id, policy.org_id,
      apk.state in ('GREY', 'ONLINE') and apk.deleted_at is null and policy.deleted_at is null
        and policy.status = 1 as is_offered
    from org_apk_release release join org_apk policy on policy.id = release.org_apk_id
      join apk on apk.id = release.apk_id
    where release.id = ${id} and release.state = 'RUNNING' for update of release skip locked`.execute(
    trx.db,
  )
  const [release] = rows
  if (!release) return null
  const tally = await countRelease(trx.db, id)
  const giver = await standingNow(trx.db, release.principal)
  const step = giver ? stepOf(release, tally) : stopFor('push.ownerGone')
  await keepStep(trx.db, id, { step, tally })
  // Before a share is given, or its version would be told to rest.
  const grey = step.do === 'wait' ? null : await followGrey(trx.db, id)
  const pushes = await carryOut({ ...trx, giver }, id, step)
  if (step.do !== 'wait')
    await sql`update org_apk set is_pending = true where id = ${release.policyId}`.execute(trx.db)
  const isSame =
    step.do === 'wait' &&
    release.reached === tally.reached &&
    release.succeeded === tally.succeeded &&
    release.failed === tally.failed
  return isSame ? null : { id: release.policyId, orgId: release.orgId, pushes, grey }
}

type Course = Exclude<ReleaseStep, { do: 'stop' }> | ReturnType<typeof stopFor>

const stopFor = (reason: string) => ({ do: 'stop', reason }) as const

function stepOf(release: Running, tally: Standing): Course {
  if (tally.isHeld) return stopFor('orgApk.stopped.push')
  if (!release.isOffered) return stopFor('orgApk.stopped.withdrawn')
  const step = nextStep(release, tally)
  if (step.do === 'stop') return stopFor('orgApk.stopped.errors')
  // Of a share that is not written down nobody knows yet how many have their say; one that found nobody there
  // tells nothing of its version: whoever steers the release tries it again or goes on.
  return tally.isWritten && !tally.isUnheard ? step : { do: 'wait' }
}

/** What a step means for the pushes of a release. */
async function carryOut(
  { giver, ...trx }: Trx & { readonly giver: FrozenPrincipal | null },
  id: string,
  step: Course,
): Promise<Moved[]> {
  if (step.do === 'stop') return steerShares(trx, id, { act: 'stop', reason: step.reason })
  const made = step.do === 'widen' && giver ? await pushShare({ ...trx, giver }, id) : null
  return made ? [made] : []
}

async function keepStep(
  db: Kysely<DB>,
  id: string,
  { step, tally }: { readonly step: Course; readonly tally: Standing },
): Promise<void> {
  const { reached, succeeded, failed } = tally
  await db
    .updateTable('orgApkRelease')
    .set({ reached, succeeded, failed, countedAt: sql`now()`, ...changesOf(step) })
    .where('id', '=', id)
    .where('state', '=', 'RUNNING')
    .execute()
}

function changesOf(step: Course) {
  if (step.do === 'widen') return { percent: step.to, widenedAt: sql<string>`now()` }
  if (step.do === 'finish') return { state: 'FULL' }
  const { do: what } = step
  return what === 'stop'
    ? { state: 'STOPPED', reason: step.reason, endedAt: sql<string>`now()` }
    : {}
}
