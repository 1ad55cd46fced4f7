import { codes, mayMovePlan, mostExcluded, upgradeKinds } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { allOf } from '../../../kit/page.ts'
import { Refusal } from '../../../kit/refusal.ts'
import {
  deviceScope,
  excludeItems,
  forgiveLess,
  isStillFor,
  kindsOf,
  lockPush,
  retriedOf,
  retryPush,
} from '../../device/index.ts'
import { lockPlan, settlePlan } from './moves.ts'
import { planIsNow } from './planBin.ts'
import { stateOf } from './said.ts'

/** The caller sees the terminal of an `item`: apart, as both have columns of the same names. */
const isMine = ({ principal }: Context) =>
  sql<SqlBool>`exists (select from device where device.id = item.device_id and ${deviceScope.rows(principal)})`

interface Retriable {
  readonly id: string
}

/**
 * Terminals that the caller sees and that ended without success begin anew, and those that were not heard of or are not well are
 * looked at once more; those that another plan is at by now stay as they are, and refuse it.
 */
export async function retry(ctx: Context, id: string, code: string | undefined) {
  const plan = await lockPlan(ctx, id, 'retry')
  const { rows: pushes } = await sql<Retriable>`select distinct push.id from plan_push made
      join push on push.id = made.push_id join push_item item on item.push_id = push.id
    where made.plan_id = ${id} and ${isMine(ctx)} and made.purpose = 'FORTH' and push.state in ('RUNNING', 'PAUSED', 'FINISHED', 'PARTIAL')
      and item.state in ('FAILED', 'REFUSED', 'EXPIRED', 'TIMEOUT') and (${code ?? null}::text is null or item.code = ${code ?? null})
    order by 1`.execute(ctx.db)
  const pushIds = pushes.map((push) => push.id)
  const which = { code: code ?? null, ids: null }
  if (pushes.length > 0) await claimAgain(ctx, { planId: id, purpose: 'FORTH', pushIds }, which)
  let count = 0
  for (const push of pushes)
    count += await retryPush(ctx, await lockPush(ctx, { id: push.id, kinds: upgradeKinds }), {
      code,
    })
  if (code === undefined) count += await lookAgain(ctx, id)
  await forgiveLess(ctx.db, sql<SqlBool>`wave.plan_id = ${id}`)
  if (count === 0) throw new Refusal(codes.warning, 'push.nothingToRetry')
  settlePlan(ctx, plan, { retried: count })
  return { count }
}

/** Some pushes of a plan, of one of its ways. */
interface Ways {
  readonly planId: string
  readonly purpose: string
  readonly pushIds: readonly string[]
}

/** Which items of them are meant: those that are named, or of one error code. */
type Which = Parameters<typeof retriedOf>[1]

/**
 * Before results of plans begin anew by themselves: their plans still are for it, or have finished, and take
 * these terminals again. What a plan takes back may always be tried once more, where no other plan is by now.
 * Answers the pushes of which that holds: those of plans that are disabled rest with them.
 */
export async function takeAgain(
  ctx: Context,
  pushIds: readonly string[],
  which: Which,
): Promise<ReadonlySet<string>> {
  const { rows: ways } = await sql<Ways>`select plan_id, purpose, array_agg(push_id) as push_ids
    from plan_push where push_id = any(${[...pushIds]}::uuid[]) group by 1, 2 order by 1, 2`.execute(
    ctx.db,
  )
  const plans = await ctx.db
    .selectFrom('plan as row')
    .select(['id', 'planNo', 'state', 'status'])
    .where('id', '=', sql<string>`any(${ways.map(({ planId }) => planId)}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const disabled = plans.filter(({ status }) => status === 0)
  const rests = ({ planId, purpose }: Ways) =>
    purpose === 'FORTH' && disabled.some(({ id }) => id === planId)
  const resting = new Set(ways.filter(rests).flatMap((way) => way.pushIds))
  const free = new Set(pushIds.filter((id) => !resting.has(id)))
  const [first] = disabled
  if (first && free.size === 0)
    throw new Refusal(codes.wrongState, 'plan.isDisabledOf', { params: { planNo: first.planNo } })
  const states = new Map(plans.map((row) => [row.id, stateOf(row)]))
  for (const way of ways) {
    if (rests(way)) continue
    const state = states.get(way.planId)
    const isOver = state !== undefined && state !== 'FINISHED' && !mayMovePlan(state, 'retry')
    if (way.purpose === 'FORTH' && isOver) throw planIsNow(state)
    await claimAgain(ctx, way, which)
  }
  return free
}

/** Takes what is to begin anew for the plan again; refuses where another plan is at it. */
async function claimAgain(
  ctx: Context,
  { planId, purpose, pushIds }: Ways,
  which: Which,
): Promise<void> {
  const way = { planId, purpose }
  const meant = [...retriedOf('UPGRADE', which), isStillFor(way)]
  const { rows } = await sql`with kinds as materialized (${kindsOf(way)}),
    wanted as materialized (select distinct item.device_id from push_item item join device on device.id = item.device_id
      where item.push_id = any(${[...pushIds]}::uuid[]) and ${isMine(ctx)} and ${allOf(meant)}),
    claimed as (insert into plan_claim as known (device_id, kind, plan_id)
      select wanted.device_id, kinds.kind, ${planId} from wanted cross join kinds order by 1, 2
      on conflict (device_id, kind) do update set plan_id = excluded.plan_id
        where known.plan_id = excluded.plan_id or not is_plan_at(known.plan_id, known.device_id)
      returning device_id),
    whole as (select device_id from claimed group by 1 having count(*) = (select count(*) from kinds))
    select 1 from wanted where not exists (select from whole where whole.device_id = wanted.device_id) limit 1`.execute(
    ctx.db,
  )
  if (rows.length > 0) throw new Refusal(codes.wrongState, 'plan.otherAtIt')
}

/** Those that were not heard of, not well or took no payments have their time once more; their wave counts them no more. */
async function lookAgain({ db, principal }: Context, id: string): Promise<number> {
  const mine = deviceScope.rows(principal)
  const { rows } = await sql<{ count: number }>`
    with former as materialized (select target.device_id, target.wave, target.outcome from plan_target target
        join device on device.id = target.device_id
      where target.plan_id = ${id} and target.outcome in ('NO_CONTACT', 'UNWELL', 'NO_PAYMENTS') and ${mine}),
    again as (update plan_target set outcome = null, former_outcome = outcome
      where plan_id = ${id} and device_id = any(array(select device_id from former)) returning device_id, wave, part),
    counted as (select wave, count(*) filter (where outcome = 'NO_CONTACT') as no_contact,
      count(*) filter (where outcome in ('UNWELL', 'NO_PAYMENTS')) as unwell from former group by 1),
    kept as (update plan_wave wave set no_contact = wave.no_contact - counted.no_contact,
        unwell = wave.unwell - counted.unwell
      from counted where wave.plan_id = ${id} and wave.wave = counted.wave),
    waiting as (insert into plan_check (plan_id, device_id, push_id, wave, since)
      select ${id}, again.device_id, made.push_id, again.wave, now() from again
        join plan_push made on made.plan_id = ${id} and made.part = again.part and made.is_last and made.purpose = 'FORTH'
      on conflict do nothing)
    select count(*)::integer as count from again`.execute(db)
  return rows[0]?.count ?? 0
}

/** Nothing is written down yet for a `target`: it was not released, or its part still is to be. */
const isUntold = sql<SqlBool>`(target.part is null or exists (select from plan_push made
    join push on push.id = made.push_id and push.expanded_at is null and push.ended_at is null
  where made.plan_id = target.plan_id and made.part = target.part and made.purpose = 'FORTH' and made.place = 1
    and not exists (select from push_item item
      where item.push_id = made.push_id and item.device_id = target.device_id)))`

/** Passes by some terminals: those that were not told are not told any more, the others are called off. */
export async function exclude(ctx: Context, id: string, sns: readonly string[]) {
  const plan = await lockPlan(ctx, id, 'exclude')
  const mine = deviceScope.rows(ctx.principal)
  // What is being written down for them ends first, and is called off with the rest.
  await sql`select from push where id in (select push_id from plan_push where plan_id = ${id} and purpose = 'FORTH')
    and expanded_at is null and ended_at is null order by id for update`.execute(ctx.db)
  const { rows: items } = await sql<{ id: string }>`select item.id from plan_push made
      join push_item item on item.push_id = made.push_id join device on device.id = item.device_id
    where made.plan_id = ${id} and made.purpose = 'FORTH' and item.ended_at is null
      and device.sn = any(${[...sns]}::text[]) and ${isMine(ctx)}`.execute(ctx.db)
  const ids = items.map((item) => item.id)
  const told = ids.length > 0 ? await excludeItems(ctx, ids, { kinds: upgradeKinds }) : { count: 0 }
  const { rows: waiting } = await sql<{
    sn: string
  }>`with gone as (update plan_target target set outcome = 'EXCLUDED'
      from device where target.plan_id = ${id} and ${isUntold} and target.outcome is null
        and device.id = target.device_id and device.sn = any(${[...sns]}::text[]) and ${mine}
      returning target.wave, device.sn),
    counted as (select wave, count(*) as count from gone group by 1),
    kept as (update plan_wave wave set excluded = wave.excluded + counted.count
      from counted where wave.plan_id = ${id} and wave.wave = counted.wave)
    select sn from gone`.execute(ctx.db)
  const count = waiting.length + told.count
  if (count === 0) throw new Refusal(codes.warning, 'plan.nobodyToExclude')
  // Of the others the caller says nothing: he does not see them.
  const { rows: seen } = await sql<{ sn: string }>`select sn from device
    where sn = any(${[...sns]}::text[]) and ${mine}`.execute(ctx.db)
  const excluded = seen.map(({ sn }) => sn)
  const { rows: kept } = await sql<{
    count: number
  }>`update plan set excluded = (select array_agg(distinct sn) from unnest(excluded || ${excluded}::text[]) as sn)
    where id = ${id} returning cardinality(excluded) as count`.execute(ctx.db)
  // Its form takes no more, neither here nor of a copy.
  if (kept.some((row) => row.count > mostExcluded))
    throw new Refusal(codes.warning, 'plan.tooManyExcluded', { params: { limit: mostExcluded } })
  settlePlan(ctx, plan, { excluded })
  return { count }
}
