import {
  endedPlanStates,
  type FailureKind,
  type ParsedOf,
  type PlanFigures,
  type planStat,
  type ReplyOf,
} from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { type Condition, contains, pageRows } from '../../../kit/page.ts'
import { below } from '../../log/index.ts'
import { figuresFor, planScope } from '../../upgrade/index.ts'
import { named, sumOf } from '../device/parts.ts'

type Query = ParsedOf<typeof planStat.page>['query']
type Reader = Pick<Context, 'db' | 'principal'>

interface PlanRow
  extends Pick<
    PlanFigures,
    'id' | 'planNo' | 'name' | 'orgName' | 'state' | 'startedAt' | 'endedAt' | 'wave' | 'waveCount'
  > {
  readonly versionIds: string[]
}

/** Plans that have begun, with what became of their terminals. */
export async function pagePlans(
  ctx: Context,
  query: Query,
): Promise<ReplyOf<typeof planStat.page>> {
  const page = await pageRows<PlanRow>(
    ctx,
    {
      view: 'plan_row',
      conditions: await conditionsOf(ctx, query),
      sortable: new Set(['planNo', 'name', 'startedAt', 'endedAt']),
      order: ['-startedAt'],
    },
    query,
  )
  return { ...page, list: await withFigures(ctx, page.list, await figuresOfRows(ctx, page.list)) }
}

async function conditionsOf(
  ctx: Context,
  { state, orgId, from, to, keyword }: Query,
): Promise<Condition[]> {
  const conditions: Condition[] = [
    sql<SqlBool>`deleted_at is null and started_at is not null`,
    planScope.rows(ctx.principal),
  ]
  if (state === 'OPEN')
    conditions.push(sql<SqlBool>`not state = any(${[...endedPlanStates]}::text[])`)
  else if (state) conditions.push(sql<SqlBool>`state = ${state}`)
  if (orgId) conditions.push(await below(ctx, orgId))
  if (from) conditions.push(sql<SqlBool>`started_at >= ${from}`)
  if (to) conditions.push(sql<SqlBool>`started_at < ${to}`)
  const word = keyword?.trim()
  if (word)
    conditions.push(sql<SqlBool>`(${contains('name', word)} or ${contains('planNo', word)})`)
  return conditions
}

interface Kept {
  readonly planId: string
  readonly versionNames: string[]
  readonly timedOut: number
  readonly meanSeconds: number | null
  readonly slowSeconds: number | null
  readonly pauses: number
  readonly rolledBack: number
  readonly bytes: number
}

/** Of a plan of which the caller sees some terminals nothing is told that is kept of all of them. */
const untold = {
  timedOut: null,
  meanSeconds: null,
  slowSeconds: null,
  pauses: null,
  rolledBack: null,
  bytes: null,
} as const

type Seen = Awaited<ReturnType<typeof figuresFor>>

const figuresOfRows = (ctx: Reader, rows: readonly PlanRow[]): Promise<Seen> =>
  figuresFor(
    ctx,
    rows.map(({ id }) => id),
  )

/** Figures of a page of plans: each from its own few rows. */
async function withFigures(
  ctx: Reader,
  rows: readonly PlanRow[],
  figures: Seen,
): Promise<PlanFigures[]> {
  const ids = rows.map(({ id }) => id)
  const kept = new Map((await keptOf(ctx, ids)).map((row) => [row.planId, row]))
  return rows.flatMap((row) => {
    const known = kept.get(row.id)
    const seen = figures.get(row.id)
    if (!known || !seen) return []
    const { planId: _, versionNames, ...whole } = known
    const told = { versionNames, ...(seen.seesAll ? whole : untold) }
    const { size, succeeded, failed, leftOut, noContact, unwell } = seen.tally
    const { id, planNo, name, orgName, state, startedAt, endedAt, wave, waveCount } = row
    const own = { id, planNo, name, orgName, state, startedAt, endedAt, wave, waveCount }
    return [{ ...own, ...told, size, succeeded, leftOut, failed: failed + noContact + unwell }]
  })
}

async function keptOf({ db }: Reader, ids: readonly string[]): Promise<Kept[]> {
  const { rows } = await sql<Kept>`select plan.id as plan_id,
      array(select version.version_name from unnest(plan.version_ids) with ordinality as wanted (id, place)
        join upgrade_version version on version.id = wanted.id order by wanted.place) as version_names,
      coalesce((select sum(tally.count) from plan_push made join push_tally tally on tally.push_id = made.push_id
        where made.plan_id = plan.id and made.purpose = 'FORTH' and tally.state = 'TIMEOUT'), 0)::bigint as timed_out,
      coalesce((select sum(tally.count) from plan_push made join push_tally tally on tally.push_id = made.push_id
        where made.plan_id = plan.id and made.purpose = 'BACK'
          and tally.state not in ('FILTERED', 'DUPLICATE', 'OFFLINE_SKIPPED')), 0)::bigint as rolled_back,
      (told.seconds / nullif(told.done, 0))::bigint as mean_seconds,
      (select step.value::bigint from (select stat.value, sum(stat.count) over (order by stat.value::bigint) as up_to
          from plan_stat stat where stat.plan_id = plan.id and stat.measure = 'DONE' and stat.count > 0) as step
        where step.up_to >= told.done * 0.95 order by step.up_to limit 1) as slow_seconds,
      told.pauses, told.bytes
    from plan cross join lateral (select
        coalesce(sum(count) filter (where measure = 'DONE'), 0)::bigint as done,
        coalesce(sum(count) filter (where measure = 'SECONDS'), 0)::bigint as seconds,
        coalesce(sum(count) filter (where measure = 'PAUSED'), 0)::bigint as pauses,
        coalesce(sum(count) filter (where measure = 'BYTES'), 0)::bigint as bytes
      from plan_stat stat where stat.plan_id = plan.id) as told
    where plan.id = any(${[...ids]}::uuid[])`.execute(db)
  return rows
}

const mostPoints = 200

/** Some plans one beside the other, as far as they are the caller's. */
export async function comparePlans(
  ctx: Reader,
  ids: readonly string[],
): Promise<ReplyOf<typeof planStat.compare>> {
  const { rows } =
    await sql<PlanRow>`select id, plan_no, name, org_name, state, started_at, ended_at, wave, wave_count, version_ids
    from plan_row where id = any(${[...ids]}::uuid[]) and deleted_at is null and ${planScope.rows(ctx.principal)}`.execute(
      ctx.db,
    )
  const figures = await figuresOfRows(ctx, rows)
  const whole = rows.flatMap(({ id }) => (figures.get(id)?.seesAll ? [id] : []))
  const curves = await sql<{ planId: string; minute: number; succeeded: number; failed: number }>`
    select curve.plan_id, (extract(epoch from curve.at - plan.started_at) / 60)::float8 as minute, curve.succeeded, curve.failed
    from plan_curve curve join plan on plan.id = curve.plan_id
    where curve.plan_id = any(${whole}::uuid[]) and curve.at >= plan.started_at order by curve.at`.execute(
    ctx.db,
  )
  const byPlan = Map.groupBy(curves.rows, ({ planId }) => planId)
  const shown = await withFigures(ctx, rows, figures)
  return {
    plans: ids.flatMap((id) =>
      shown
        .filter((plan) => plan.id === id)
        .map((plan) => ({
          ...plan,
          curve: thinned(byPlan.get(id) ?? []).map(({ planId: _, ...point }) => point),
        })),
    ),
  }
}

/** Not more moments than a picture shows; the last one stays. */
function thinned<T>(all: readonly T[]): T[] {
  const every = Math.max(1, Math.ceil(all.length / mostPoints))
  return all.filter((_, nth) => nth % every === 0 || nth === all.length - 1)
}

/** What failed in some plans of the caller's, together. */
export async function failuresOf(
  ctx: Reader,
  ids: readonly string[],
  by: FailureKind,
): Promise<ReplyOf<typeof planStat.error>> {
  const figures = await figuresFor(ctx, ids)
  const whole = ids.filter((id) => figures.get(id)?.seesAll)
  const { rows } = await sql<{ key: string; name: string | null; count: number; total: number }>`
    with counted as (select value, sum(count)::bigint as count from plan_stat stat join plan on plan.id = stat.plan_id
      where plan.id = any(${whole}::uuid[]) and plan.deleted_at is null and ${planScope.rows(ctx.principal)}
        and stat.measure = ${by} group by 1 having sum(count) > 0)
    select value as key, coalesce(
        case when ${by} = 'MODEL' then (select model.name from model where model.id::text = value) end,
        case when ${by} = 'ORG' then (select place.name from organization place where place.id::text = value) end) as name,
      count, sum(count) over ()::bigint as total
    from counted order by ${by === 'HOUR' ? sql`value::integer` : sql`count desc, value`}
    limit ${by === 'HOUR' ? 24 : named}`.execute(ctx.db)
  const parts = rows.map(({ total: _, ...part }) => part)
  return { parts, others: (rows[0]?.total ?? 0) - sumOf(parts) }
}
