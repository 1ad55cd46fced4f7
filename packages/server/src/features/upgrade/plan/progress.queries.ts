import {
  blackout,
  type ParsedOf,
  type PlanForecast,
  type PlanProgress,
  type plans,
} from '@muster/contract'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '../../../kit/context.ts'
import { isTimezone, wallTimeAt } from '../../timezone/timezone/index.ts'
import { parameter } from '../../system/parameter/index.ts'
import { type ForecastInput, forecastOf, sizesOf } from './forecast.rules.ts'
import { type PlanWaves, wavesOf } from './goingPlan.ts'
import { soakEndOf, type WaveTally } from './plan.rules.ts'
import { planBin } from './planBin.ts'
import { saidBy } from './said.ts'
import { tallyOf } from './figures.queries.ts'
import { figuresSeen, type SeenFigures } from './terminals.queries.ts'
import { requireSeen } from './versions.queries.ts'
import { waitsOf } from './waits.ts'

/** Megabits a second that a terminal downloads with, where nothing is known. */
const usualMbits = 8
const minuteMs = 60_000
/** 1 January 1970 was a Thursday: the minute of the week, Monday 00:00 is 0. */
const firstMinute = 3 * 24 * 60
const weekMinutes = 7 * 24 * 60

type Asked = ParsedOf<(typeof plans)['forecast']>['body']

/** When a plan would be done if nothing failed, and how much would be downloaded at once. */
export async function foretell(ctx: Context, asked: Asked): Promise<PlanForecast> {
  await requireSeen(ctx, asked.versionIds)
  const sizes = sizesOf(asked.waveKind, asked.waves, asked.eligible)
  const from = asked.startAt ? new Date(asked.startAt) : ctx.now()
  const { orgId } = ctx.principal
  return forecastOf({ ...(await groundsOf(ctx, { ...asked, orgId }, from)), sizes })
}

/** What a plan is forecast by; the days and the clock are those of its organisation. */
async function groundsOf(
  ctx: Context,
  plan: Pick<Asked, 'versionIds' | 'waves' | 'options' | 'endAt'> & { readonly orgId: string },
  from: Date,
): Promise<Omit<ForecastInput, 'sizes'>> {
  const { rows } = await sql<{ bytes: number | null; zone: string | null; days: unknown }>`select
      (select settings -> 'blackouts' from organization_setting where org_id = ${plan.orgId}) as days,
      (select sum(file.bytes)::float8 from upgrade_version version join upload file on file.id = version.file_id
        where version.id = any(${[...plan.versionIds]}::uuid[])) as bytes,
      (select zone.zone_id from organization place
        join organization above on above.path @> place.path join timezone zone on zone.id = above.timezone_id
        where place.id = ${plan.orgId} order by nlevel(above.path) desc limit 1) as zone`.execute(
    ctx.db,
  )
  const { bytes = 0, zone = null, days = [] } = rows[0] ?? {}
  const here = zone !== null && isTimezone(zone) ? zone : 'UTC'
  const wallTime = wallTimeAt(here, from.getTime())
  const wall = Math.floor(wallTime / minuteMs) + firstMinute
  return {
    waves: plan.waves,
    options: plan.options,
    bytes: bytes ?? 0,
    usualRate: await parameter(ctx.db, 'task.publish.ratePerMinute'),
    startMinute: ((wall % weekMinutes) + weekMinutes) % weekMinutes,
    lastMinute: plan.endAt
      ? Math.max(0, Math.floor((Date.parse(plan.endAt) - from.getTime()) / minuteMs))
      : null,
    mbits: usualMbits,
    closed: plan.options.blackouts ? closedDays(days, wallTime) : [],
  }
}

const blackouts = z.array(blackout())

/** Blackout days in minutes since a moment, both by the clock of one place. */
const closedDays = (days: unknown, wallTime: number): ForecastInput['closed'] =>
  (blackouts.safeParse(days).data ?? []).map(({ from, until }) => ({
    from: Math.floor((Date.parse(from) - wallTime) / minuteMs),
    until: Math.ceil((Date.parse(until) - wallTime) / minuteMs) + 24 * 60,
  }))

interface PushOfWave {
  readonly wave: number
  readonly id: string
  readonly taskNo: string
}

/** How far a plan is, wave by wave, how it came there, and when the rest would be done. */
export async function progressOf(ctx: Context, id: string): Promise<PlanProgress> {
  const plan = await planBin.find(ctx, id)
  const waves = await wavesOf(ctx.db, plan)
  const { seesAll } = plan
  const seen = seesAll ? null : await wavesSeen(ctx, id)
  const shown = waves.map((wave) =>
    seen ? { ...wave, tally: tallyOf(seen.get(wave.wave)) } : wave,
  )
  const { rows: pushes } =
    await sql<PushOfWave>`select made.wave, push.id, push.task_no from plan_push made
    join push on push.id = made.push_id where made.plan_id = ${id} order by push.id`.execute(ctx.db)
  return {
    waits: await waitsOf(ctx, plan, waves),
    waves: shown.map((wave) => ({
      ...shownWave(wave),
      pushes: pushes.filter((push) => push.wave === wave.wave),
    })),
    // What is kept of the plan as a whole tells how many others there are.
    behindOthers:
      seesAll && plan.endedAt === null
        ? waves.reduce((sum, { unreleased }) => sum + unreleased, 0)
        : 0,
    curve: seesAll ? await curveOf(ctx.db, id) : [],
    back: seesAll ? await wayBackOf(ctx, id) : null,
    forecast: ['RUNNING', 'SOAKING'].includes(plan.state)
      ? await foretellRest(ctx, { ...plan, ...saidBy(plan) }, shown)
      : null,
  }
}

type ShownWave = Omit<PlanWaves[number], 'tally'> & { readonly tally: WaveTally }

/** The terminals that a reader sees, by wave; none where he sees none. */
const wavesSeen = async (ctx: Context, id: string) =>
  (await figuresSeen(ctx, [id])).get(id) ?? new Map<number, SeenFigures>()

/** A wave as consoles show it, but for its pushes. */
export const shownWave = ({ tally, soakAt, ...wave }: ShownWave) => ({
  ...wave,
  ...figuresIn(tally),
  soakUntil: soakEndOf({ ...wave, soakAt })?.toISOString() ?? null,
})

/** How a plan came to where it is. */
export async function curveOf(db: Context['db'], id: string): Promise<PlanProgress['curve']> {
  const { rows } = await sql<PlanProgress['curve'][number]>`select at, succeeded, failed
    from plan_curve where plan_id = ${id} order by at`.execute(db)
  return thinned(rows)
}

/** How far the way back is, by the tallies of its pushes; what needed none of it is left out. */
async function wayBackOf({ db }: Context, id: string): Promise<PlanProgress['back']> {
  const { rows } = await sql<
    NonNullable<PlanProgress['back']>
  >`select coalesce(sum(count), 0)::integer as size,
      coalesce(sum(count) filter (where tally.state = 'SUCCESS'), 0)::integer as succeeded,
      coalesce(sum(count) filter (where tally.state in ('FAILED', 'REFUSED', 'TIMEOUT', 'EXPIRED', 'CANCELLED')),
        0)::integer as failed
    from plan_push made join push_tally tally on tally.push_id = made.push_id
    where made.plan_id = ${id} and made.purpose = 'BACK'
      and tally.state not in ('FILTERED', 'DUPLICATE', 'OFFLINE_SKIPPED')`.execute(db)
  const [back] = rows
  return back && back.size > 0 ? back : null
}

const figuresIn = ({ size, waiting, active, installed, ...ended }: WaveTally) => ({
  size,
  waiting,
  active,
  installed,
  succeeded: ended.succeeded,
  failed: ended.failed,
  noContact: ended.noContact,
  unwell: ended.unwell,
  leftOut: ended.leftOut,
})

const mostPoints = 300

/** Not more moments than a picture shows; the last one stays. */
function thinned<T>(all: readonly T[]): T[] {
  const every = Math.max(1, Math.ceil(all.length / mostPoints))
  return all.filter((_, nth) => nth % every === 0 || nth === all.length - 1)
}

/** The forecast of what is still to come, from now on. */
async function foretellRest(
  ctx: Context,
  plan: Pick<Asked, 'versionIds' | 'waves' | 'options'> & {
    readonly orgId: string
    readonly endAt: string | null
  },
  waves: readonly Pick<ShownWave, 'tally'>[],
): Promise<PlanForecast> {
  const rest = waves.map(({ tally }) => tally.waiting + tally.active)
  const grounds = await groundsOf(ctx, plan, ctx.now())
  return forecastOf({ ...grounds, sizes: rest })
}
