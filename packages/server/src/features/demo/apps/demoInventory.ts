import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'

type Db = Kysely<DB>

/**
 * What is on the demo's terminals beside what they were shipped with: the bank's application on each
 * of its Android terminals, the other one's wallet, loyalty at some. One in thirty has missed an
 * update. The events say when each came.
 */
export async function makeDemoInventory(db: Db): Promise<void> {
  await sql`create temporary table demo_app on commit drop as
      select device.id as device_id, app.package, apk.version_code, apk.version_name, apk.signer_sha256, file.bytes, told.days,
        row_number() over (partition by device.id, app.package order by apk.version_code) as nth
      from (values ('tigris', 'iq.tigris.pay', 200, 27, 1, 0), ('tigris', 'iq.tigris.pay', 210, 14, 30, 7),
          ('tigris', 'iq.tigris.loyalty', 140, 22, 4, -1), ('marsh', 'iq.marsh.wallet', 300, 24, 1, 0),
          ('marsh', 'org.muster.counter', 40, 21, 3, -1)) as told (org, package, code, days, every, missed)
        join app on app.package = told.package join apk on apk.app_id = app.id and apk.version_code = told.code
        join upload file on file.id = apk.file_id
        join organization on organization.code = told.org
        join device on device.org_id = organization.id and device.batch_no = 'DEMO'
        join model on model.id = device.model_id and model.os_type = 'ANDROID'
      where case when told.missed < 0 then right(device.sn, 6)::integer % told.every = 0
        else told.every = 1 or right(device.sn, 6)::integer % told.every <> told.missed end`.execute(
    db,
  )
  await sql`insert into device_app_event (device_id, package, kind, from_code, from_name, to_code, to_name, source, at)
      select device_id, package, case when nth = 1 then 'INSTALLED' else 'UPDATED' end,
        lag(version_code) over mine, lag(version_name) over mine, version_code, version_name, 'PUSH',
        now() - make_interval(days => days)
      from demo_app window mine as (partition by device_id, package order by nth)`.execute(db)
  await sql`insert into device_app (device_id, package, version_code, version_name, source, signer, bytes,
        first_installed_at, last_updated_at, seen_at)
      select distinct on (device_id, package) device_id, package, version_code, version_name, 'PUSH',
        left(signer_sha256, 16), bytes, min(at) over (partition by device_id, package), at, at
      from (select *, date_trunc('milliseconds', now() - make_interval(days => days)) as at from demo_app) as come
      order by device_id, package, version_code desc`.execute(db)
}

/** An application as the virtual terminals keep it. */
export interface DemoInstalled {
  readonly p: string
  readonly vc: number
  readonly vn: string
  readonly src: 'PUSH'
  readonly sig8: string
  readonly size: number
  readonly inst: number
  readonly upd: number
  readonly en: true
}

/** What each terminal has on it, by its serial number. */
export async function demoInstalled(db: Db): Promise<ReadonlyMap<string, DemoInstalled[]>> {
  const { rows } = await sql<{ sn: string; apps: DemoInstalled[] }>`select device.sn,
      jsonb_agg(jsonb_build_object('p', installed.package, 'vc', installed.version_code, 'vn', installed.version_name,
        'src', 'PUSH', 'sig8', installed.signer, 'size', installed.bytes, 'en', true,
        'inst', (extract(epoch from installed.first_installed_at) * 1000)::bigint,
        'upd', (extract(epoch from installed.last_updated_at) * 1000)::bigint)) as apps
    from device_app installed join device on device.id = installed.device_id group by device.sn`.execute(
    db,
  )
  return new Map(rows.map(({ sn, apps }) => [sn, apps]))
}

/** Those on which the release has succeeded have its version. */
export async function takeRelease(db: Db): Promise<void> {
  await sql`with taken as (
      select item.device_id, app.package, apk.version_code, apk.version_name, file.bytes,
        date_trunc('milliseconds', item.ended_at) as at
      from org_apk_push given join push_item item on item.push_id = given.push_id and item.state = 'SUCCESS'
        join org_apk_release release on release.id = given.release_id
        join apk on apk.id = release.apk_id join app on app.id = apk.app_id join upload file on file.id = apk.file_id),
    noted as (
      insert into device_app_event (device_id, package, kind, from_code, from_name, to_code, to_name, source, at)
        select taken.device_id, taken.package, 'UPDATED', installed.version_code, installed.version_name,
          taken.version_code, taken.version_name, 'PUSH', taken.at
        from taken join device_app installed using (device_id, package))
    update device_app set version_code = taken.version_code, version_name = taken.version_name, bytes = taken.bytes,
      last_updated_at = taken.at, seen_at = taken.at
    from taken where device_app.device_id = taken.device_id and device_app.package = taken.package`.execute(
    db,
  )
}
