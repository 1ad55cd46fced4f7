import { countCap, type PushKind, retriedStates } from '@muster/contract'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Principal } from '../../../access/principal.ts'
import { organizationsBy } from '../../../access/scope.ts'
import { allOf, type Condition } from '../../../kit/page.ts'
import type { DB } from '../../../platform/schema.ts'
import { sliceSize } from './expand.queries.ts'
import { leftOutCode } from './leftOut.queries.ts'
import { type PausedBy, pausedByPlan, pausedByRelease } from './pausedWith.ts'
import { kindBack, runsWhatCame } from './releaseTargets.queries.ts'

/** The terminals of a push that somebody sees, where items are joined with them. */
export const itemScope = organizationsBy('device.orgId', {
  vendor: 'device.vendorId',
  model: 'device.modelId',
})

/** What a push says that its items begin anew by. */
export interface Retried {
  readonly id: string
  readonly kind: PushKind
  readonly args: object
  readonly needOnline: boolean
  readonly ttlSeconds: number | null
  /** The push that it follows. */
  readonly afterPushId: string | null
}

export interface Again {
  readonly who: Principal
  /** Of one error code alone. */
  readonly code: string | null
  /** Those that are named alone; null: all. */
  readonly ids: readonly string[] | null
  /** The last item of the slice before. */
  readonly after: string | null
  /** Terminals that the push before it begins anew on: there it goes on with what has ended with that alone. */
  readonly behind?: readonly string[]
}

/** How long items that begin anew are worth delivering. */
export const retrySecondsOf = ({ ttlSeconds }: Pick<Retried, 'ttlSeconds'>): number =>
  ttlSeconds ?? 3600

/** Has the next of those that ended without success begin anew. */
export async function retrySlice(
  db: Kysely<DB>,
  push: Retried,
  again: Again,
): Promise<{ readonly count: number; readonly last: string | null }> {
  const isBehind = push.afterPushId !== null
  const { rows } = await sql<{ id: string; deviceId: string }>`with again as materialized (
      select item.id from push_item item join device on device.id = item.device_id
      where ${await mayBeginAnew(db, push, again)} order by item.id limit ${sliceSize} for update of item),
    begun as (update push_item item set state = 'QUEUED', attempt = item.attempt + 1, message_id = uuid7(), publications = 0,
        code = null, message = null, step = null, percent = null, published_at = null, delivered_at = null, acked_at = null,
        ended_at = null, proved_at = null, ask_at = null, asked_at = null, queued_at = now(), waits_reason = null,
        next_publish_at = case when not ${isBehind} then now() end,
        waits_for = case when ${isBehind} then 'BEFORE' end,
        expires_at = now() + make_interval(secs => ${retrySecondsOf(push)})
      from again where item.id = again.id returning item.id, item.device_id),
    behind as (insert into push_next (push_id, device_id)
      select ${push.afterPushId}::uuid, device_id from begun where ${isBehind})
    select id, device_id from begun order by id`.execute(db)
  if (push.kind === 'UPGRADE' && rows.length > 0)
    await retryBehind(db, push, { ...again, behind: rows.map((row) => row.deviceId) })
  return { count: rows.length, last: rows.at(-1)?.id ?? null }
}

/** Has the version that follows a push begin anew with it, as far as it ended because of it. */
async function retryBehind(db: Kysely<DB>, push: Retried, again: Again): Promise<void> {
  const { rows } = await sql<Retried>`select id, kind, args, ttl_seconds, after_push_id,
      coalesce((options ->> 'needOnline')::boolean, false) as need_online
    from push where after_push_id = ${push.id} and state in ('RUNNING', 'PAUSED', 'FINISHED', 'PARTIAL', 'EXPIRED') for update`.execute(
    db,
  )
  for (const next of rows) {
    const { count } = await retrySlice(db, next, { ...again, code: 'S610', ids: null, after: null })
    if (count > 0) await reopen(db, next)
  }
}

/** The plan that a push is of rests: what begins anew of it goes on when the plan does. */
const isOfRestingPlan = (id: string): Condition =>
  sql<SqlBool>`exists (select from plan_push made join plan on plan.id = made.plan_id
    where made.push_id = ${id} and made.purpose = 'FORTH' and plan.state = 'PAUSED')`

/** The release that a push is a share of rests. */
const isOfRestingRelease = (id: string): Condition =>
  sql<SqlBool>`exists (select from org_apk_push made join org_apk_release release on release.id = made.release_id
    where made.push_id = ${id} and made.purpose = 'FORTH' and release.state = 'PAUSED')`

/** With what a push rests that somebody would have go on; null: with nothing. */
export async function restsWith(
  db: Kysely<DB>,
  { id, kind }: Pick<Retried, 'id' | 'kind'>,
): Promise<PausedBy | null> {
  const [by, rests] =
    kind === 'UPGRADE'
      ? ([pausedByPlan, isOfRestingPlan(id)] as const)
      : ([pausedByRelease, isOfRestingRelease(id)] as const)
  const { rows } = await sql`select where ${rests}`.execute(db)
  return rows.length > 0 ? by : null
}

/** Before its push, as everybody does who steers a release: it neither rests nor goes on meanwhile. */
export const holdReleaseOf = (db: Kysely<DB>, pushId: string): Promise<unknown> =>
  sql`select from org_apk_release where id in (select release_id from org_apk_push where push_id = ${pushId})
    for share`.execute(db)

/** A push that had ended is at it again, or rests, as the one before it and its plan. */
const reopen = (db: Kysely<DB>, push: Retried) =>
  sql`update push set version = push.version + 1, updated_at = now(), ended_at = null,
      state = case when push.ended_at is null then push.state
        when former.state = 'PAUSED' or ${isOfRestingPlan(push.id)} then 'PAUSED' else 'RUNNING' end,
      reason = case when push.ended_at is null then push.reason when former.state = 'PAUSED' then former.reason
        when ${isOfRestingPlan(push.id)} then ${pausedByPlan} end,
      expires_at = greatest(push.expires_at, now() + make_interval(secs => ${retrySecondsOf(push)}))
    from push former where push.id = ${push.id} and former.id = push.after_push_id`.execute(db)

/** The waves that some pushes are of. */
export const wavesOfPushes = (ids: readonly string[]): Condition =>
  sql<SqlBool>`(wave.plan_id, wave.wave) in (select plan_id, wave from plan_push
    where push_id = any(${[...ids]}::uuid[]) and purpose = 'FORTH')`

/**
 * What is bad no more is not forgiven for others: what fails after a retry counts anew. Last of all that begins
 * anew: answers lock their items before their wave, so whoever holds a wave waits for no push and no item.
 */
export const forgiveLess = (db: Kysely<DB>, which: Condition): Promise<unknown> =>
  sql`with held as materialized (select wave.plan_id, wave.wave from plan_wave wave
      where wave.forgiven > 0 and ${which} order by 1, 2 for no key update)
    update plan_wave wave set forgiven = least(wave.forgiven, wave.no_contact + wave.unwell
      + (select coalesce(sum(tally.count), 0) from plan_push made join push_tally tally on tally.push_id = made.push_id
        where made.plan_id = wave.plan_id and made.wave = wave.wave and made.purpose = 'FORTH'
          and (tally.state in ('FAILED', 'REFUSED', 'TIMEOUT') or tally.state = 'RUNNING' and tally.step = 'NO_CONTACT')))
    from held where wave.plan_id = held.plan_id and wave.wave = held.wave`.execute(db)

/** How many more there are, counted no further than lists are. */
export async function countRetried(db: Kysely<DB>, push: Retried, again: Again): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (
    select from push_item item join device on device.id = item.device_id
    where ${await mayBeginAnew(db, push, again)} limit ${countCap}) as more`.execute(db)
  return rows[0]?.count ?? 0
}

/** Which items are meant: those that are named or of one error code, else all; of an upgrade, nothing that was called off by itself. */
export function retriedOf(
  kind: PushKind,
  { code, ids }: Pick<Again, 'code' | 'ids'>,
): readonly Condition[] {
  const isWhole = kind === 'UPGRADE' && code === null && ids === null
  const states = retriedStates.filter((state) => !isWhole || state !== 'CANCELLED')
  const conditions = [sql<SqlBool>`item.state = any(${states}::text[])`]
  if (code !== null) conditions.push(sql<SqlBool>`item.code = ${code}`)
  if (ids !== null) conditions.push(sql<SqlBool>`item.id = any(${[...ids]}::uuid[])`)
  return conditions
}

interface PlanWay {
  readonly planId: string
  readonly purpose: string
}

/** Whom a plan has passed by gets no more of it, and whoever runs something else by now is not taken back, over `device`. */
export const isStillFor = ({ planId, purpose }: PlanWay): Condition =>
  purpose === 'FORTH'
    ? sql<SqlBool>`device.sn not in (select unnest(excluded) from plan where id = ${planId})`
    : sql<SqlBool>`exists (select from plan_target target where target.plan_id = ${planId}
        and target.device_id = device.id and ${runsWhatCame})`

/** Of what a way of a plan is, as a query: each is a plan's alone on a terminal. */
export const kindsOf = ({ planId, purpose }: PlanWay): RawBuilder<unknown> =>
  sql`select ${purpose === 'FORTH' ? sql`unnest(plan.kinds)` : sql`(${kindBack('plan')})`} as kind
    from plan where plan.id = ${planId}`

/** A plan has taken a terminal again, and no other one has come to it since, over `device`. */
const isStillIts = (way: PlanWay): Condition =>
  sql<SqlBool>`not exists (select from (${kindsOf(way)}) as its where not exists (select from plan_claim held
    where held.device_id = device.id and held.kind = its.kind and held.plan_id = ${way.planId}))`

/** The ways of plans that a push is of: of one at most. */
async function waysOf(db: Kysely<DB>, { id, kind }: Retried): Promise<readonly PlanWay[]> {
  if (kind !== 'UPGRADE') return []
  const { rows } =
    await sql<PlanWay>`select plan_id, purpose from plan_push where push_id = ${id}`.execute(db)
  return rows
}

/** What has changed since counts: nobody is given again what he may not have, or beyond the caller's reach. */
async function mayBeginAnew(
  db: Kysely<DB>,
  push: Retried,
  { who, code, ids, after, behind }: Again,
) {
  const gate = await leftOutCode(db, { ...push, pushId: push.id, by: who })
  const conditions = [
    sql<SqlBool>`item.push_id = ${push.id}`,
    ...retriedOf(push.kind, { code, ids }),
    ...(await waysOf(db, push)).flatMap((way) => [isStillFor(way), isStillIts(way)]),
    sql<SqlBool>`device.deleted_at is null and ${itemScope.rows(who)} and ${gate} is null`,
  ]
  // It has got its values by another since.
  if (push.kind === 'PARAM')
    conditions.push(sql<SqlBool>`not exists (select from param_desired held
      where held.device_id = item.device_id and held.until is null and held.state = 'APPLIED'
        and held.app_id = (${JSON.stringify(push.args)}::jsonb #>> '{gate,appId}')::uuid)`)
  if (behind) conditions.push(sql<SqlBool>`item.device_id = any(${[...behind]}::uuid[])`)
  if (after !== null) conditions.push(sql<SqlBool>`item.id > ${after}`)
  return allOf(conditions)
}
