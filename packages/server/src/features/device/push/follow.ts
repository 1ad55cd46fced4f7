import { type KeptTargets, mostRuns, type PushKind, ranOut } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import { type FrozenPrincipal, principalOf } from '../../../access/frozen.ts'
import { holdersAt } from '../../../access/holders.ts'
import { standingNow } from '../../../access/owner.ts'
import type { LiveHub } from '../../../platform/liveHub.ts'
import type { DB } from '../../../platform/schema.ts'
import { movingGroups } from '../membership/movingGroups.queries.ts'
import { announcePushes } from './announcePushes.ts'
import { giveNotice, tellNotices } from '../../notice/index.ts'
import { parameter } from '../../system/parameter/index.ts'
import { tellApprovers } from './approvalNotices.ts'
import {
  lockOpen,
  type OpenPush,
  readPush,
  saveSlice,
  sliceSize,
  writeSlice,
} from './expand.queries.ts'
import { countTargets } from './givePush.ts'
import { goOnNext } from './chain.queries.ts'
import { approvalSize, graceOf, massSize } from './mass.ts'
import { nextRun } from './push.rules.ts'
import { pushLink } from './pushLink.ts'
import { controlOf, mayStillWant } from './rights.ts'
import { callOffNext, type Touched, workNext } from './work.ts'

type Db = Kysely<DB>

/** Where pushes are kept, and who is told of them. */
export interface Store {
  readonly db: Db
  readonly live: Pick<LiveHub, 'changed'>
  readonly log: Pick<Logger, 'error'>
  readonly now: () => Date
}

/** Begins what is due, and writes down the terminals of what has begun. */
export async function followPushes(store: Store): Promise<void> {
  await beginDue(store)
  await expandAll(store)
  await growNext(store)
  await untilDone(store, workNext)
  await untilDone(store, callOffNext)
  await untilDone(store, goOnNext)
}

const tell = ({ live }: Store, { id, orgId }: Pick<OpenPush, 'id' | 'orgId'>) =>
  announcePushes(live, [{ id, orgId }])

/** Works slice by slice, each in a transaction of its own. */
async function untilDone(
  store: Store,
  next: (db: Db) => Promise<readonly Touched[] | null>,
): Promise<void> {
  for (;;) {
    const touched = await next(store.db)
    if (touched === null) return
    announcePushes(store.live, touched)
  }
}

/** Writes down what has begun. One that cannot be written is left for the next round: others go on. */
async function expandAll(store: Store): Promise<void> {
  const passed: string[] = []
  for (;;) {
    const at: { id?: string } = {}
    try {
      if (!(await expandNext(store, passed, at))) return
    } catch (error) {
      // Without a push in hand it is the database that fails, and the round with it.
      if (at.id === undefined) throw error
      passed.push(at.id)
      store.log.error({ err: error, push: at.id }, 'a push could not be written down')
    }
  }
}

/**
 * Writes one slice of one push, which `at` names; one that cannot be begun yet is passed by. Answers whether
 * there may be more.
 */
async function expandNext(store: Store, passed: string[], at: { id?: string }): Promise<boolean> {
  const told: string[] = []
  const push = await store.db.transaction().execute(async (db) => {
    const found = await lockOpen(db, passed)
    if (!found) return null
    at.id = found.id
    const push = readPush(found)
    if (await isGroupMoving(db, push)) {
      passed.push(push.id)
      return push
    }
    const who = await stillWanting(db, push)
    if (!who) await stopFor(db, push.id, 'push.ownerGone')
    else await goOn({ ...store, db }, push, { who, told })
    return push
  })
  tellNotices(store.live, told)
  if (push) tell(store, push)
  return push !== null
}

/** Whether somebody may just be joining the group of one that grows, and not know of it. */
async function isGroupMoving(
  db: Db,
  { isGrowing, cursorId, targets: { groupId } }: OpenPush,
): Promise<boolean> {
  if (!isGrowing || cursorId !== null || !groupId) return false
  return (await movingGroups(db, [groupId])).length > 0
}

/** In whose name a push goes on: whoever gave it, as long as he may want it; null: nobody's. */
async function stillWanting(
  db: Db,
  push: Pick<OpenPush, 'kind' | 'args' | 'targets' | 'principal'>,
): Promise<FrozenPrincipal | null> {
  const who = await standingNow(db, push.principal)
  return who && mayStillWant(principalOf(who), push) ? who : null
}

interface Going {
  readonly who: FrozenPrincipal
  readonly told: string[]
}

/**
 * Writes the next slice of a push down. It may have become one of many since it was given, as a group or a
 * filter may have become another: then a second person approves it, or it can be taken back for a while.
 */
async function goOn({ db, now }: Store, push: OpenPush, { who, told }: Going): Promise<void> {
  const from = push.isApproved ? Infinity : await approvalSize(db)
  const total = push.cursorId === null ? await countMass(db, push, { who, from }) : 0
  if (total >= from) return askSecond(db, push, told)
  const graceUntil = push.graceUntil ?? (await graceOf(db, total, now()))?.toISOString() ?? null
  if (graceUntil !== push.graceUntil)
    await sql`update push set grace_until = ${graceUntil} where id = ${push.id}`.execute(db)
  await saveSlice(db, push.id, await writeSlice(db, { ...push, graceUntil }, { who }))
}

/** How many terminals a push is about as it begins, as far as that decides something. */
async function countMass(
  db: Db,
  { targets, graceUntil }: OpenPush,
  { who, from }: Pick<Going, 'who'> & { readonly from: number },
): Promise<number> {
  const { groupId, orgId, filter } = targets
  const mayHaveGrown = graceUntil === null && Boolean(groupId ?? orgId ?? filter)
  const most = Math.max(Number.isFinite(from) ? from : 0, mayHaveGrown ? massSize + 1 : 0)
  if (most === 0) return 0
  const total = await countTargets({ db, principal: principalOf(who) }, targets, most)
  // What was named one by one was counted when it was given; what is of something else is held up with that.
  return total >= from || mayHaveGrown ? total : 0
}

/** It waits for a second person from now on; `told` gets those who may be one. */
async function askSecond(db: Db, push: OpenPush, told: string[]): Promise<void> {
  const { rows } = await sql<{
    taskNo: string
    editors: readonly string[]
  }>`update push set state = 'APPROVAL', needs_approval = true
      where id = ${push.id} returning task_no, editors`.execute(db)
  const changed = (_: string, ids: readonly string[]) => void told.push(...ids)
  for (const row of rows) await tellApprovers({ db, changed }, { ...push, ...row })
}

async function stopFor(db: Db, id: string, reason: string): Promise<void> {
  await sql`update push set state = 'STOPPED', reason = ${reason}, expanded_at = coalesce(expanded_at, now())
    where id = ${id}`.execute(db)
  // Nothing of it may have been written, whose end would have it looked at.
  await sql`insert into push_look (push_id) values (${id})`.execute(db)
}

interface Due {
  readonly id: string
  readonly orgId: string
  readonly cron: string | null
  readonly zone: string
  readonly startsAt: string
  readonly hasGrace: boolean
  readonly runs: number
  readonly kind: PushKind
  readonly args: object
  readonly targets: KeptTargets
  readonly principal: FrozenPrincipal
  readonly taskNo: string
  readonly createdBy: string | null
}

/** Begins pushes whose time has come; of one that comes round, the run of this time. */
async function beginDue(store: Store): Promise<void> {
  const told: string[] = []
  const begun = await store.db.transaction().execute(async (db) => {
    const { rows } =
      await sql<Due>`select id, org_id, cron, coalesce(options ->> 'zone', 'UTC') as zone, starts_at, grace_until is not null as has_grace,
        kind, args, targets, principal, task_no, created_by, (select count(*) from push run where run.parent_id = push.id)::integer as runs
      from push where state = 'SCHEDULED' and ended_at is null and starts_at <= ${store.now()}
      order by starts_at limit 100 for update skip locked`.execute(db)
    for (const due of rows)
      if (due.cron === null)
        await sql`update push set state = 'RUNNING' where id = ${due.id}`.execute(db)
      else told.push(...(await comeRound(db, { ...due, cron: due.cron }, store.now())))
    return rows
  })
  tellNotices(store.live, told)
  for (const push of begun) tell(store, push)
}

type Round = Due & { readonly cron: string }

/** Begins the run of this time, or ends what nobody may want any more; answers who was told that it comes round no more. */
async function comeRound(db: Db, due: Round, now: Date): Promise<readonly string[]> {
  if (!(await stillWanting(db, due))) {
    await stopFor(db, due.id, 'push.ownerGone')
    return sayEnded(db, due, 'notice.pushOwnerGone')
  }
  return (await beginRun(db, due, now)) ? sayEnded(db, due, 'notice.pushRanOut') : []
}

/** Tells whoever gave it, and where he may not be there those who steer it, that it comes round no more. */
async function sayEnded(
  db: Db,
  { id, orgId, kind, taskNo, createdBy }: Due,
  textKey: 'notice.pushOwnerGone' | 'notice.pushRanOut',
): Promise<readonly string[]> {
  const others =
    textKey === 'notice.pushOwnerGone' ? await holdersAt(db, controlOf(kind), orgId) : []
  const userIds = [...new Set([...(createdBy === null ? [] : [createdBy]), ...others])]
  await giveNotice(
    { db, changed: () => undefined },
    {
      userIds,
      severity: 'WARNING',
      link: pushLink(kind, id),
      textKey,
      values: { kind: { textKey: `device.command.${kind}` }, taskNo, count: mostRuns },
    },
  )
  return userIds
}

/**
 * A push of its own for this run; times that were missed are made up for once. Answers whether it was
 * the last that it may have although it would come round again.
 */
async function beginRun(db: Db, due: Round, now: Date): Promise<boolean> {
  const grace = due.hasGrace ? await parameter(db, 'push.grace.seconds') : 0
  const graceUntil = grace > 0 ? new Date(now.getTime() + grace * 1000) : null
  await sql`insert into push (task_no, kind, title, args, org_id, state, targets, is_growing, group_id, options, principal,
      grace_until, ttl_seconds, expires_at, parent_id, needs_approval, approved_at, approved_by, created_at, created_by,
      edited_at, edited_by, editors)
    select next_task_no(${now}), kind, title, args, org_id, 'RUNNING', targets, is_growing, group_id, options, principal,
      ${graceUntil}::timestamptz, ttl_seconds, ${now}::timestamptz + make_interval(secs => ttl_seconds), id, needs_approval,
      approved_at, approved_by, ${now}, created_by, edited_at, edited_by, editors
    from push where id = ${due.id}`.execute(db)
  const next = nextRun(due, now)
  const isOut = Boolean(next) && due.runs + 1 >= mostRuns
  if (!next || isOut)
    await sql`update push set state = 'FINISHED', ended_at = ${now}, reason = ${isOut ? ranOut : null}
      where id = ${due.id}`.execute(db)
  else await sql`update push set starts_at = ${next} where id = ${due.id}`.execute(db)
  return isOut
}

/** Gives what a group is given to those who have joined it since. */
async function growNext(store: Store): Promise<void> {
  const grown = await store.db.transaction().execute(async (db) => {
    const { rows } = await sql<{ pushId: string; deviceIds: string[] }>`with taken as (
        delete from push_grown where ctid = any(array(select ctid from push_grown limit ${sliceSize} for update skip locked))
        returning push_id, device_id)
      select push_id, array_agg(distinct device_id) as device_ids from taken group by 1 order by 1`.execute(
      db,
    )
    const pushes: OpenPush[] = []
    for (const { pushId, deviceIds } of rows) {
      const push = await lockGrowing(db, pushId)
      const who = push && (await stillWanting(db, push))
      if (!who) continue
      const { written } = await writeSlice(db, push, { who, only: deviceIds })
      await sql`update push set size = size + ${written} where id = ${pushId}`.execute(db)
      pushes.push(push)
    }
    return pushes
  })
  for (const push of grown) tell(store, push)
}

async function lockGrowing(db: Db, id: string): Promise<OpenPush | null> {
  const { rows } =
    await sql<OpenPush>`select id, kind, args, org_id, created_by, targets, options, principal,
      null as grace_until, expires_at, null as cursor_id, is_growing, approved_at is not null as is_approved,
      after_push_id
    from push where id = ${id} and is_growing and ended_at is null and expires_at > now() for update`.execute(
      db,
    )
  const [row] = rows
  return row ? readPush(row) : null
}
