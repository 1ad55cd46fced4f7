import {
  type AppAct,
  type appStat,
  type appUse,
  appActs,
  appTriggers,
  type ReplyOf,
  type StatGrain,
} from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { askedBy, type EstateFilter } from '../asked.ts'
import type { Span } from '../span.rules.ts'
import { grainFor, stepsOf } from '../steps.rules.ts'
import type { App } from './app.queries.ts'

interface Asking {
  readonly span: Span
  readonly asked?: StatGrain | undefined
}

interface Fact {
  readonly at: string
  readonly measure: string
  readonly value: string
  readonly count: number
}

/** What was done with an application, in the steps of a curve. */
async function factsOf(
  ctx: Context,
  { app, filter }: Of,
  { span, grain, kinds }: { span: Span; grain: StatGrain; kinds: readonly string[] },
): Promise<Fact[]> {
  const from = await askedBy(ctx, filter)
  const measures = kinds.map((kind) => `${kind} ${app.package}`)
  const { rows } =
    await sql<Fact>`select date_trunc(${grain}, at, 'UTC') as at, split_part(measure, ' ', 1) as measure,
      value, sum(count)::bigint as count
    from ${from('stat_own')} as fact
    where step = ${grain === 'HOUR' ? 'HOUR' : 'DAY'} and at >= ${span.from} and at < ${span.until}
      and measure = any(${measures}::text[]) group by 1, 2, 3 having sum(count) <> 0`.execute(
      ctx.db,
    )
  return rows
}

/** The same of a whole span, which days are kept of: `APP_ACT INSTALLED` and how often. */
async function sumsOf(
  ctx: Context,
  { app, filter, span, kinds }: Of & { readonly span: Span; readonly kinds: readonly string[] },
): Promise<ReadonlyMap<string, number>> {
  const from = await askedBy(ctx, filter)
  const measures = kinds.map((kind) => `${kind} ${app.package}`)
  const { rows } = await sql<
    Omit<Fact, 'at'>
  >`select split_part(measure, ' ', 1) as measure, value, sum(count)::bigint as count
    from ${from('stat_own')} as fact
    where step = 'DAY' and at >= ${span.from} and at < ${span.until} and measure = any(${measures}::text[])
    group by 1, 2 having sum(count) <> 0`.execute(ctx.db)
  return new Map(rows.map(({ measure, value, count }) => [`${measure} ${value}`, count]))
}

interface Of {
  readonly app: App
  readonly filter: EstateFilter
}

/** How an application was used in a step of a curve. */
interface Use {
  readonly at: string
  readonly days: number
  readonly active: number
  readonly launches: number
  readonly minutes: number
  readonly kilobytes: number
  readonly crashes: number
  readonly anrs: number
}

/** How an application was used, in the steps of a curve; only days are kept. */
async function usesOf(
  ctx: Context,
  { app, filter }: Of,
  { span, grain }: { readonly span: Span; readonly grain: StatGrain },
): Promise<Use[]> {
  const from = await askedBy(ctx, filter)
  const step = grain === 'HOUR' ? 'DAY' : grain
  const { rows } =
    await sql<Use>`select date_trunc(${step}, at, 'UTC') as at, sum(days)::bigint as days,
      sum(active)::bigint as active, sum(launches)::bigint as launches, sum(minutes)::bigint as minutes,
      sum(kilobytes)::bigint as kilobytes, sum(crashes)::bigint as crashes, sum(anrs)::bigint as anrs
    from ${from('app_use_own')} as used
    where package = ${app.package} and at >= ${span.from} and at < ${span.until} group by 1`.execute(
      ctx.db,
    )
  return rows
}

async function countedAt({ db }: Context): Promise<string | null> {
  const { rows } = await sql<{
    at: string
  }>`select at from estate_counted where pace = 'MINUTE'`.execute(db)
  return rows[0]?.at ?? null
}

/** Curves of applications begin with days: terminals tell of their use by days. */
const grainOf = (span: Span, asked: StatGrain | undefined, now: Date): StatGrain => {
  const grain = grainFor(span, asked, now)
  return grain === 'HOUR' && asked === undefined ? 'DAY' : grain
}

const keyOf = (at: string | Date, act: string) => `${new Date(at).getTime()} ${act}`

const unused = {
  days: 0,
  active: 0,
  launches: 0,
  minutes: 0,
  kilobytes: 0,
  crashes: 0,
  anrs: 0,
} as const satisfies Omit<Use, 'at'>

/** What was done with an application, and how it was used, step by step. */
export async function trendOf(
  ctx: Context,
  of: Of,
  { span, asked }: Asking,
): Promise<ReplyOf<typeof appStat.trend>> {
  const grain = grainOf(span, asked, ctx.now())
  const facts = await factsOf(ctx, of, { span, grain, kinds: ['APP_ACT'] })
  const counts = new Map(facts.map(({ at, value, count }) => [keyOf(at, value), count]))
  const uses = await usesOf(ctx, of, { span, grain })
  const used = new Map(uses.map(({ at, ...use }) => [Date.parse(at), use]))
  const points = stepsOf(span, grain, ctx.now()).map(({ at }) => {
    const done = (act: AppAct) => counts.get(keyOf(at, act)) ?? 0
    return {
      at: at.toISOString(),
      acts: {
        INSTALLED: done('INSTALLED'),
        UPDATED: done('UPDATED'),
        DOWNGRADED: done('DOWNGRADED'),
        REMOVED: done('REMOVED'),
        INSTALL_FAILED: done('INSTALL_FAILED'),
        REMOVE_FAILED: done('REMOVE_FAILED'),
      },
      ...(used.get(at.getTime()) ?? unused),
    }
  })
  return {
    grain,
    from: span.from.toISOString(),
    to: span.until.toISOString(),
    points,
    countedAt: await countedAt(ctx),
  }
}

/** Versions that are told apart. */
const named = 5

/** Installs and updates by the version that they led to. */
export async function versionsOf(
  ctx: Context,
  of: Of,
  { span, asked }: Asking,
): Promise<ReplyOf<typeof appStat.version>> {
  const grain = grainOf(span, asked, ctx.now())
  const facts = await factsOf(ctx, of, { span, grain, kinds: ['APP_TO'] })
  const sums = new Map<string, number>()
  for (const { value, count } of facts) sums.set(value, (sums.get(value) ?? 0) + count)
  const top = [...sums]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, named)
    .map(([code]) => code)
    .toSorted((one, other) => Number(other) - Number(one))
  const names = await namesOf(ctx, of.app, top)
  const byStep = Map.groupBy(facts, ({ at }) => Date.parse(at))
  const points = stepsOf(span, grain, ctx.now()).map(({ at }) => {
    const here = byStep.get(at.getTime()) ?? []
    const countOf = (code: string) => here.find(({ value }) => value === code)?.count ?? 0
    const all = here.reduce((sum, { count }) => sum + count, 0)
    const counts = top.map(countOf)
    return {
      at: at.toISOString(),
      counts,
      others: all - counts.reduce((sum, count) => sum + count, 0),
    }
  })
  const versions = top.map((code) => ({
    code: Number(code),
    name: names.get(Number(code)) ?? null,
  }))
  return { grain, versions, points, countedAt: await countedAt(ctx) }
}

async function namesOf({ db }: Context, app: App, codes: readonly string[]) {
  const { rows } = await sql<{
    code: number
    name: string
  }>`select version_code as code, max(version_name) as name from apk
    where app_id = ${app.id} and version_code = any(${[...codes]}::bigint[]) group by 1`.execute(db)
  return new Map(rows.map(({ code, name }) => [code, name]))
}

const dayMs = 86_400_000
const nextDay = (at: Date) => new Date(Math.ceil(at.getTime() / dayMs) * dayMs)

/** The days that begin within a span: causes are kept by days alone. */
const wholeDays = ({ from, until }: Span): Span => ({ from: nextDay(from), until: nextDay(until) })

/** Why installs and removals failed. */
export async function errorsOf(
  ctx: Context,
  of: Of,
  asked: Span,
): Promise<ReplyOf<typeof appStat.error>> {
  const span = wholeDays(asked)
  const sums = await sumsOf(ctx, { ...of, span, kinds: ['APP_ACT', 'APP_ERROR'] })
  const acts = (wanted: (act: AppAct) => boolean) =>
    appActs.filter(wanted).reduce((sum, act) => sum + (sums.get(`APP_ACT ${act}`) ?? 0), 0)
  const isFailed = (act: AppAct) => act === 'INSTALL_FAILED' || act === 'REMOVE_FAILED'
  const codes = [...sums]
    .filter(([key]) => key.startsWith('APP_ERROR '))
    .map(([key, count]) => ({ code: key.slice('APP_ERROR '.length), count }))
    .toSorted((one, other) => other.count - one.count || (one.code < other.code ? -1 : 1))
  return {
    from: span.from.toISOString(),
    to: span.until.toISOString(),
    done: acts((act) => !isFailed(act)),
    failed: acts(isFailed),
    codes: codes.slice(0, 10),
    countedAt: await countedAt(ctx),
  }
}

/** How often each version of an application came to a terminal, and how often it failed to. */
export async function failuresOf(
  ctx: Context,
  of: Of,
  asked: Span,
): Promise<ReplyOf<typeof appStat.failure>> {
  const span = wholeDays(asked)
  const sums = await sumsOf(ctx, { ...of, span, kinds: ['APP_TO', 'APP_NOT_TO'] })
  const codes = new Set([...sums.keys()].map((key) => key.slice(key.indexOf(' ') + 1)))
  const ours = await namesOf(ctx, of.app, [...codes])
  return {
    from: span.from.toISOString(),
    to: span.until.toISOString(),
    versions: [...ours.keys()]
      .toSorted((one, other) => other - one)
      .map((code) => ({
        code,
        done: sums.get(`APP_TO ${code}`) ?? 0,
        failed: sums.get(`APP_NOT_TO ${code}`) ?? 0,
      })),
    countedAt: await countedAt(ctx),
  }
}

/** What removals came of. */
export async function removalsOf(
  ctx: Context,
  of: Of,
  asked: Span,
): Promise<ReplyOf<typeof appStat.removal>> {
  const span = wholeDays(asked)
  const sums = await sumsOf(ctx, { ...of, span, kinds: ['APP_GONE'] })
  const causes = appTriggers
    .map((trigger) => ({ trigger, count: sums.get(`APP_GONE ${trigger}`) ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count)
  return {
    from: span.from.toISOString(),
    to: span.until.toISOString(),
    removed: causes.reduce((sum, { count }) => sum + count, 0),
    causes,
    countedAt: await countedAt(ctx),
  }
}

/** When an application is opened. */
export async function hoursOf(
  ctx: Context,
  of: Of,
  span: Span,
): Promise<ReplyOf<typeof appUse.trend>> {
  const weekdays = Array.from({ length: 7 }, () => 0)
  for (const { at, launches } of await usesOf(ctx, of, { span, grain: 'DAY' })) {
    const place = (new Date(at).getUTCDay() + 6) % 7
    weekdays[place] = (weekdays[place] ?? 0) + launches
  }
  const from = await askedBy(ctx, of.filter)
  const sums = Array.from(
    { length: 24 },
    (_, hour) => sql`coalesce(sum(hours[${sql.lit(hour + 1)}]), 0)::float8`,
  )
  const { rows } = await sql<{ hours: number[] }>`select array[${sql.join(sums)}] as hours
    from ${from('app_use_own')} as used
    where package = ${of.app.package} and at >= ${span.from} and at < ${span.until} and hours is not null`.execute(
    ctx.db,
  )
  return { hours: rows[0]?.hours ?? [], weekdays, countedAt: await countedAt(ctx) }
}
