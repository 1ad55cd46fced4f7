import {
  appPictureSizes,
  appsPath,
  codes,
  fewestScreenshots,
  offeredApkStates,
} from '@muster/contract'
import { type RawBuilder, sql } from 'kysely'
import { madeBy, organizationsBy } from '../../access/scope.ts'
import type { Context } from '../../kit/context.ts'
import type { NewRecord, StoredRow } from '../../kit/record.ts'
import { type Bin, recycleBin } from '../../kit/recycleBin.ts'
import { naming } from '../../kit/references.ts'
import { fieldRefusal, Refusal } from '../../kit/refusal.ts'
import { withCounts } from '../../kit/withCounts.ts'
import { translate } from '../../platform/texts.ts'
import { requireMayMake, requirePublishable } from '../developer/index.ts'
import { requireImage, requireImageOf } from '../file/image/index.ts'
import { letGoFiles } from '../file/upload/index.ts'
import { appScope } from './appScope.ts'
import { installsOf } from './installs.queries.ts'
import { requireNamedRecords } from './namedRecords.ts'
import { heldBy } from './version/heldBy.ts'

const developerScope = organizationsBy('orgId')

const named = naming(recycleBin(appsPath, 'app', appScope), [
  { field: 'orgId', to: 'organization', scope: organizationsBy('id') },
  { field: 'developerId', to: 'developer', scope: developerScope },
])

type Row = StoredRow<'app'>
type Entry = NewRecord<'app'>

/** Their packages are told apart, and what is offered to terminals stays. */
const kept: Bin<Row, Entry> = {
  ...named,
  async add(ctx, values) {
    await requireNamedRecords(ctx, values)
    await requirePictures(ctx, values, null)
    requirePrice(values)
    await requireDeveloper(ctx, values, null)
    const made = await named.add(ctx, settled(values))
    await requireOwnPackage(ctx, [made.id])
    return made
  },
  async update(ctx, values) {
    const before = await named.find(ctx, values.id)
    await requireNamedRecords(ctx, values)
    await requirePictures(ctx, values, before)
    requirePrice(values)
    if (before.apkCount !== 0) requireSame(before, values)
    await requireDeveloper(ctx, values, before)
    const after = await named.update(ctx, settled(values))
    await requireOwnPackage(ctx, [after.id])
    return after
  },
  async remove(ctx, ids) {
    const gone = await named.remove(ctx, ids)
    await refuseOffered(ctx, gone)
    return gone
  },
  async revert(ctx, ids) {
    const back = await named.revert(ctx, ids)
    await requireRoomAgain(ctx, back)
    await requireOwnPackage(ctx, back)
    return back
  },
  async destroy(ctx, ids) {
    const versions = await versionsOf(ctx, ids)
    const gone = await named.destroy(ctx, ids)
    const lost = versions.filter(({ appId }) => gone.includes(appId)).map(({ id }) => id)
    await letGoFiles(ctx, heldBy, lost)
    return gone
  },
}

/** Applications as they are shown: with the names of their categories, and the models and terminals that the reader sees. */
export const appBin = withCounts(kept, async (ctx, rows) => {
  const { db, principal } = ctx
  const categories = await namesOf(
    db,
    sql`app_category`,
    rows.flatMap(({ categoryIds }) => categoryIds),
  )
  const models = await namesOf(
    db,
    sql`(select id, name from model where ${modelScope.rows(principal)})`,
    rows.flatMap(({ modelIds }) => modelIds),
  )
  const installs = await installsOf(
    ctx,
    rows.map((row) => row.package),
  )
  const named = (names: ReadonlyMap<string, string>, ids: readonly string[]) =>
    ids.flatMap((id) => names.get(id) ?? [])
  return rows.map((row) => ({
    ...row,
    price: sumOf(row.price),
    installs: installs.get(row.package) ?? 0,
    categoryNames: named(categories, row.categoryIds),
    modelNames: named(models, row.modelIds),
  }))
})

/** A sum of money comes from the database as a text, whatever its column's type says. */
const sumOf = (price: unknown): number | null => (price === null ? null : Number(price))

const modelScope = madeBy({ vendor: 'vendorId', model: 'id' })

/** What some records are called. */
async function namesOf(
  db: Context['db'],
  among: RawBuilder<unknown>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`select id, name from ${among} as one
    where id = any(${[...new Set(ids)]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Its versions say what package and system they are for. */
function requireSame(before: Row, { package: name, osKind }: Partial<Entry>): void {
  if (name !== undefined && name !== before.package)
    throw fieldRefusal('package', 'app.packageFixed')
  if (osKind !== undefined && osKind !== before.osKind)
    throw fieldRefusal('osKind', 'app.packageFixed')
}

/** In whose name it stands: he may have one more, and publish to those who are named. */
async function requireDeveloper(
  ctx: Context,
  values: Partial<Entry>,
  before: Row | null,
): Promise<void> {
  const developerId =
    values.developerId === undefined ? (before?.developerId ?? null) : values.developerId
  if (developerId === null) return
  if (developerId !== before?.developerId) {
    await requireSeen(ctx, developerId)
    await requireMayMake(ctx, { appId: before?.id ?? null, developerId })
  }
  const { visibility = before?.visibility, visibleOrgIds = before?.visibleOrgIds ?? [] } = values
  if (visibility !== 'ORGS') return
  await requirePublishable(ctx, developerId, { field: 'visibleOrgIds', orgIds: visibleOrgIds })
}

/** A developer whom the caller does not see is told of by nothing: how he stands is judged after this. */
async function requireSeen({ db, principal }: Context, developerId: string): Promise<void> {
  const { rows } = await sql`select from developer where id = ${developerId}
    and deleted_at is null and ${developerScope.rows(principal)}`.execute(db)
  if (!rows[0]) throw fieldRefusal('developerId', 'rule.unknownRecord')
}

/** What comes back out of the bin takes a place again. */
async function requireRoomAgain(ctx: Context, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ appId: string; developerId: string }>`select
      (array_agg(id order by id))[1] as app_id, developer_id from app
    where id = any(${[...ids]}::uuid[]) and developer_id is not null group by developer_id
    order by developer_id`.execute(ctx.db)
  for (const { appId, developerId } of rows) await requireMayMake(ctx, { appId, developerId })
}

/** Pictures that are there stay, whatever they are like: the icon may be that of a package. */
async function requirePictures(
  ctx: Context,
  { icon = null, featureImage = null, screenshots = [] }: Partial<Entry>,
  before: Row | null,
): Promise<void> {
  if (icon !== before?.icon)
    await requireImageOf(ctx, { field: 'icon', name: icon, use: 'appIcon' }, appPictureSizes.icon)
  if (featureImage !== before?.featureImage)
    await requireImageOf(
      ctx,
      { field: 'featureImage', name: featureImage, use: 'picture' },
      appPictureSizes.featureImage,
    )
  requireShots(screenshots, before?.screenshots ?? [])
  for (const name of screenshots.filter((one) => !before?.screenshots.includes(one)))
    await requireImage(ctx, { field: 'screenshots', name, use: 'picture' })
}

/** One or two pictures of a screen are a poor page of the store; those that were there before may stay. */
function requireShots(shots: readonly string[], before: readonly string[]): void {
  const isSame = shots.length === before.length && shots.every((name) => before.includes(name))
  if (shots.length > 0 && shots.length < fewestScreenshots && !isSame)
    throw fieldRefusal('screenshots', 'app.fewScreenshots')
}

/** What only another audience or another charge would need is not kept. */
const settled = <V extends Partial<Entry>>(values: V): V => ({
  ...values,
  ...(values.visibility !== undefined && values.visibility !== 'ORGS' && { visibleOrgIds: [] }),
  ...(values.visibility !== undefined && values.visibility !== 'STATIONS' && { stationTypes: [] }),
  ...(values.charge === 'FREE' && { price: null, currency: null }),
})

/** What costs something says how much, and of which money. */
function requirePrice({ charge = 'FREE', price = null, currency = null }: Partial<Entry>): void {
  if (charge === 'FREE') return
  if (price === null) throw fieldRefusal('price', 'rule.required')
  if (currency === null) throw fieldRefusal('currency', 'rule.required')
}

/**
 * On a line of organisations, from the root down, a package is one application: a terminal must not
 * have two that call themselves the same. Whoever adds it on the same line at the same time waits here.
 */
async function requireOwnPackage({ db }: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`select pg_advisory_xact_lock(hashtextextended('app:' || name, 0)) from
    (select distinct lower(package) as name from app where id = any(${[...ids]}::uuid[])
      order by name) as packages`.execute(db)
  const { rows } = await sql`select from app
      join organization own on own.id = app.org_id
      join app other on lower(other.package) = lower(app.package) and other.os_kind = app.os_kind
        and other.id <> app.id and other.deleted_at is null
      join organization theirs on theirs.id = other.org_id
    where app.id = any(${[...ids]}::uuid[]) and app.deleted_at is null
      and (own.path <@ theirs.path or own.path @> theirs.path) limit 1`.execute(db)
  if (rows.length > 0) throw fieldRefusal('package', 'app.packageTaken')
}

interface Used {
  readonly name: string
  readonly version: string
  readonly versions: number
  readonly policies: number
  readonly values: number
}

/** Of what uses an application whoever deletes it is told what he sees. */
const policyScope = organizationsBy('org_apk.orgId')
const assignmentScope = organizationsBy('wanted.orgId')

/** What terminals are offered does not vanish: it is taken offline first. Says what uses it. */
async function refuseOffered(
  { db, language, principal }: Context,
  ids: readonly string[],
): Promise<void> {
  const { rows } = await sql<Used>`select app.name, offered.version, offered.versions,
      (select count(*)::integer from org_apk where org_apk.app_id = app.id
        and org_apk.deleted_at is null and org_apk.status = 1 and ${policyScope.rows(principal)}) as policies,
      (select count(*)::integer from param_assignment wanted where wanted.app_id = app.id
        and wanted.state = 'ACTIVE' and ${assignmentScope.rows(principal)}) as values
    from app cross join lateral (select count(*)::integer as versions,
        (array_agg(apk.version_name order by apk.version_code desc))[1] as version
      from apk where apk.app_id = app.id and apk.deleted_at is null
        and apk.state = any(${[...offeredApkStates]})) as offered
    where app.id = any(${[...ids]}::uuid[]) and offered.versions > 0 order by app.name limit 1`.execute(
    db,
  )
  const [used] = rows
  if (!used) return
  const { name, version, versions, policies, values } = used
  const uses = [
    translate(language, 'app.usedBy.versions', { count: versions, version }),
    ...(policies > 0 ? [translate(language, 'app.usedBy.policies', { count: policies })] : []),
    ...(values > 0 ? [translate(language, 'app.usedBy.values', { count: values })] : []),
  ]
  const list = new Intl.ListFormat(language, { type: 'conjunction' })
  throw new Refusal(codes.warning, 'app.inUse', { params: { name, uses: list.format(uses) } })
}

async function versionsOf({ db }: Context, ids: readonly string[] | 'all') {
  const some = ids === 'all' ? sql`true` : sql`app_id = any(${[...ids]}::uuid[])`
  const { rows } = await sql<{ id: string; appId: string }>`select apk.id, app_id from apk
    join app on app.id = apk.app_id and app.deleted_at is not null where ${some}`.execute(db)
  return rows
}
