import type { AppHolder, AppSummary, appStat, ParsedOf } from '@muster/contract'
import { countCap } from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { allOf, type Condition, type Page } from '../../../kit/page.ts'
import { toldBy } from '../../../kit/pageOrder.ts'
import { notFound } from '../../../kit/refusal.ts'
import { nameableApps } from '../../app/index.ts'
import { deviceScope, seesOwn } from '../../device/index.ts'
import { below } from '../../log/index.ts'
import { askedBy, type EstateFilter } from '../asked.ts'

type HolderQuery = ParsedOf<(typeof appStat)['page']>['query']

export interface App {
  readonly id: string
  readonly package: string
}

/** An application that the caller may name. */
export async function findApp(ctx: Context, id: string): Promise<App> {
  const { rows } = await sql<App>`select id, package from app
    where id = ${id} and deleted_at is null and ${nameableApps.rows(ctx.principal)}`.execute(ctx.db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** Terminals that a figure may count, over `device`: the caller's, cut by the filter. */
async function terminalsOf(
  ctx: Context,
  { orgId, vendorId, modelId }: EstateFilter,
): Promise<Condition> {
  return allOf([
    sql<SqlBool>`deleted_at is null`,
    deviceScope.rows(ctx.principal),
    ...(orgId ? [await below(ctx, orgId)] : []),
    ...(vendorId ? [sql<SqlBool>`vendor_id = ${vendorId}`] : []),
    ...(modelId ? [sql<SqlBool>`model_id = ${modelId}`] : []),
  ])
}

interface Version {
  readonly code: number
  readonly name: string | null
}

interface Held extends Version {
  readonly terminals: number
}

/** Versions that a summary names, the newest ones. */
const mostVersions = 20

/** Who has an application now, and in which version: as the counts say, which are kept (decision 0114). */
export async function summaryOf(ctx: Context, app: App, filter: EstateFilter): Promise<AppSummary> {
  const from = await askedBy(ctx, filter)
  const [held, side] = [`APP ${app.package}`, `APP_SIDE ${app.package}`]
  const { rows } = await sql<Held>`select value::bigint as code, sum(count)::bigint as terminals,
      coalesce((select max(apk.version_name) from apk where apk.app_id = ${app.id} and apk.version_code = value::bigint),
        (select version_name from device_app told where told.package = ${app.package}
          and told.version_code = value::bigint and version_name is not null limit 1)) as name
    from ${from('device_spread', held)} as spread where kind = ${held}
    group by value having sum(count) > 0 order by 1 desc`.execute(ctx.db)
  const { rows: sides } = await sql<{
    count: number
  }>`select coalesce(sum(count), 0)::bigint as count from ${from('device_spread', side)} as spread
    where kind = ${side}`.execute(ctx.db)
  return {
    package: app.package,
    terminals: rows.reduce((sum, { terminals }) => sum + terminals, 0),
    sideLoaded: sides[0]?.count ?? 0,
    newest: await newestOf(ctx, app, rows),
    versions: rows.slice(0, mostVersions),
  }
}

/** The newest version: of those that are online, else of those that are installed. */
async function newestOf(ctx: Context, app: App, held: readonly Held[]): Promise<Held | null> {
  const { rows } = await sql<Version>`select version_code as code, version_name as name from apk
    where app_id = ${app.id} and state = 'ONLINE' and deleted_at is null order by 1 desc limit 1`.execute(
    ctx.db,
  )
  const [latest] = rows
  if (!latest) return held[0] ?? null
  return held.find(({ code }) => code === latest.code) ?? { ...latest, terminals: 0 }
}

const percents = [50, 90, 99] as const

/**
 * How fast the newest version came to the terminals that have the application: by what was installed
 * and updated to it, hour by hour for a month back and by days before that.
 */
export async function speedOf(ctx: Context, app: App, filter: EstateFilter) {
  const { newest, terminals } = await summaryOf(ctx, app, filter)
  if (newest === null) return { newest, terminals, reached: 0, firstAt: null, steps: noSteps }
  const from = await askedBy(ctx, filter)
  const { rows } = await sql<{
    at: string
    count: number
  }>`with fact as materialized (select step, at, sum(count)::bigint as count from ${from('stat_own')} as fact
      where measure = ${`APP_TO ${app.package}`} and value = ${String(newest.code)} group by 1, 2 having sum(count) > 0),
    finest as (select case when min(at) filter (where step = 'HOUR') < min(at) filter (where step = 'DAY') + interval '1 day'
      then 'HOUR' else 'DAY' end as step from fact)
    select at, count from fact join finest using (step) order by at`.execute(ctx.db)
  const reached = Math.min(
    terminals,
    rows.reduce((sum, { count }) => sum + count, 0),
  )
  const { code, name } = newest
  const steps = percents.map((percent) => ({
    percent,
    hours: hoursUntil(rows, Math.ceil((terminals * percent) / 100)),
  }))
  return { newest: { code, name }, terminals, reached, firstAt: rows[0]?.at ?? null, steps }
}

/** After how many hours so many terminals had it; null: they do not yet. */
function hoursUntil(
  facts: readonly { readonly at: string; readonly count: number }[],
  wanted: number,
): number | null {
  let sum = 0
  const last = facts.find(({ count }) => (sum += count) >= wanted)
  if (!last || !facts[0] || wanted === 0) return null
  return (Date.parse(last.at) - Date.parse(facts[0].at)) / 3_600_000
}

const noSteps = percents.map((percent) => ({ percent, hours: null }))

/** Whoever opened it on an earlier day has not opened it for so many days; days begin at midnight of UTC. */
const lastDay = (days: number) =>
  sql`(date_trunc('day', now(), 'UTC') - make_interval(days => ${days}))`

/** Conditions on `held`, an application on a terminal in service, that nobody has opened lately. */
const unusedFor = (days: number): Condition =>
  sql<SqlBool>`(held.last_used_at is null or held.last_used_at < ${lastDay(days)})`

/** The same on the values of what is kept. */
const isUnopened = (days: number): Condition =>
  sql<SqlBool>`(value = 'NEVER'
    or value < to_char(${lastDay(days)} at time zone 'UTC', 'YYYY-MM-DD') collate "C")`

/** Terminals in service, over `device`. */
const inService = sql<SqlBool>`lifecycle = 'ACTIVE'`

const isOnline = sql<SqlBool>`exists (select from device_online online where online.device_id = device.id)`

/** Of a walk through all pages, which counts once and goes on from its last row. */
interface Walked {
  readonly total?: number
  readonly after?: Pick<AppHolder, 'sn'>
}

/** The terminals that a figure counts, by their numbers. */
export async function pageHolders(
  ctx: Context,
  query: HolderQuery & Walked,
): Promise<Page<AppHolder>> {
  const { pageNum, pageSize, appId } = query
  const app = appId === undefined ? null : await findApp(ctx, appId)
  const found = await holdersOf(ctx, query, app?.package)
  // A terminal has an application once: a file of all who have it goes on from its last row.
  const last = app ? query.after?.sn : undefined
  const further = last === undefined ? sql`true` : sql`device.sn > ${last}`
  const skipped = last === undefined ? (pageNum - 1) * pageSize : 0
  const { rows } =
    await sql<AppHolder>`select device.id, device.sn, own.name as org_name, model.name as model_name,
      coalesce((select max(app.name) from app where app.package = held.package and app.deleted_at is null
        and ${nameableApps.rows(ctx.principal)}), held.package) as app_name,
      held.version_code, held.version_name, held.source, held.last_updated_at, held.last_used_at
    from (select held.*, device.sn, device.org_id, device.model_id from ${found} and ${further}
      order by device.sn, held.package limit ${pageSize} offset ${skipped}) as held
      join device on device.id = held.device_id join organization own on own.id = device.org_id
      join model on model.id = device.model_id order by device.sn, held.package`.execute(ctx.db)
  const total =
    query.total ??
    toldBy(rows, query) ??
    (await keptTotal(ctx, query, app)) ??
    (await countUpTo(ctx, found))
  return {
    list: rows,
    total: Math.min(total, countCap),
    capped: total > countCap,
    pageNum,
    pageSize,
  }
}

/** Which terminals hold what is asked for, as the part of a statement from `from` on. */
async function holdersOf(
  ctx: Context,
  query: HolderQuery,
  packageName: string | undefined,
): Promise<RawBuilder<unknown>> {
  const { versionCode, source, unusedDays } = query
  const mine = allOf([
    await terminalsOf(ctx, query),
    ...(unusedDays === undefined ? [] : [inService]),
    ...(query.online ? [isOnline] : []),
    ...(query.keyword
      ? [sql<SqlBool>`starts_with(sn, ${query.keyword.trim().toUpperCase()})`]
      : []),
  ])
  const where = allOf([
    packageName === undefined ? sql<SqlBool>`true` : sql<SqlBool>`held.package = ${packageName}`,
    ...(versionCode === undefined ? [] : [sql<SqlBool>`held.version_code = ${versionCode}`]),
    ...(source === undefined ? [] : [sql<SqlBool>`held.source = ${source}`]),
    ...(unusedDays === undefined ? [] : [unusedFor(unusedDays)]),
  ])
  return sql`device_app held join (select id, sn, org_id, model_id from device where ${mine}) as device
      on device.id = held.device_id where ${where}`
}

/** How many are counted one by one, each with its terminal, sooner than asked of what is kept. */
const fewHolders = 1000

/** How many there are, where that is kept and they are not few. */
async function keptTotal(
  ctx: Context,
  { orgId, vendorId, modelId, ...held }: HolderQuery,
  app: App | null,
): Promise<number | undefined> {
  const { versionCode, source, unusedDays, online, keyword } = held
  const isKept = unusedDays === undefined ? !online : versionCode === undefined
  if (!app || !isKept || source !== undefined || keyword || seesOwn(ctx)) return undefined
  const measure = unusedDays === undefined ? 'APP' : online ? 'APP_IDLE' : 'APP_USED'
  const kind = `${measure} ${app.package}`
  const from = await askedBy(ctx, { orgId, vendorId, modelId })
  const where = allOf([
    sql<SqlBool>`kind = ${kind}`,
    ...(versionCode === undefined ? [] : [sql<SqlBool>`value = ${String(versionCode)}`]),
    ...(unusedDays === undefined ? [] : [isUnopened(unusedDays)]),
  ])
  const { rows } = await sql<{
    total: number
  }>`select coalesce(sum(count), 0)::bigint as total from ${from('device_spread', kind)} as spread where ${where}`.execute(
    ctx.db,
  )
  const total = rows[0]?.total ?? 0
  // Who is online is followed in parts: for some minutes fewer may be kept than there are.
  return total > (measure === 'APP_IDLE' ? countCap : fewHolders) ? total : undefined
}

async function countUpTo({ db }: Context, found: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count
    from (select from ${found} limit ${countCap + 1}) as matching`.execute(db)
  return rows[0]?.count ?? 0
}

const decided = organizationsBy('policy.orgId')

/** Whether what an organisation (`own`) decides holds anywhere where the caller looks, or is at home. */
function reaches({ principal }: Context): Condition {
  const places = principal.scope.rules.flatMap((rule) => rule.places.map(({ id }) => id))
  return sql<SqlBool>`(${decided.rows(principal)} or exists (select from organization place
    where place.id = any(${[principal.orgId, ...places]}::uuid[]) and own.path @> place.path))`
}

interface Unopened extends EstateFilter {
  readonly unusedDays: number
  /** Only of those that are online. */
  readonly isOnline?: boolean
}

/** Of each mandatory application: who has it, and who of those in service has not opened it for so many days. */
export async function unusedApps(ctx: Context, { isOnline: onlyOnline, ...asked }: Unopened) {
  const { rows: apps } = await sql<{
    appId: string
    name: string
    package: string
    isBehind: boolean
  }>`select id as app_id, name, package, ${onlyOnline ? isBehind : sql`false`} as is_behind from app
    where deleted_at is null and ${nameableApps.rows(ctx.principal)}
      and exists (select from org_apk policy join organization own on own.id = policy.org_id
        where policy.app_id = app.id and policy.policy = 'MANDATORY'
          and policy.deleted_at is null and policy.status = 1 and ${reaches(ctx)})
    order by name limit ${mostUnused}`.execute(ctx.db)
  if (apps.length === 0) return { apps: [] }
  const unopened = onlyOnline ? 'APP_IDLE' : 'APP_USED'
  const kept = await keptUse(ctx, { ...asked, packages: apps.map((app) => app.package), unopened })
  const behind = apps.filter((app) => app.isBehind).map((app) => app.package)
  const found = behind.length > 0 ? await onlineUnopened(ctx, behind, asked) : kept
  const told = apps.map(({ isBehind: isFound, ...app }) => {
    const kind = `${unopened} ${app.package}`
    const terminals = kept.get(`APP ${app.package}`) ?? 0
    return { ...app, terminals, unused: (isFound ? found : kept).get(kind) ?? 0 }
  })
  return { apps: told.toSorted((one, other) => other.unused - one.unused) }
}

/** Whether the presence of those who have `app`, which are counted, is not followed yet: for some minutes at the most. */
const isBehind = sql`exists (select from counted_package known
  where known.package = app.package and known.placed_at is not null
    and (known.watched_at is null or exists (select from location_stood where id <= known.noted_to)))`

/** As {@link keptUse} keeps of those that are online: they are found by an index, all applications' at once. */
async function onlineUnopened(
  ctx: Context,
  packages: readonly string[],
  { unusedDays, ...filter }: Omit<Unopened, 'isOnline'>,
): Promise<ReadonlyMap<string, number>> {
  const mine = await terminalsOf(ctx, filter)
  const { rows } = await sql<{
    package: string
    count: number
  }>`select held.package, count(*) as count
    from device_app held join (select id from device where ${mine} and ${inService} and ${isOnline}) as device
      on device.id = held.device_id
    where held.package = any(${[...packages]}::text[]) and ${unusedFor(unusedDays)} group by 1`.execute(
    ctx.db,
  )
  return new Map(rows.map((held) => [`APP_IDLE ${held.package}`, held.count]))
}

interface AskedUse extends Omit<Unopened, 'isOnline'> {
  readonly packages: readonly string[]
  /** Of all in service, or of those of them that are online. */
  readonly unopened: 'APP_USED' | 'APP_IDLE'
}

/** Who has some packages (`APP`), and who last opened them on an earlier day: as is kept (decision 0114). */
async function keptUse(
  ctx: Context,
  { packages, unopened, unusedDays, ...filter }: AskedUse,
): Promise<ReadonlyMap<string, number>> {
  const from = await askedBy(ctx, filter)
  const kinds = packages.flatMap((name) => [`APP ${name}`, `${unopened} ${name}`])
  const { rows } = await sql<{
    kind: string
    count: number
  }>`select kind, sum(count)::bigint as count from ${from('device_spread', ...kinds)} as spread
    where kind = any(${kinds}::text[]) and (starts_with(kind, 'APP ') or ${isUnopened(unusedDays)})
    group by 1`.execute(ctx.db)
  return new Map(rows.map(({ kind, count }) => [kind, count]))
}

/** Mandatory applications that are told of. */
const mostUnused = 20
