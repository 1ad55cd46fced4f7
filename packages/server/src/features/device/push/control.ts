import {
  codes,
  endedPushStates,
  type PushKind,
  type PushMove,
  pushMoves,
  type PushState,
  retriedStates,
} from '@muster/contract'
import { sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { notFound, Refusal } from '../../../kit/refusal.ts'
import { translate } from '../../../platform/texts.ts'
import { pushChanged } from './announcePushes.ts'
import { pushBell } from './createPush.ts'
import { leftOutCode } from './leftOut.queries.ts'
import { nextRun } from './push.rules.ts'
import { requireWantRight } from './wanting.ts'

/** Whoever sees the organisation of its giver sees a push; its items, by their terminals. */
export const pushScope = organizationsBy('orgId')

/** The terminals of a push that the caller sees, where items are joined with them. */
export const itemScope = organizationsBy('device.orgId', {
  vendor: 'device.vendorId',
  model: 'device.modelId',
})

export interface HeldPush {
  readonly id: string
  readonly taskNo: string
  readonly kind: PushKind
  readonly args: object
  readonly needOnline: boolean
  readonly state: PushState
  readonly orgId: string
  readonly createdBy: string | null
  readonly startsAt: string | null
  readonly cron: string | null
  readonly graceUntil: string | null
  readonly ttlSeconds: number | null
  readonly isOpen: boolean
}

/** A push of the caller's, locked until the commit. */
export async function lockPush(
  ctx: Context,
  { id, kinds }: { readonly id: string; readonly kinds: readonly string[] },
): Promise<HeldPush> {
  const { rows } = await sql<HeldPush>`select id, task_no, kind, args,
      coalesce((options ->> 'needOnline')::boolean, false) as need_online, state, org_id, created_by, starts_at, cron, grace_until,
      ttl_seconds, ended_at is null as is_open
    from push where id = ${id} and kind = any(${[...kinds]}::text[]) and ${pushScope.rows(ctx.principal)}
    for update`.execute(ctx.db)
  const [push] = rows
  if (!push) throw notFound()
  return push
}

/** Refuses an act that the state of a push does not permit, naming the state that it is in by now. */
function requireMove(ctx: Context, push: HeldPush, move: PushMove): void {
  if (pushMoves[move].includes(push.state)) return
  const state = translate(ctx.language, `push.state.${push.state}`)
  throw new Refusal(codes.wrongState, 'push.isNow', { params: { state } })
}

interface Change {
  readonly state: PushState
  readonly reason?: string | null
  readonly more?: ReturnType<typeof sql>
}

async function save(ctx: Context, push: HeldPush, { state, reason, more }: Change): Promise<void> {
  const isOver = endedPushStates.some((end) => end === state) && state !== 'STOPPED'
  await sql`update push set state = ${state}, reason = ${reason ?? null}, version = version + 1,
      updated_at = now(), updated_by = ${ctx.principal.userId},
      ended_at = case when ${isOver} then now() end ${more ?? sql``}
    where id = ${push.id}`.execute(ctx.db)
  ctx.note({
    targetIds: [push.id],
    about: { taskNo: push.taskNo },
    before: { state: push.state },
    after: { state, ...(reason ? { reason } : {}) },
  })
  pushChanged(ctx, push)
  ctx.ring(pushBell)
}

/** When a push that goes on begins next, where that is to come; one that comes round always does. */
function nextBegin({ now }: Context, { startsAt, cron }: HeldPush): Date | null {
  const at = startsAt === null ? null : new Date(startsAt)
  if (at && at > now()) return at
  return cron === null ? null : (nextRun(cron, now()) ?? at)
}

/** A second person lets it go; its grace begins then. */
export async function approvePush(ctx: Context, push: HeldPush): Promise<void> {
  requireMove(ctx, push, 'approve')
  if (push.createdBy === ctx.principal.userId)
    throw new Refusal(codes.forbidden, 'push.notYourself')
  const begins = nextBegin(ctx, push)
  const isLater = begins !== null
  await save(ctx, push, {
    state: isLater ? 'SCHEDULED' : 'RUNNING',
    more: sql`, starts_at = coalesce(${begins}, starts_at), approved_at = now(), approved_by = ${ctx.principal.userId},
      grace_until = case when grace_until is not null and not ${isLater}
        then now() + (grace_until - coalesce(starts_at, created_at)) else grace_until end,
      expires_at = case when ${isLater} then expires_at else now() + make_interval(secs => ttl_seconds) end`,
  })
}

/** Nothing of it has left yet, and nothing will. */
export async function takeBackPush(ctx: Context, push: HeldPush): Promise<void> {
  requireMove(ctx, push, 'takeBack')
  const isWaiting = push.state === 'APPROVAL' || push.state === 'SCHEDULED'
  const isInGrace = push.graceUntil !== null && new Date(push.graceUntil) > ctx.now()
  if (!isWaiting && !isInGrace) throw new Refusal(codes.wrongState, 'push.graceOver')
  await stop(ctx, push, null)
}

export async function stopPush(ctx: Context, push: HeldPush, reason: string): Promise<void> {
  requireMove(ctx, push, 'stop')
  await stop(ctx, push, reason)
}

/** A worker ends what has not been accepted; meanwhile none of it leaves. */
async function stop(ctx: Context, push: HeldPush, reason: string | null): Promise<void> {
  await save(ctx, push, {
    state: 'STOPPED',
    reason,
    more: sql`, expanded_at = coalesce(expanded_at, now())`,
  })
  await sql`insert into push_look (push_id) values (${push.id})`.execute(ctx.db)
}

export async function pausePush(ctx: Context, push: HeldPush): Promise<void> {
  requireMove(ctx, push, 'pause')
  await save(ctx, push, { state: 'PAUSED' })
}

export async function resumePush(ctx: Context, push: HeldPush): Promise<void> {
  requireMove(ctx, push, 'resume')
  const begins = nextBegin(ctx, push)
  await save(ctx, push, {
    state: begins ? 'SCHEDULED' : 'RUNNING',
    more: sql`, starts_at = coalesce(${begins}, starts_at)`,
  })
  await letGo(ctx, push)
}

/** What was kept back while a push rested is looked at again. */
const letGo = ({ db }: Context, { id }: HeldPush) =>
  sql`update push_item set next_publish_at = now(), waits_for = null, waits_reason = null
    where push_id = ${id} and waits_for = 'PAUSED' and ended_at is null`.execute(db)

/** Items that ended without success begin anew, with the time of a new push; answers how many. */
export async function retryPush(
  ctx: Context,
  push: HeldPush,
  code: string | undefined,
): Promise<number> {
  requireMove(ctx, push, 'retry')
  requireWantRight(ctx, push)
  const ttl = push.ttlSeconds ?? 3600
  const { kind, args, needOnline } = push
  // What has changed since counts: nobody is given again what he may not have, or beyond the caller's reach.
  const gate = await leftOutCode(ctx.db, { pushId: push.id, kind, args, needOnline })
  const { numAffectedRows = 0n } = await sql`with again as materialized (
      select item.id from push_item item join device on device.id = item.device_id
      where item.push_id = ${push.id} and item.state = any(${[...retriedStates]}::text[])
        and (${code ?? null}::text is null or item.code = ${code ?? null})
        and device.deleted_at is null and ${itemScope.rows(ctx.principal)} and ${gate} is null
      order by item.id for update of item)
    update push_item item set state = 'QUEUED', attempt = item.attempt + 1, message_id = uuid7(), publications = 0,
      code = null, message = null, step = null, percent = null, published_at = null, delivered_at = null, acked_at = null,
      ended_at = null, proved_at = null, ask_at = null, asked_at = null, queued_at = now(), next_publish_at = now(),
      expires_at = now() + make_interval(secs => ${ttl})
    from again where item.id = again.id`.execute(ctx.db)
  if (push.state === 'STOPPED') await letGo(ctx, push)
  const count = Number(numAffectedRows)
  if (count === 0) throw new Refusal(codes.warning, 'push.nothingToRetry')
  await save(ctx, push, {
    state: push.state === 'PAUSED' ? 'PAUSED' : 'RUNNING',
    more: sql`, expires_at = greatest(expires_at, now() + make_interval(secs => ${ttl}))`,
  })
  return count
}
