import {
  codes,
  endedPushStates,
  formerStopped,
  type PushMove,
  pushMoves,
  type PushState,
} from '@muster/contract'
import { sql } from 'kysely'
import { type FrozenPrincipal, frozenScope } from '../../../access/frozen.ts'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { notFound, Refusal } from '../../../kit/refusal.ts'
import { translate } from '../../../platform/texts.ts'
import { pushChanged } from './announcePushes.ts'
import { pushBell } from './createPush.ts'
import { sliceSize } from './expand.queries.ts'
import { pausedWith } from './pausedWith.ts'
import { nextRun } from './push.rules.ts'
import {
  countRetried,
  restsWith,
  type Retried,
  retrySecondsOf,
  retrySlice,
} from './retry.queries.ts'
import { missingRight, requireRights } from './rights.ts'
import { setRates } from './steerPushes.ts'
import { leaveResuming, leaveWork } from './work.ts'

/** Whoever sees the organisation of its giver sees a push; its items, by their terminals. */
export const pushScope = organizationsBy('orgId')

export interface HeldPush extends Retried {
  readonly taskNo: string
  readonly state: PushState
  readonly reason: string | null
  readonly orgId: string
  readonly createdBy: string | null
  /** All who have changed it before it began. */
  readonly editors: readonly string[]
  readonly startsAt: string | null
  readonly cron: string | null
  readonly zone: string
  readonly ratePerMinute: number | null
  readonly graceUntil: string | null
  readonly isOpen: boolean
  /** A second person has not let it go. */
  readonly lacksApproval: boolean
  readonly principal: FrozenPrincipal | null
}

interface Named {
  readonly id: string
  readonly kinds: readonly string[]
}

/** A push of the caller's, locked until the commit, which he might have given. */
export async function lockPush(ctx: Context, named: Named): Promise<HeldPush> {
  const push = await lockSeen(ctx, named)
  requireRights(ctx, [push])
  return push
}

async function lockSeen(ctx: Context, { id, kinds }: Named): Promise<HeldPush> {
  const { rows } = await sql<HeldPush>`select id, task_no, kind, args,
      coalesce((options ->> 'needOnline')::boolean, false) as need_online,
      coalesce(options ->> 'zone', 'UTC') as zone, (options ->> 'ratePerMinute')::integer as rate_per_minute, state, reason, org_id, created_by, editors, starts_at, cron, grace_until,
      ttl_seconds, after_push_id, ended_at is null as is_open, principal,
      needs_approval and approved_at is null as lacks_approval
    from push where id = ${id} and kind = any(${[...kinds]}::text[]) and ${pushScope.rows(ctx.principal)}
    for update`.execute(ctx.db)
  const [push] = rows
  if (!push) throw notFound()
  return push
}

/** Refuses an act that the state of a push does not permit, naming the state that it is in by now. */
export function requireMove(ctx: Context, push: HeldPush, move: PushMove): void {
  if (pushMoves[move].includes(push.state)) return
  const state = translate(ctx.language, `push.state.${push.state}`)
  throw new Refusal(codes.wrongState, 'push.isNow', { params: { state } })
}

interface Change {
  readonly state: PushState
  readonly reason?: string | null
  readonly more?: ReturnType<typeof sql>
}

/** Keeps what an act makes of a push, and tells of it. */
export async function save(
  ctx: Context,
  push: HeldPush,
  { state, reason, more }: Change,
): Promise<void> {
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
export function nextBegin({ now }: Context, { startsAt, cron, zone }: HeldPush): Date | null {
  const at = startsAt === null ? null : new Date(startsAt)
  if (at && at > now()) return at
  return cron === null ? null : (nextRun({ cron, zone }, now()) ?? at)
}

/** Nothing of it has left yet, and nothing will. */
export async function takeBackPush(ctx: Context, push: HeldPush): Promise<void> {
  requireMove(ctx, push, 'takeBack')
  const isWaiting = push.state === 'APPROVAL' || push.state === 'SCHEDULED'
  const isInGrace = push.graceUntil !== null && new Date(push.graceUntil) > ctx.now()
  if (!isWaiting && !isInGrace) throw new Refusal(codes.wrongState, 'push.graceOver')
  await stop(ctx, push, { reason: null })
}

export async function stopPush(ctx: Context, push: HeldPush, reason: string): Promise<void> {
  requireMove(ctx, push, 'stop')
  await stop(ctx, push, { reason })
}

type End = Pick<Change, 'more'> & { readonly reason: string | null }

/** What follows a push, in the order of the chain. */
export async function chainBehind({ db }: Context, id: string) {
  const { rows } = await sql<{
    id: string
    kind: string
    state: PushState
  }>`with recursive chain as (
      select id, kind, state, 0 as place from push where id = ${id}
      union all select push.id, push.kind, push.state, chain.place + 1 from push join chain on push.after_push_id = chain.id)
    select id, kind, state from chain where place > 0 order by place`.execute(db)
  return rows
}

/** What follows a push and is in one of some states, in the order of the chain, locked. */
export async function followersOf(
  ctx: Context,
  { id }: HeldPush,
  states: readonly PushState[],
): Promise<readonly HeldPush[]> {
  const held: HeldPush[] = []
  for (const { id: next, kind, state } of await chainBehind(ctx, id))
    if (states.includes(state)) held.push(await lockSeen(ctx, { id: next, kinds: [kind] }))
  return held
}

/**
 * With what follows a push and has not begun: without it nothing of that ever would, also where whoever
 * stops the first may not steer that.
 */
export async function stop(ctx: Context, push: HeldPush, end: End): Promise<void> {
  await stopOne(ctx, push, end)
  for (const next of await followersOf(ctx, push, ['APPROVAL', 'SCHEDULED']))
    await stopOne(ctx, next, missingRight(ctx, [next]) ? { reason: formerStopped } : end)
}

/** A worker calls off what has not ended; meanwhile none of it leaves. */
async function stopOne(ctx: Context, push: HeldPush, { reason, more = sql`` }: End): Promise<void> {
  await save(ctx, push, {
    state: 'STOPPED',
    reason,
    more: sql`, expanded_at = coalesce(expanded_at, now()) ${more}`,
  })
  await sql`insert into push_look (push_id) values (${push.id})`.execute(ctx.db)
}

export async function pausePush(ctx: Context, push: HeldPush): Promise<void> {
  requireMove(ctx, push, 'pause')
  await save(ctx, push, { state: 'PAUSED' })
}

export async function resumePush(ctx: Context, push: HeldPush): Promise<void> {
  requireMove(ctx, push, 'resume')
  const known = pausedWith(push.reason)
  if (known) throw new Refusal(codes.wrongState, known)
  const rests = await restsWith(ctx.db, push)
  // What somebody paused by hand goes on from here with its plan or release, and no sooner.
  if (rests) return save(ctx, push, { state: 'PAUSED', reason: rests })
  const begins = nextBegin(ctx, push)
  await save(ctx, push, {
    state: push.lacksApproval ? 'APPROVAL' : begins ? 'SCHEDULED' : 'RUNNING',
    more: sql`, starts_at = coalesce(${begins}, starts_at)`,
  })
  await leaveResuming(ctx.db, [push.id])
}

/** From now on so many of its terminals are sent it a minute; those that wait for a turn are given another. */
export async function setPushRate(
  ctx: Context,
  push: HeldPush,
  ratePerMinute: number | null,
): Promise<void> {
  requireMove(ctx, push, 'setRate')
  const { db, principal } = ctx
  await setRates(db, [push.id], { ratePerMinute, userId: principal.userId })
  ctx.note({
    targetIds: [push.id],
    about: { taskNo: push.taskNo },
    before: { ratePerMinute: push.ratePerMinute },
    after: { ratePerMinute },
  })
  pushChanged(ctx, push)
  ctx.ring(pushBell)
}

/** Which of a push begin anew: of one error code, or those that are named. */
interface Which {
  readonly code?: string | undefined
  /** A slice's worth at most. */
  readonly ids?: readonly string[] | undefined
}

/** Items that ended without success begin anew, with the time of a new push; answers how many, of which there may be none. */
export async function retryPush(
  ctx: Context,
  push: HeldPush,
  { code, ids }: Which,
): Promise<number> {
  requireMove(ctx, push, 'retry')
  if (push.lacksApproval) throw new Refusal(codes.wrongState, 'push.notApproved')
  const { db, principal } = ctx
  const again = { who: principal, code: code ?? null, ids: ids ?? null, after: null }
  const { count, last } = await retrySlice(db, push, again)
  if (count === 0) return 0
  const isPaused = push.state === 'PAUSED'
  // What rests with its plan or release goes on with it.
  const reason = isPaused ? push.reason : await restsWith(db, push)
  await save(ctx, push, {
    state: isPaused || reason ? 'PAUSED' : 'RUNNING',
    reason,
    more: sql`, expires_at = greatest(expires_at, now() + make_interval(secs => ${retrySecondsOf(push)}))`,
  })
  // What a worker had not yet called off goes on with them.
  if (push.state === 'STOPPED') await leaveResuming(db, [push.id])
  if (count < sliceSize) return count
  // A worker goes on with the others.
  const work = { kind: 'RETRY', pushId: push.id, principal: frozenScope(principal) } as const
  await leaveWork(db, { ...work, code: again.code, cursorId: last })
  return count + (await countRetried(db, push, { ...again, after: last }))
}
