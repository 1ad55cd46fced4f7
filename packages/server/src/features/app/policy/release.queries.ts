import {
  apks,
  codes,
  orgApksPath,
  type Release,
  type ReleaseAct,
  type ReleaseState,
} from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import { mayCall } from '../../../access/principal.ts'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import type { DB } from '../../../platform/schema.ts'
import { lockApk, moveApk } from '../version/move.ts'
import { policyBin } from './policyBin.ts'
import { areRising, releaseMoves, widerShare, wholeSteps } from './release.rules.ts'

/** The releases of a policy, the latest first. */
export async function findReleases({ db }: Context, policyId: string): Promise<Release[]> {
  const { rows } = await sql<Release>`select release.id, release.apk_id, apk.version_name,
      apk.version_code, release.state, release.percent, release.steps, release.success_percent,
      release.error_percent, release.min_results, release.started_at,
      release.widened_at, release.ended_at, release.reached, release.succeeded, release.failed
    from org_apk_release release join apk on apk.id = release.apk_id
    where release.org_apk_id = ${policyId} order by release.started_at desc, release.id limit 100`.execute(
    db,
  )
  return rows
}

interface Start {
  readonly apkId: string
  readonly steps: readonly number[]
  readonly successPercent: number
  readonly errorPercent: number
  readonly minResults: number
}

/** Begins to bring a version to the terminals of a policy. */
export async function startRelease(ctx: Context, id: string, wish: Start): Promise<{ id: string }> {
  const policy = await policyBin.find(ctx, id)
  if (policy.policy === 'PROHIBITED') throw new Refusal(codes.wrongState, 'orgApk.nothingToRelease')
  if (!areRising(wish.steps)) throw fieldRefusal('steps', 'orgApk.stepsNotRising')
  const steps = wholeSteps(wish.steps)
  const percent = steps[0] ?? 100
  const release = await requireVersion(ctx, { appId: policy.appId, apkId: wish.apkId, percent })
  // What everybody has already gives way; what still runs does not.
  await sql`update org_apk_release set ended_at = ${ctx.now().toISOString()}
    where org_apk_id = ${id} and state = 'FULL' and ended_at is null`.execute(ctx.db)
  const made = await ctx.db
    .insertInto('orgApkRelease')
    .values({
      orgApkId: id,
      apkId: wish.apkId,
      percent,
      steps,
      successPercent: wish.successPercent,
      errorPercent: wish.errorPercent,
      minResults: wish.minResults,
      startedBy: ctx.principal.userId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) throw new Refusal(codes.wrongState, 'orgApk.releaseRuns')
  await settle(ctx, policy, { release, percent })
  return made
}

/** Its terminals are wanted to have something else from now on. */
async function settle(
  ctx: Context,
  { id, name, orgId }: { readonly id: string; readonly name: string; readonly orgId: string },
  after: object,
): Promise<void> {
  await sql`update org_apk set is_pending = true where id = ${id}`.execute(ctx.db)
  ctx.note({ targetIds: [id], about: { name }, after })
  ctx.changed(orgApksPath, [id], [orgId])
}

/** The version to release; one that waits for its publication is offered to these terminals first. */
async function requireVersion(
  ctx: Context,
  { appId, apkId, percent }: { appId: string; apkId: string; percent: number },
): Promise<string> {
  const found = await ctx.db
    .selectFrom('apk')
    .select(['versionName', 'state'])
    .where('id', '=', apkId)
    .where('appId', '=', appId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  const mayBegin = found?.state === 'SIGNED' && mayCall(ctx.principal, apks.publish.permission)
  if (mayBegin)
    await moveApk(ctx, await lockApk(ctx, apkId, 'grey'), {
      moves: ['grey'],
      changes: { greyPercent: percent, publishAt: null },
    })
  else if (!found || !['GREY', 'ONLINE'].includes(found.state))
    throw new Refusal(codes.wrongState, 'orgApk.notOffered')
  return found.versionName
}

interface OpenRelease {
  readonly id: string
  readonly state: ReleaseState
  readonly percent: number
  readonly steps: readonly number[]
}

/** What people do with the latest release of a policy. */
export async function steerRelease(ctx: Context, id: string, act: ReleaseAct) {
  const policy = await policyBin.find(ctx, id)
  const { rows } = await sql<OpenRelease>`select id, state, percent, steps from org_apk_release
    where org_apk_id = ${id} order by started_at desc, id limit 1 for update`.execute(ctx.db)
  const [release] = rows
  if (!release) throw new Refusal(codes.wrongState, 'orgApk.noReleases')
  const { from, to: state } = releaseMoves[act]
  const wider = widerShare(release)
  if (!from.includes(release.state) || (act === 'widen' && wider === null))
    throw new Refusal(codes.wrongState, `orgApk.releaseIs.${release.state}`)
  const percent = act === 'widen' ? (wider ?? release.percent) : release.percent
  const isOver = state === 'ROLLED_BACK'
  const now = ctx.now().toISOString()
  await sql`update org_apk_release set state = ${state}, percent = ${percent},
      widened_at = case when percent < ${percent} then ${now}::timestamptz else widened_at end,
      ended_at = case when ${isOver} then ${now}::timestamptz else ended_at end
    where id = ${release.id}`.execute(ctx.db)
  await settle(ctx, policy, { release: state, percent })
  return { percent, state }
}

/** Counts those whom a release has reached, those that run its version, those that went back from it. */
export async function countRelease(db: Kysely<DB>, releaseId: string) {
  const { rows } = await sql<{ reached: number; succeeded: number; failed: number }>`
    with reached as (
      select decided.device_id, installed.version_code >= apk.version_code as has_it,
        exists (select from device_app_event event where event.device_id = decided.device_id
          and event.package = app.package and event.at >= release.started_at
          and event.from_code = apk.version_code and event.kind in ('DOWNGRADED', 'REMOVED')) as went_back
      from org_apk_release release
        join org_apk policy on policy.id = release.org_apk_id
        join apk on apk.id = release.apk_id join app on app.id = policy.app_id
        join org_apk_effective decided
          on decided.app_id = policy.app_id and decided.org_apk_id = policy.id
        join device on device.id = decided.device_id and device.lifecycle = 'ACTIVE'
        left join device_app installed
          on installed.device_id = decided.device_id and installed.package = app.package
      where release.id = ${releaseId}
        and release_place(decided.device_id, release.id) < release.percent * 100)
    select count(*)::bigint as reached, count(*) filter (where has_it)::bigint as succeeded,
      count(*) filter (where went_back and has_it is not true)::bigint as failed
    from reached`.execute(db)
  return rows[0] ?? { reached: 0, succeeded: 0, failed: 0 }
}
