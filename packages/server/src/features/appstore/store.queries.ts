import { type AppPolicy, imageUrl } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/schema.ts'
import { isStrangeApp, runsOn } from '../app/index.ts'

type Db = Kysely<DB>

interface Asking {
  readonly deviceId: string
  /** What a terminal shows its texts in; where there is none, English. */
  readonly language: string
}

/** The terminal that asks, with what decides about what it is shown. */
const me = (deviceId: string) => sql`select device.id, device.model_id, organization.path,
    model.os_type, coalesce(nullif(model.feature_ids, '{}'), category.feature_ids) as feature_ids,
    station.type as station_type
  from device join organization on organization.id = device.org_id
    join model on model.id = device.model_id join category on category.id = model.category_id
    left join station on station.id = device.station_id
  where device.id = ${deviceId}`

/** Applications that are visible to a terminal, each with the version that it is offered. */
const offered = ({ deviceId, language }: Asking) => sql`with me as (${me(deviceId)})
  select app.*, coalesce(app.summary ->> ${language}, app.summary ->> 'en') as short,
    coalesce(app.description ->> ${language}, app.description ->> 'en') as long,
    coalesce(decided.policy, 'ALLOWED') as policy, policy.update_mode, version.*
  from me cross join app
    left join org_apk_effective decided on decided.device_id = me.id and decided.app_id = app.id
    left join org_apk policy on policy.id = decided.org_apk_id
    left join org_apk_target target on target.org_apk_id = policy.id
    left join developer on developer.id = app.developer_id
    join lateral (select apk.id as apk_id, apk.version_code, apk.version_name, apk.release_notes,
        apk.permissions, apk.signer_sha256, file.bytes, encode(file.sha256, 'hex') as sha256
      from apk join upload file on file.id = apk.file_id
      where apk.app_id = app.id and apk.deleted_at is null and apk.status = 1
        and (apk.model_ids = '{}' or me.model_id = any(apk.model_ids))
        and ${runsOn(sql.ref('apk'), sql.ref('me.id'))}
        and case when policy.id is null then apk.state = 'ONLINE' and apk.track = 'PRODUCTION'
          else apk.id = case when target.release_id is not null
              and release_place(me.id, target.release_id) < target.percent * 100
            then target.release_apk_id else target.apk_id end end
      order by apk.version_code desc limit 1) version on true
  where app.deleted_at is null and app.status = 1 and app.os_kind = me.os_type
    and not ${isStrangeApp(sql.ref('me.path'))}
    and (app.model_ids = '{}' or me.model_id = any(app.model_ids))
    and app.required_feature_ids <@ coalesce(me.feature_ids, '{}')
    and coalesce(decided.policy, 'ALLOWED') not in ('HIDDEN', 'PROHIBITED')
    and (developer.id is null or decided.policy = 'MANDATORY' or developer.state = 'APPROVED'
      and (developer.publish_org_ids = '{}' or exists (select from organization above
        where above.id = any(developer.publish_org_ids) and above.path @> me.path)))
    and case app.visibility when 'PUBLIC' then true
      when 'STATIONS' then me.station_type = any(app.station_types)
      when 'ORGS' then exists (select from organization above
        where above.id = any(app.visible_org_ids) and above.path @> me.path)
      else exists (select from organization own where own.id = app.org_id and own.path @> me.path) end`

interface OfferedRow {
  readonly id: string
  readonly package: string
  readonly name: string
  readonly appType: string
  readonly icon: string | null
  readonly short: string | null
  readonly long: string | null
  readonly categoryIds: readonly string[]
  readonly charge: string
  readonly price: number | null
  readonly currency: string | null
  readonly policy: AppPolicy
  readonly updateMode: string | null
  readonly apkId: string
  readonly versionCode: number
  readonly versionName: string
  readonly bytes: number
  readonly sha256: string
  readonly releaseNotes: string
  readonly permissions: readonly string[]
  readonly signerSha256: string | null
  readonly featureImage: string | null
  readonly screenshots: readonly string[]
  readonly supportEmail: string | null
  readonly privacyUrl: string | null
}

const shownApp = (row: OfferedRow) => ({
  id: row.id,
  package: row.package,
  name: row.name,
  type: row.appType,
  summary: row.short,
  icon: imageUrl(row.icon),
  categories: row.categoryIds,
  charge: row.charge,
  price: row.price,
  currency: row.currency,
  policy: row.policy,
  updateMode: row.updateMode ?? 'ASK',
  version: {
    id: row.apkId,
    code: row.versionCode,
    name: row.versionName,
    size: row.bytes,
  },
})

/** What the store of a terminal lists. */
export async function storeApps(db: Db, asking: Asking) {
  const { rows } =
    await sql<OfferedRow>`${offered(asking)} order by app.name, app.id limit 1000`.execute(db)
  return { apps: rows.map(shownApp) }
}

/** One of them with all that its page shows; null: the terminal is not offered it. */
export async function storeDetail(db: Db, asking: Asking, appId: string) {
  const { rows } = await sql<OfferedRow>`${offered(asking)} and app.id = ${appId}`.execute(db)
  const [row] = rows
  if (!row) return null
  const { version, ...app } = shownApp(row)
  const { releaseNotes: notes, permissions, sha256, signerSha256: signer } = row
  return {
    ...app,
    description: row.long,
    featureImage: imageUrl(row.featureImage),
    screenshots: row.screenshots.map((name) => imageUrl(name)),
    supportEmail: row.supportEmail,
    privacyUrl: row.privacyUrl,
    version: {
      ...version,
      sha256,
      signer,
      notes,
      permissions,
    },
  }
}

/** Whether the store shows a terminal this version. */
export async function isOffered(
  db: Db,
  { deviceId, apkId }: { readonly deviceId: string; readonly apkId: string },
): Promise<boolean> {
  const { rows } =
    await sql`${offered({ deviceId, language: 'en' })} and app.id = (select app_id from apk where id = ${apkId})
      and version.apk_id = ${apkId}`.execute(db)
  return rows.length > 0
}

interface CategoryRow {
  readonly id: string
  readonly parentId: string | null
  readonly code: string
  readonly name: string
  readonly icon: string | null
}

/** The categories that stores show, in their order; below one that is not shown nothing is. */
export async function storeCategories(db: Db, language: string) {
  const { rows } = await sql<CategoryRow>`select own.id, own.parent_id, own.code, own.icon,
      coalesce(own.names ->> ${language}, own.name) as name
    from app_category own left join app_category parent on parent.id = own.parent_id
    where own.deleted_at is null and own.status = 1 and own.show_in_store
      and (parent.id is null or parent.deleted_at is null and parent.status = 1 and parent.show_in_store)
    order by own.sort, own.name, own.id`.execute(db)
  return { categories: rows.map((row) => ({ ...row, icon: imageUrl(row.icon) })) }
}
