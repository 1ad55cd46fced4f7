import {
  countCap,
  mostWaiting,
  noContact,
  type ParsedOf,
  type PlanFigure,
  type PlanTerminal,
  type PlanWait,
  type plans,
  type TerminalWait,
  unreached,
} from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { allOf, type Condition, type Page } from '../../../kit/page.ts'
import { itemScope, waitsFor as itemWaitsFor } from '../../device/index.ts'
import { bornWith, type Looked, lookedAt, mostOf } from './looked.queries.ts'

type Reader = Pick<Context, 'db' | 'principal'>

/** Of which plan, and whether the reader sees all that it may be for. */
interface Of {
  readonly id: string
  readonly seesAll: boolean
}

const failed = sql`bool_or(item.state in ('FAILED', 'REFUSED', 'TIMEOUT'))`
/** What the items of a terminal come to; as the tallies of its pushes count them. Below, `plan` is its plan. */
const come = sql`${failed} as has_failed,
    bool_or(item.state = 'RUNNING' and item.step = ${noContact}) as is_silent,
    bool_or(item.state in ('ACKED', 'RUNNING', 'DEFERRED', 'CANCELLING')) as is_active,
    bool_or(made.is_last and item.state = 'SUCCESS') as has_it,
    bool_or(made.is_last and item.state in ('FILTERED', 'DUPLICATE', 'OFFLINE_SKIPPED', 'EXPIRED', 'CANCELLED')) as is_over`

/** The items of a terminal of a plan, found for each by itself. */
const itemsOfTarget = sql`from plan_push made join push_item item on item.push_id = made.push_id and ${bornWith(sql`item.id`)}
  where made.plan_id = target.plan_id and made.part = target.part and made.purpose = 'FORTH'
    and item.device_id = target.device_id`

const figure: RawBuilder<PlanFigure> = sql`case
  when target.outcome = 'EXCLUDED' then 'leftOut' when target.outcome = 'CONFIRMED' then 'succeeded'
  when target.outcome = 'NO_CONTACT' then 'noContact' when target.outcome in ('UNWELL', 'NO_PAYMENTS') then 'unwell'
  when told.has_failed then 'failed' when told.is_silent then 'noContact' when told.is_active then 'active'
  when told.has_it then 'installed' when told.is_over or plan.ended_at is not null then 'leftOut' else 'waiting' end`

/** What is said of a terminal to which its plan did not come before it ended. */
const outcome = sql`case when target.part is null and target.outcome is null and plan.ended_at is not null
  then ${unreached}::text else target.outcome end`

/** Its hours and its user are its own; all else that it waits for the server has noted. */
const waitsFor: RawBuilder<TerminalWait> = sql`case
  when seen.figure not in ('waiting', 'active', 'installed', 'noContact') then null
  when seen.figure = 'installed' then case when seen.due_at is null then 'PROOF' else 'PAYMENTS' end
  when seen.part is null then case when seen.wave <= seen.at_wave then 'OTHER_PLAN' end
  when (seen.at).ended_at is not null then null
  when (seen.at).state = 'DEFERRED' then case (seen.at).step when 'WINDOW' then 'INSTALL_HOURS' else (seen.at).step end
  when seen.held_by is not null then seen.held_by
  when not seen.is_online and (seen.at).id is not null then 'OFFLINE' end`

/**
 * The terminals of a plan that are looked at and that a reader sees, each once, with what has become of it
 * and what it waits for.
 */
const terminalsOf = ({ principal }: Reader, { id }: Looked, found: RawBuilder<unknown>) => {
  const isSeen = itemScope.rows(principal)
  return sql`select seen.*, ${waitsFor} as waits_for
  from (select target.device_id as id, target.wave, target.part, plan.wave as at_wave, ${figure} as figure, told.at, held.by as held_by, ${outcome} as outcome, looked.due_at,
      exists (select from device_online online where online.device_id = target.device_id) as is_online
    from (${found}) as found
      join plan_target target on target.plan_id = ${id} and target.device_id = found.device_id
      join plan on plan.id = target.plan_id join device on device.id = target.device_id
      left join lateral (select ${come}, (array_agg(item order by item.state = 'CANCELLED' and item.code = 'S610',
            item.ended_at is not null, case when item.ended_at is null then made.place else -made.place end))[1] as at
        ${itemsOfTarget}) as told on true
      left join lateral (select ${itemWaitsFor} as by
        from (select (told.at).*) as item join push on push.id = item.push_id) as held on true
      left join plan_check looked on looked.plan_id = target.plan_id and looked.device_id = target.device_id
    where ${isSeen}) as seen`
}

/** Ids of terminals of a plan that may be meant. */
const foundFor = ({ principal }: Reader, looked: Looked, seesAll: boolean) =>
  lookedAt(looked, seesAll ? null : itemScope.rows(principal))

type Asked = ParsedOf<typeof plans.terminals>['query']

/** A page of the terminals of a plan that the caller sees, by their serial numbers. */
export async function pageTerminals(
  ctx: Reader,
  { id, seesAll }: Of,
  { pageNum, pageSize, keyword, wave, figure: asked, waitsFor: held }: Asked,
): Promise<Page<PlanTerminal>> {
  const conditions: Condition[] = []
  if (asked) conditions.push(sql<SqlBool>`one.figure = ${asked}`)
  if (held) conditions.push(sql<SqlBool>`one.waits_for = ${held}`)
  const prefix = keyword?.trim().toUpperCase() || undefined
  const looked = { id, wave: wave ?? null, figure: asked, isOpen: held !== undefined, prefix }
  const { rows } = await sql<Found & Counted>`
    with looked_at as materialized (${foundFor(ctx, looked, seesAll)}),
    found as materialized (select one.*, device.sn, device.org_id, device.model_id
      from (${terminalsOf(ctx, looked, sql`select device_id from looked_at`)}) as one join device on device.id = one.id
      where ${allOf(conditions)}),
    page as (select * from found order by sn limit ${pageSize} offset ${(pageNum - 1) * pageSize})
    select counted.all, counted.looked, page.id, page.sn, place.name as org_name, model.name as model_name, page.wave, page.figure,
      (page.at).state, (page.at).code, page.waits_for,
      case when page.waits_for = (page.at).waits_for then (page.at).waits_reason end as waits_reason,
      case when page.waits_for = 'PAYMENTS' then page.due_at
        when page.waits_for = (page.at).waits_for then (page.at).next_publish_at end as waits_until, page.outcome
    from (select (select count(*) from found)::integer as all,
        (select count(*) from looked_at)::integer as looked) as counted left join (page
      join organization place on place.id = page.org_id join model on model.id = page.model_id) on true
    order by page.sn`.execute(ctx.db)
  const { all, looked: judged } = rows[0] ?? { all: 0, looked: 0 }
  return {
    list: rows.flatMap(({ all: _, looked: __, ...row }) => (isTerminal(row) ? [row] : [])),
    total: Math.min(all, countCap),
    // Of those that were not looked at there may be more.
    capped: judged >= mostOf(looked),
    pageNum,
    pageSize,
  }
}

interface Counted {
  readonly all: number
  /** Those that were judged, whatever was asked for. */
  readonly looked: number
}

/** Beyond the last page there is the number of all, and none. */
type Found = { readonly [K in keyof PlanTerminal]: PlanTerminal[K] | null }

const isTerminal = (row: Found): row is PlanTerminal => row.id !== null

export type SeenFigures = Readonly<Partial<Record<PlanFigure, number>>>
/** By plan and wave. */
export type FiguresSeen = ReadonlyMap<string, ReadonlyMap<number, SeenFigures>>

interface CountSeen {
  readonly planId: string
  readonly wave: number
  readonly figure: PlanFigure
  readonly count: number
}

/** How many terminals of some plans a reader sees, by what has become of them. */
export async function figuresSeen(
  { db, principal }: Reader,
  ids: readonly string[],
): Promise<FiguresSeen> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<CountSeen>`
    with seen as materialized (select target.* from plan_target target join device on device.id = target.device_id
      where target.plan_id = any(${[...ids]}::uuid[]) and ${itemScope.rows(principal)}),
    told as (select made.plan_id, made.part, item.device_id, ${come}
      from plan_push made join push_item item on item.push_id = made.push_id
        join seen on seen.plan_id = made.plan_id and seen.part = made.part and seen.device_id = item.device_id
      where made.plan_id = any(${[...ids]}::uuid[]) and made.purpose = 'FORTH' group by 1, 2, 3)
    select target.plan_id, target.wave, ${figure} as figure, count(*)::integer as count
    from seen target join plan on plan.id = target.plan_id left join told on told.plan_id = target.plan_id and told.part = target.part
      and told.device_id = target.device_id
    group by 1, 2, 3`.execute(db)
  return byPlan(rows)
}

/** The same of no more terminals of a plan than lists count, and one: what it costs does not grow with the plan. */
export async function figuresOfSome(
  { db, principal }: Reader,
  ids: readonly string[],
): Promise<FiguresSeen> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<CountSeen>`
    select plan.id as plan_id, target.wave, ${figure} as figure, count(*)::integer as count
    from plan cross join lateral (select target.* from plan_target target join device on device.id = target.device_id
        where target.plan_id = plan.id and ${itemScope.rows(principal)} limit ${countCap + 1}) as target
      left join lateral (select ${come} ${itemsOfTarget}) as told on true
    where plan.id = any(${[...ids]}::uuid[])
    group by 1, 2, 3`.execute(db)
  return byPlan(rows)
}

function byPlan(rows: readonly CountSeen[]): FiguresSeen {
  const plans = Map.groupBy(rows, ({ planId }) => planId)
  return new Map([...plans].map(([id, counts]) => [id, byWave(counts)]))
}

function byWave(counts: readonly CountSeen[]): ReadonlyMap<number, SeenFigures> {
  const waves = Map.groupBy(counts, ({ wave }) => wave)
  return new Map(
    [...waves].map(([wave, figures]) => [
      wave,
      Object.fromEntries(figures.map((one) => [one.figure, one.count])),
    ]),
  )
}

/** What terminals of a wave wait for; capped: only so many of those that have not ended were looked at. */
type HeldTerminals = Pick<PlanWait, 'terminals' | 'capped'>
interface Held extends Omit<PlanWait['terminals'][number], 'for'> {
  readonly for: TerminalWait | null
  readonly all: number
}

/** What the terminals of a wave that a reader sees wait for, the most frequent first. */
export async function terminalWaitsOf(
  ctx: Reader,
  { id, wave, seesAll }: Of & { readonly wave: number },
): Promise<HeldTerminals> {
  const looked = { id, wave, isOpen: true }
  const { rows } = await sql<Held>`
    select waits_for as "for", count(*)::integer as count,
      min(case when waits_for = 'PAYMENTS' then due_at when waits_for = (at).waits_for then (at).next_publish_at end) as until,
      min((at).waits_reason) filter (where waits_for = (at).waits_for) as reason, sum(count(*)) over ()::integer as all
    from (${terminalsOf(ctx, looked, foundFor(ctx, looked, seesAll))}) as one group by 1 order by 2 desc, 1`.execute(
    ctx.db,
  )
  return {
    terminals: rows.flatMap(({ all: _, for: what, ...row }) =>
      what === null ? [] : [{ ...row, for: what }],
    ),
    capped: (rows[0]?.all ?? 0) >= mostWaiting,
  }
}
