import {
  apks,
  codes,
  orgApksPath,
  type Release,
  type ReleaseAct,
  type ReleaseState,
} from '@muster/contract'
import { sql } from 'kysely'
import { frozenScope } from '../../../access/frozen.ts'
import { mayCall } from '../../../access/principal.ts'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import { pushBell, pushChanged } from '../../device/index.ts'
import { appScope } from '../appScope.ts'
import { lockApk, moveApk } from '../version/move.ts'
import { followGrey, greyChanges } from './followGrey.ts'
import { requireReleaseGoesBack } from './goesBack.queries.ts'
import { policyBin } from './policyBin.ts'
import { type Giving, type Moved, pushBack, pushShare, steerShares } from './releasePush.ts'
import { areRising, releaseMoves, widerShare, wholeSteps } from './release.rules.ts'

/** The releases of a policy, the latest first, with the pushes that came of them. */
export async function findReleases({ db }: Context, policyId: string): Promise<Release[]> {
  const { rows } = await sql<Omit<Release, 'nextPercent'>>`select release.id, release.apk_id,
      apk.version_name, apk.version_code, release.state, release.percent, release.steps,
      release.success_percent, release.error_percent, release.min_results, release.started_at,
      release.widened_at, release.ended_at, release.reached, release.succeeded, release.failed,
      release.reason, coalesce(given.pushes, '[]') as pushes
    from org_apk_release release join apk on apk.id = release.apk_id
      left join lateral (select jsonb_agg(jsonb_build_object('id', push.id, 'taskNo', push.task_no,
          'purpose', made.purpose, 'percent', made.percent, 'state', push.state, 'size', push.size)
          order by push.id desc) as pushes
        from org_apk_push made join push on push.id = made.push_id
        where made.release_id = release.id) as given on true
    where release.org_apk_id = ${policyId} order by release.started_at desc, release.id limit 100`.execute(
    db,
  )
  return rows.map((row) => ({ ...row, nextPercent: nextPercentOf(row) }))
}

const nextPercentOf = (release: Pick<Release, 'state' | 'percent' | 'steps'>): number | null =>
  release.state === 'RUNNING' || release.state === 'PAUSED' ? widerShare(release) : null

interface Start {
  readonly apkId: string
  readonly steps: readonly number[]
  readonly successPercent: number
  readonly errorPercent: number
  readonly minResults: number
}

interface Span {
  readonly status: number
  readonly startAt: string | null
  readonly endAt: string | null
}

/** Whether a policy decides about anybody now. */
function isInForce({ status, startAt, endAt }: Span, now: Date): boolean {
  const [from, until] = [startAt, endAt].map((at) => (at ? new Date(at) : null))
  return status === 1 && (!from || from <= now) && (!until || now < until)
}

/** Begins to bring a version to the terminals of a policy. */
export async function startRelease(ctx: Context, id: string, wish: Start): Promise<{ id: string }> {
  const policy = await policyBin.find(ctx, id)
  if (policy.policy === 'PROHIBITED') throw new Refusal(codes.wrongState, 'orgApk.nothingToRelease')
  if (!isInForce(policy, ctx.now())) throw new Refusal(codes.wrongState, 'orgApk.notInForce')
  // A rollback that ends the offer of a version waits, or is waited for.
  await sql`select from app where id = ${policy.appId} for no key update`.execute(ctx.db)
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
      principal: JSON.stringify(frozenScope(ctx.principal)),
      editors: [ctx.principal.userId],
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) throw new Refusal(codes.wrongState, 'orgApk.releaseRuns')
  tell(ctx, [await pushShare(givingBy(ctx), made.id)])
  await settle(ctx, policy, { release, percent })
  return made
}

const givingBy = ({ db, now, changed, principal }: Context): Giving => ({
  db,
  now,
  changed,
  giver: frozenScope(principal),
})

/** Pushes that were made or moved are seen, and carried out, at once. */
function tell(ctx: Context, pushes: readonly (Moved | null)[]): void {
  for (const push of pushes) if (push) pushChanged(ctx, push)
  ctx.ring(pushBell)
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
  const move =
    found?.state === 'SIGNED' ? 'grey' : found?.state === 'GREY_PAUSED' ? 'resumeGrey' : null
  if (found && move && mayCall(ctx.principal, apks.publish.permission))
    await moveApk(ctx, await lockApk(ctx, apkId, move), {
      moves: [move],
      changes: { greyPercent: percent, publishAt: null },
    })
  else if (!found || !['GREY', 'ONLINE'].includes(found.state))
    throw new Refusal(codes.wrongState, 'orgApk.notOffered')
  return found.versionName
}

interface OpenRelease {
  readonly id: string
  readonly apkId: string
  readonly state: ReleaseState
  readonly percent: number
  readonly steps: readonly number[]
}

/** What people do with the latest release of a policy. */
export async function steerRelease(ctx: Context, id: string, act: ReleaseAct) {
  const policy = await policyBin.find(ctx, id)
  // The application first, as those do that move its versions.
  await sql`select from app where id = ${policy.appId} for no key update`.execute(ctx.db)
  const { rows } =
    await sql<OpenRelease>`select id, apk_id, state, percent, steps from org_apk_release
    where org_apk_id = ${id} order by started_at desc, id limit 1 for update`.execute(ctx.db)
  const [release] = rows
  if (!release) throw new Refusal(codes.wrongState, 'orgApk.noReleases')
  const { from, to: state } = releaseMoves[act]
  const wider = widerShare(release)
  if (!from.includes(release.state) || (act === 'widen' && wider === null))
    throw new Refusal(codes.wrongState, `orgApk.releaseIs.${release.state}`)
  if (act === 'rollback') await requireReleaseGoesBack(ctx, release.id)
  const percent = act === 'widen' ? (wider ?? release.percent) : release.percent
  const isOver = state === 'ROLLED_BACK' || state === 'STOPPED'
  const now = ctx.now().toISOString()
  await sql`update org_apk_release set state = ${state}, percent = ${percent},
      editors = array(select unnest(editors) union select ${ctx.principal.userId}::uuid where percent < ${percent}),
      widened_at = case when percent < ${percent} then ${now}::timestamptz else widened_at end,
      ended_at = case when ${isOver} then ${now}::timestamptz else ended_at end
    where id = ${release.id}`.execute(ctx.db)
  tell(ctx, await carryOut(ctx, release.id, act))
  if (act === 'rollback') await endGrey(ctx, release.apkId)
  const grey = await followGrey(ctx.db, release.id)
  for (const { path, ids, orgIds } of grey ? greyChanges(grey) : []) ctx.changed(path, ids, orgIds)
  await settle(ctx, policy, { release: state, percent })
  return { percent, state }
}

/**
 * A version of the caller's that no release brings, no task and no policy asks for by its code waits for
 * its publication again.
 */
async function endGrey(ctx: Context, apkId: string): Promise<void> {
  const { rows } = await sql`select from apk where id = ${apkId} and deleted_at is null
    and state in ('GREY', 'GREY_PAUSED')
    and not exists (select from org_apk_release release where release.apk_id = apk.id
      and release.ended_at is null)
    and not exists (select from org_apk policy where policy.app_id = apk.app_id
      and policy.version_rule = 'FIXED' and policy.version_code = apk.version_code
      and policy.policy <> 'PROHIBITED' and policy.status = 1 and policy.deleted_at is null)
    and not exists (select from push where push.kind = 'APP_INSTALL' and push.ended_at is null
      and push.state <> 'STOPPED' and push.args #>> '{gate,apkId}' = apk.id::text)
    and exists (select from app as row where row.id = apk.app_id
      and ${appScope.rows(ctx.principal)})`.execute(ctx.db)
  if (rows.length === 0) return
  await moveApk(ctx, await lockApk(ctx, apkId, 'endGrey'), {
    moves: ['endGrey'],
    changes: { greyPercent: null },
  })
}

/** What an act means for the pushes of a release. */
async function carryOut(
  ctx: Context,
  id: string,
  act: ReleaseAct,
): Promise<readonly (Moved | null)[]> {
  if (act === 'widen') return [await pushShare(givingBy(ctx), id)]
  if (act !== 'rollback') return steerShares(ctx, id, { act })
  const stopped = await steerShares(ctx, id, { act: 'stop' })
  return [...stopped, ...(await pushBack(givingBy(ctx), id))]
}
