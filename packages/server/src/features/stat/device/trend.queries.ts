import type { deviceStat, Leaving, ReplyOf, Severity, StatGrain } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { seesOwn } from '../../device/index.ts'
import { parameter } from '../../system/parameter/index.ts'
import { type Asked, askedBy, type EstateFilter } from '../asked.ts'
import { keptDays, type Span } from '../span.rules.ts'
import { onlineIn } from '../workbench/trend.queries.ts'
import { grainFor, levelsOf, stepOf, stepsOf } from '../steps.rules.ts'

type Trend = ReplyOf<typeof deviceStat.trend>

/** What happened in each step of a span, and how many terminals there were. */
export async function estateByStep(
  ctx: Context,
  filter: EstateFilter,
  { span, asked }: { readonly span: Span; readonly asked: StatGrain | undefined },
): Promise<Trend> {
  const now = ctx.now()
  const grain = grainFor(span, asked, now)
  const steps = stepsOf(span, grain, now)
  const from = await askedBy(ctx, filter)
  // What came before the span's first moment is not of its first step.
  const facts = await factsIn(ctx, from, { span, grain })
  const online = await onlineByStep(ctx, from, { span, grain })
  const { level, known, countedAt } = await levelNow(ctx, from)
  const changes = facts.flatMap((fact) =>
    fact.measure === 'LIFE' && inService.has(fact.value)
      ? [{ at: new Date(fact.at), delta: fact.count }]
      : [],
  )
  // Of what somebody made himself only the present is known.
  const levels = seesOwn(ctx)
    ? steps.map(() => null)
    : levelsOf(steps, { now: level, changes, known: known ?? now })
  const counts = countsOf(facts)
  const points = steps.map(({ at, hours }, place) => ({
    at: at.toISOString(),
    terminals: levels[place] ?? null,
    online: online.get(at.getTime())?.online ?? null,
    low: online.get(at.getTime())?.low ?? null,
    ...happenedAt(counts, at),
    hours,
  }))
  const permille = await parameter(ctx.db, 'device.availability.permille')
  return { grain, points, agreed: permille === 0 ? null : permille / 10, countedAt }
}

/** What happened in the step that begins at a moment. */
function happenedAt(counts: ReadonlyMap<string, number>, at: Date) {
  const of = (measure: string, value = '') => counts.get(`${at.getTime()} ${measure} ${value}`) ?? 0
  const left = (leaving: Leaving) => of('LEFT', leaving)
  const raised = (severity: Severity) => of('ALARM', severity)
  return {
    activated: of('ACTIVATED'),
    left: {
      REMOVED: left('REMOVED'),
      SCRAPPED: left('SCRAPPED'),
      REPLACED: left('REPLACED'),
      LOST: left('LOST'),
    },
    alarms: {
      LOW: raised('LOW'),
      MEDIUM: raised('MEDIUM'),
      HIGH: raised('HIGH'),
      CRITICAL: raised('CRITICAL'),
    },
    failures: of('FAILURE'),
  }
}

const inService: ReadonlySet<string> = new Set(['ACTIVE', 'SUSPENDED'])

interface Fact {
  readonly at: string
  readonly measure: string
  readonly value: string
  readonly count: number
}

interface Asking {
  readonly span: Span
  readonly grain: StatGrain
}

/** Up to now, whatever the span's end: how many there were is read from today backwards. */
async function factsIn(ctx: Context, from: Asked, { span, grain }: Asking): Promise<Fact[]> {
  const step = grain === 'HOUR' ? 'HOUR' : 'DAY'
  const { rows } = await sql<Fact>`
    select date_trunc(${grain}, at, 'UTC') as at, measure, value, sum(count)::bigint as count
    from ${from('stat_own')} as fact
    where step = ${step} and at >= ${span.from} and measure in ('LIFE', 'ACTIVATED', 'LEFT', 'ALARM', 'FAILURE')
      and (measure = 'LIFE' or at < ${span.until})
    group by 1, 2, 3`.execute(ctx.db)
  return rows
}

function countsOf(facts: readonly Fact[]): ReadonlyMap<string, number> {
  return new Map(
    facts.map(({ at, measure, value, count }) => [`${Date.parse(at)} ${measure} ${value}`, count]),
  )
}

interface Online {
  readonly online: number | null
  readonly low: number | null
}

/** The mean of each step, and what nine of ten of its hours did not fall below, where they are kept. */
async function onlineByStep(
  ctx: Context,
  from: Asked,
  { span, grain }: Asking,
): Promise<ReadonlyMap<number, Online>> {
  const { rows } = await sql<Online & { at: string }>`
    with counted as (${onlineIn(ctx, from, span)})
    select date_trunc(${grain}, hour, 'UTC') as at, (sum(online) / nullif(sum(rounds), 0))::float8 as online,
      case when ${grain} <> 'HOUR' and min(hour) >= date_trunc('day', now(), 'UTC') - make_interval(days => ${keptDays})
        then percentile_cont(0.1) within group (order by online / nullif(rounds, 0))
          filter (where rounds > 0) end::float8 as low
    from counted where hour >= ${span.from} and hour < ${span.until} group by 1`.execute(ctx.db)
  return new Map(
    rows.map(({ at, ...step }) => [stepOf(new Date(at), grain).getTime(), step] as const),
  )
}

interface Level {
  readonly level: number
  /** Since when it is known who came and left; null: not yet. */
  readonly known: Date | null
  readonly countedAt: string | null
}

async function levelNow(ctx: Context, from: Asked): Promise<Level> {
  const { rows } = await sql<{ level: number; known: string | null; countedAt: string | null }>`
    select (select coalesce(sum(count), 0) from ${from('device_tally')} as tally
        where lifecycle in ('ACTIVE', 'SUSPENDED'))::bigint as level,
      (select at from estate_counted where pace = 'FACTS') as known,
      (select at from estate_counted where pace = 'MINUTE') as counted_at`.execute(ctx.db)
  const { level = 0, known = null, countedAt = null } = rows[0] ?? {}
  return { level, known: known === null ? null : new Date(known), countedAt }
}
