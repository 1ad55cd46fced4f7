import {
  countCap,
  noContact,
  type ParsedOf,
  type PlanFigure,
  type PlanTerminal,
  type PlanWait,
  type plans,
  type TerminalWait,
} from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { allOf, type Condition, type Page } from '../../../kit/page.ts'
import { itemScope } from '../../device/index.ts'

type Reader = Pick<Context, 'db' | 'principal'>

/** Which terminals of a plan are meant; null: of every wave. */
interface Of {
  readonly id: string
  readonly wave: number | null
}

/** What the items of each terminal come to, over those of its part; as the tallies of its pushes count them. */
const toldOf = ({ id, wave }: Of) => sql`select item.device_id, made.part,
    bool_or(item.state in ('FAILED', 'REFUSED', 'TIMEOUT')) as has_failed,
    bool_or(item.state = 'RUNNING' and item.step = ${noContact}) as is_silent,
    bool_or(item.state in ('ACKED', 'RUNNING', 'DEFERRED', 'CANCELLING')) as is_active,
    bool_or(made.is_last and item.state = 'SUCCESS') as has_it,
    bool_or(made.is_last and item.state in ('FILTERED', 'DUPLICATE', 'OFFLINE_SKIPPED', 'EXPIRED', 'CANCELLED')) as is_over,
    (array_agg(item order by item.state = 'CANCELLED' and item.code = 'S610', item.ended_at is not null,
      case when item.ended_at is null then made.place else -made.place end))[1] as at
  from plan_push made join push_item item on item.push_id = made.push_id
  where made.plan_id = ${id} and made.purpose = 'FORTH' and ${wave === null ? sql`true` : sql`made.wave = ${wave}`}
  group by 1, 2`

const figure: RawBuilder<PlanFigure> = sql`case
  when target.outcome = 'EXCLUDED' then 'leftOut' when target.outcome = 'CONFIRMED' then 'succeeded'
  when target.outcome = 'NO_CONTACT' then 'noContact' when target.outcome in ('UNWELL', 'NO_PAYMENTS') then 'unwell'
  when told.has_failed then 'failed' when told.is_silent then 'noContact' when told.is_active then 'active'
  when told.has_it then 'installed' when told.is_over then 'leftOut' else 'waiting' end`

/** Its hours and its user are its own; all else that it waits for the server has noted. */
const waitsFor: RawBuilder<TerminalWait> = sql`case
  when seen.figure not in ('waiting', 'active', 'installed', 'noContact') then null
  when seen.figure = 'installed' then case when seen.due_at is null then 'PROOF' else 'PAYMENTS' end
  when seen.part is null then case when seen.wave <= seen.at_wave then 'OTHER_PLAN' end
  when (seen.at).ended_at is not null then null
  when (seen.at).state = 'DEFERRED' then case (seen.at).step when 'WINDOW' then 'INSTALL_HOURS' else (seen.at).step end
  when (seen.at).waits_for is not null then (seen.at).waits_for
  when not seen.is_online and (seen.at).id is not null then 'OFFLINE' end`

/** The terminals of a plan that a reader sees, each once, with what has become of it and what it waits for. */
const terminalsOf = ({ principal }: Reader, of: Of) => sql`select seen.*, ${waitsFor} as waits_for
  from (select target.device_id as id, target.wave, target.part, plan.wave as at_wave, ${figure} as figure, told.at, target.outcome, looked.due_at,
      exists (select from device_online online where online.device_id = target.device_id) as is_online
    from plan_target target join plan on plan.id = target.plan_id join device on device.id = target.device_id
      left join (${toldOf(of)}) as told on told.device_id = target.device_id and told.part = target.part
      left join plan_check looked on looked.plan_id = target.plan_id and looked.device_id = target.device_id
    where target.plan_id = ${of.id} and ${of.wave === null ? sql`true` : sql`target.wave = ${of.wave}`}
      and ${itemScope.rows(principal)}) as seen`

type Asked = ParsedOf<typeof plans.terminals>['query']

/** A page of the terminals of a plan that the caller sees, by their serial numbers. */
export async function pageTerminals(
  ctx: Reader,
  id: string,
  { pageNum, pageSize, keyword, ...filter }: Asked,
): Promise<Page<PlanTerminal>> {
  const conditions: Condition[] = []
  if (filter.figure) conditions.push(sql<SqlBool>`one.figure = ${filter.figure}`)
  if (filter.waitsFor) conditions.push(sql<SqlBool>`one.waits_for = ${filter.waitsFor}`)
  if (keyword)
    conditions.push(sql<SqlBool>`starts_with(device.sn, ${keyword.trim().toUpperCase()})`)
  const { rows } = await sql<PlanTerminal & { all: number }>`
    with found as materialized (select one.*, device.sn, device.org_id, device.model_id
      from (${terminalsOf(ctx, { id, wave: filter.wave ?? null })}) as one join device on device.id = one.id
      where ${allOf(conditions)}),
    page as (select * from found order by sn limit ${pageSize} offset ${(pageNum - 1) * pageSize})
    select page.id, page.sn, place.name as org_name, model.name as model_name, page.wave, page.figure,
      (page.at).state, (page.at).code, page.waits_for,
      case when page.waits_for = (page.at).waits_for then (page.at).waits_reason end as waits_reason,
      case when page.waits_for = 'PAYMENTS' then page.due_at
        when page.waits_for = (page.at).waits_for then (page.at).next_publish_at end as waits_until, page.outcome,
      (select count(*) from (select from found limit ${countCap + 1}) as counted)::integer as all
    from page join organization place on place.id = page.org_id join model on model.id = page.model_id
    order by page.sn`.execute(ctx.db)
  const total = rows[0]?.all ?? 0
  return {
    list: rows.map(({ all: _, ...row }) => row),
    total: Math.min(total, countCap),
    capped: total > countCap,
    pageNum,
    pageSize,
  }
}

export type SeenFigures = Readonly<Partial<Record<PlanFigure, number>>>

/** How many terminals of each wave a reader sees, by what has become of them. */
export async function figuresSeen(
  ctx: Reader,
  id: string,
): Promise<ReadonlyMap<number, SeenFigures>> {
  const { rows } = await sql<{ wave: number; figure: PlanFigure; count: number }>`
    select wave, figure, count(*)::integer as count from (${terminalsOf(ctx, { id, wave: null })}) as one
    group by 1, 2`.execute(ctx.db)
  const waves = Map.groupBy(rows, ({ wave }) => wave)
  return new Map(
    [...waves].map(([wave, figures]) => [
      wave,
      Object.fromEntries(figures.map((one) => [one.figure, one.count])),
    ]),
  )
}

/** What the terminals of a wave that a reader sees wait for, the most frequent first. */
export async function terminalWaitsOf(ctx: Reader, of: Of): Promise<PlanWait['terminals']> {
  const { rows } = await sql<PlanWait['terminals'][number]>`
    select waits_for as "for", count(*)::integer as count,
      min(case when waits_for = 'PAYMENTS' then due_at when waits_for = (at).waits_for then (at).next_publish_at end) as until,
      min((at).waits_reason) filter (where waits_for = (at).waits_for) as reason
    from (${terminalsOf(ctx, of)}) as one where waits_for is not null group by 1 order by 2 desc, 1`.execute(
    ctx.db,
  )
  return rows
}
