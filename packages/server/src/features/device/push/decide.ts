import { codes } from '@muster/contract'
import { sql } from 'kysely'
import { isOnePerson } from '../../../access/person.ts'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { tellDecision } from './approvalNotices.ts'
import { followersOf, type HeldPush, nextBegin, requireMove, save, stop } from './control.ts'
import { requireRights } from './rights.ts'
import { leaveResuming } from './work.ts'

/** A second person lets it go, and what was given with it to follow it; its grace begins then. */
export async function approvePush(ctx: Context, push: HeldPush): Promise<void> {
  await requireSecond(ctx, push, 'approve')
  const behind = await followersOf(ctx, push, ['APPROVAL'])
  requireRights(ctx, behind)
  for (const one of [push, ...behind]) await letGo(ctx, one)
  await forgetEditors(ctx, push)
  await tellDecision(ctx, push)
}

/** A second person refuses it, and with it what was given to follow it. */
export async function rejectPush(ctx: Context, push: HeldPush, reason: string): Promise<void> {
  await requireSecond(ctx, push, 'reject')
  const more = sql`, rejected_at = now(), rejected_by = ${ctx.principal.userId}`
  await stop(ctx, push, { reason, more })
  await tellDecision(ctx, push, reason)
}

/** Nobody decides about what he gave, or changed, himself. */
async function requireSecond(
  ctx: Context,
  push: HeldPush,
  move: 'approve' | 'reject',
): Promise<void> {
  requireMove(ctx, push, move)
  if (await isOnePerson(ctx, [push.createdBy, ...push.editors]))
    throw new Refusal(codes.forbidden, 'push.notYourself')
}

/** What it comes of, a policy and its release, has been agreed to as it stands, unless it was changed meanwhile. */
async function forgetEditors({ db }: Context, { id }: HeldPush): Promise<void> {
  await sql`update org_apk_giver giver set editors = '{}'
    from org_apk_push made join push on push.id = made.push_id join org_apk policy on policy.id = made.org_apk_id
    where made.push_id = ${id} and giver.org_apk_id = policy.id and policy.updated_at <= push.created_at
      and made.purpose <> all(array['BACK', 'OFF']) and giver.editors <> '{}'`.execute(db)
  await sql`update org_apk_release release set editors = '{}'
    from org_apk_push made join push on push.id = made.push_id
    where made.push_id = ${id} and release.id = made.release_id and made.purpose = 'FORTH'
      and (release.widened_at is null or release.widened_at <= push.created_at)
      and release.editors <> '{}'`.execute(db)
}

async function letGo(ctx: Context, push: HeldPush): Promise<void> {
  const begins = nextBegin(ctx, push)
  const isLater = begins !== null
  await save(ctx, push, {
    state: isLater ? 'SCHEDULED' : 'RUNNING',
    more: sql`, starts_at = coalesce(${begins}, starts_at), approved_at = now(), approved_by = ${ctx.principal.userId},
      grace_until = case when grace_until is not null and not ${isLater}
        then now() + (grace_until - coalesce(starts_at, created_at)) else grace_until end,
      expires_at = case when ${isLater} then expires_at
        else coalesce(now() + make_interval(secs => ttl_seconds), expires_at) end`,
  })
  // Where its terminals are written down already they wait for this.
  await leaveResuming(ctx.db, [push.id])
}
