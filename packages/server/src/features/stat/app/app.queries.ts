import type { AppHolder, AppSummary, appStat, ParsedOf } from '@muster/contract'
import { countCap } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { allOf, type Condition, type Page } from '../../../kit/page.ts'
import { notFound } from '../../../kit/refusal.ts'
import { nameableApps } from '../../app/index.ts'
import { deviceScope } from '../../device/index.ts'
import { below } from '../../log/index.ts'
import type { EstateFilter } from '../asked.ts'

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

/** The newest version: of those that are published, else of those that are installed. */
const newestOf = sql`coalesce((select max(apk.version_code) from apk where apk.app_id = told.id
    and apk.state = 'PUBLISHED' and apk.deleted_at is null), (select max(code) from counted))`

/** Who has an application now, and in which version. */
export async function summaryOf(ctx: Context, app: App, filter: EstateFilter): Promise<AppSummary> {
  const mine = await terminalsOf(ctx, filter)
  const { rows } = await sql<{
    versions: readonly (Version & { readonly terminals: number })[] | null
    terminals: number
    sideLoaded: number
    newest: (Version & { readonly terminals: number }) | null
  }>`with told as (select ${app.id}::uuid as id, ${app.package} as package),
    held as materialized (select held.version_code as code, held.version_name as name, held.source
      from device_app held join (select id from device where ${mine}) as device on device.id = held.device_id
      where held.package = ${app.package}),
    counted as (select code, max(name) as name, count(*)::integer as terminals from held group by 1),
    latest as (select ${newestOf} as code from told)
    select (select jsonb_agg(to_jsonb(shown) order by code desc)
        from (select * from counted order by code desc limit 20) as shown) as versions,
      (select count(*)::integer from held) as terminals,
      (select count(*)::integer from held where source = 'SIDE_LOADED') as side_loaded,
      (select jsonb_build_object('code', latest.code, 'name', coalesce(counted.name,
          (select max(apk.version_name) from apk where apk.app_id = ${app.id} and apk.version_code = latest.code)),
          'terminals', coalesce(counted.terminals, 0))
        from latest left join counted using (code) where latest.code is not null) as newest`.execute(
    ctx.db,
  )
  const { versions = null, terminals = 0, sideLoaded = 0, newest = null } = rows[0] ?? {}
  return {
    package: app.package,
    terminals,
    sideLoaded,
    newest,
    versions: [...(versions ?? [])],
  }
}

const percents = [50, 90, 99] as const

/**
 * How fast the newest version came to the terminals that have the application: by when it was first
 * seen on each of them.
 */
export async function speedOf(ctx: Context, app: App, filter: EstateFilter) {
  const { newest, terminals } = await summaryOf(ctx, app, filter)
  if (newest === null) return { newest, terminals, reached: 0, firstAt: null, steps: noSteps }
  const mine = await terminalsOf(ctx, filter)
  const wanted = percents.map((percent) => Math.ceil((terminals * percent) / 100))
  const { rows } = await sql<{
    reached: number
    firstAt: string | null
    hours: readonly (number | null)[]
  }>`with came as (select held.device_id, min(event.at) as at
      from device_app held join (select id from device where ${mine}) as device on device.id = held.device_id
        join device_app_event event on event.device_id = held.device_id and event.package = held.package
          and event.to_code = held.version_code and event.kind in ('INSTALLED', 'UPDATED', 'DOWNGRADED')
      where held.package = ${app.package} and held.version_code = ${newest.code} group by 1),
    placed as materialized (select at, row_number() over (order by at) as nth from came)
    select (select count(*)::integer from placed) as reached, (select min(at) from placed) as first_at,
      array(select (select extract(epoch from at - (select min(at) from placed)) / 3600 from placed where nth = wanted.nth)::float8
        from unnest(${wanted}::integer[]) with ordinality as wanted (nth, place) order by place) as hours`.execute(
    ctx.db,
  )
  const { reached = 0, firstAt = null, hours = [] } = rows[0] ?? {}
  const steps = percents.map((percent, place) => ({ percent, hours: hours[place] ?? null }))
  const { code, name } = newest
  return { newest: { code, name }, terminals, reached, firstAt, steps }
}

const noSteps = percents.map((percent) => ({ percent, hours: null }))

/** Conditions on `held`, an application on a terminal in service, that nobody has opened lately. */
const unusedFor = (days: number): Condition =>
  sql<SqlBool>`(held.last_used_at is null or held.last_used_at < now() - make_interval(days => ${days}))`

/** Terminals in service, over `device`. */
const inService = sql<SqlBool>`lifecycle = 'ACTIVE'`

/** The terminals that a figure counts, by their numbers. */
export async function pageHolders(ctx: Context, query: HolderQuery): Promise<Page<AppHolder>> {
  const { pageNum, pageSize, appId, versionCode, source, unusedDays, ...filter } = query
  const app = appId === undefined ? null : await findApp(ctx, appId)
  const mine = allOf([
    await terminalsOf(ctx, filter),
    ...(unusedDays === undefined ? [] : [inService]),
    ...(query.keyword
      ? [sql<SqlBool>`starts_with(sn, ${query.keyword.trim().toUpperCase()})`]
      : []),
  ])
  const where = allOf([
    app ? sql<SqlBool>`held.package = ${app.package}` : sql<SqlBool>`true`,
    ...(versionCode === undefined ? [] : [sql<SqlBool>`held.version_code = ${versionCode}`]),
    ...(source === undefined ? [] : [sql<SqlBool>`held.source = ${source}`]),
    ...(unusedDays === undefined ? [] : [unusedFor(unusedDays)]),
  ])
  const found = sql`device_app held join (select id, sn, org_id, model_id from device where ${mine}) as device
      on device.id = held.device_id where ${where}`
  const { rows } =
    await sql<AppHolder>`select device.id, device.sn, own.name as org_name, model.name as model_name,
      coalesce((select max(app.name) from app where app.package = held.package and app.deleted_at is null
        and ${nameableApps.rows(ctx.principal)}), held.package) as app_name,
      held.version_code, held.version_name, held.source, held.last_updated_at, held.last_used_at
    from (select held.*, device.sn, device.org_id, device.model_id from ${found}
      order by device.sn, held.package limit ${pageSize} offset ${(pageNum - 1) * pageSize}) as held
      join device on device.id = held.device_id join organization own on own.id = device.org_id
      join model on model.id = device.model_id order by device.sn, held.package`.execute(ctx.db)
  const { rows: counted } = await sql<{ count: number }>`select count(*)::integer as count
    from (select from ${found} limit ${countCap + 1}) as matching`.execute(ctx.db)
  const total = counted[0]?.count ?? 0
  return {
    list: rows,
    total: Math.min(total, countCap),
    capped: total > countCap,
    pageNum,
    pageSize,
  }
}

/** Of each mandatory application: who has it, and who of those has not opened it for so many days. */
export async function unusedApps(
  ctx: Context,
  { unusedDays, ...filter }: EstateFilter & { readonly unusedDays: number },
) {
  const mine = await terminalsOf(ctx, filter)
  const { rows } = await sql<{
    appId: string
    name: string
    package: string
    terminals: number
    unused: number
  }>`with app as (select id, name, package from app where deleted_at is null and ${nameableApps.rows(ctx.principal)}
      and exists (select from org_apk policy where policy.app_id = app.id and policy.policy = 'MANDATORY'
        and policy.deleted_at is null and policy.status = 1))
    select app.id as app_id, app.name, app.package, count(*)::integer as terminals,
      (count(*) filter (where ${unusedFor(unusedDays)}))::integer as unused
    from app join device_app held on held.package = app.package
      join (select id from device where ${mine} and ${inService}) as device on device.id = held.device_id
    group by 1, 2, 3 order by unused desc, app.name limit 20`.execute(ctx.db)
  return { apps: rows }
}
