import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'
import { madeFor } from './madeFor.ts'

type Db = Kysely<DB>

/** Terminals that are looked at in one go. */
const mostDevices = 5000

/** Applications whose terminals are all looked at in one go. */
const mostApps = 20

/** Policies are counted anew so often, whatever happens: what begins and ends by the clock aside. */
const sweepHours = 24

/**
 * Brings up to date how terminals stand to policies: those of which something has changed, and all of
 * an application of which a policy or a version has. Of two workers one does. Answers whether there may be more.
 */
export async function followCompliance(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    isMine: boolean
  }>`select pg_try_advisory_xact_lock(hashtext('org_apk_stand')) as is_mine`.execute(db)
  if (!rows[0]?.isMine) return false
  const deviceIds = await takeDevices(db)
  if (deviceIds.length > 0)
    await refresh(db, (table) => sql`${table}.device_id = any(${deviceIds}::uuid[])`)
  const appIds = await takeApps(db)
  if (appIds.length > 0) await refresh(db, (table) => sql`${table}.app_id = any(${appIds}::uuid[])`)
  if (appIds.length > 0) await noteCounted(db, appIds)
  return deviceIds.length === mostDevices || appIds.length === mostApps
}

async function takeDevices(db: Db): Promise<string[]> {
  const { rows } = await sql<{ deviceId: string }>`with taken as (
      delete from org_apk_look where ctid = any(array(
        select ctid from org_apk_look limit ${mostDevices} for update skip locked))
      returning device_id)
    select distinct device_id from taken`.execute(db)
  return rows.map(({ deviceId }) => deviceId)
}

/** Those of which a policy was changed, has begun or ended since it was counted, or was long ago. */
async function takeApps(db: Db): Promise<string[]> {
  const { rows } = await sql<{ appId: string }>`with due as materialized (
      select policy.app_id from org_apk policy left join org_apk_compliance counted on counted.org_apk_id = policy.id
      where policy.is_pending or policy.deleted_at is null and (counted.counted_at is null
        or counted.counted_at < now() - make_interval(hours => ${sweepHours})
        or policy.start_at > counted.counted_at and policy.start_at <= now()
        or policy.end_at > counted.counted_at and policy.end_at <= now())
      group by policy.app_id order by min(counted.counted_at) nulls first limit ${mostApps}),
    -- Before the count: what changes while it runs is counted again.
    noted as (update org_apk set is_pending = false from due where org_apk.app_id = due.app_id and org_apk.is_pending)
    select app_id from due`.execute(db)
  return rows.map(({ appId }) => appId)
}

type Which = (table: RawBuilder<unknown>) => RawBuilder<unknown>

/** Writes what differs from what was; the figures follow by the difference. */
async function refresh(db: Db, which: Which): Promise<void> {
  await sql`with fresh as materialized (${standings(which(sql.ref('decided')))}),
    former as materialized (select stand.* from org_apk_stand stand where ${which(sql.ref('stand'))}),
    gone as materialized (select former.* from former where not exists (select from fresh
      where fresh.device_id = former.device_id and fresh.app_id = former.app_id)),
    removed as (delete from org_apk_stand stand using gone
      where stand.device_id = gone.device_id and stand.app_id = gone.app_id),
    written as (insert into org_apk_stand as kept (device_id, app_id, org_apk_id, standing, wanted_apk_id)
      select device_id, app_id, org_apk_id, standing, wanted_apk_id from fresh order by 1, 2
      on conflict (device_id, app_id) do update set org_apk_id = excluded.org_apk_id, standing = excluded.standing,
        wanted_apk_id = excluded.wanted_apk_id
      where (kept.org_apk_id, kept.standing, kept.wanted_apk_id)
        is distinct from (excluded.org_apk_id, excluded.standing, excluded.wanted_apk_id)),
    away as (insert into org_apk_left (org_apk_id, device_id)
      select policy.id, gone.device_id from gone
        join org_apk policy on policy.id = gone.org_apk_id and policy.uninstall_when_left and policy.status = 1
          and policy.deleted_at is null and (policy.end_at is null or policy.end_at > now())
        join app on app.id = policy.app_id
        join device on device.id = gone.device_id and device.lifecycle = 'ACTIVE' and device.deleted_at is null
        join device_app installed on installed.device_id = device.id and installed.package = app.package
      on conflict do nothing)
    insert into org_apk_compliance as kept (org_apk_id, devices, compliant, missing, outdated, forbidden, unfit, counted_at)
    select policy.id, moved.devices, moved.compliant, moved.missing, moved.outdated, moved.forbidden, moved.unfit, now()
    from (select org_apk_id, sum(sign) as devices,
        coalesce(sum(sign) filter (where standing = 'OK'), 0) as compliant,
        coalesce(sum(sign) filter (where standing = 'MISSING'), 0) as missing,
        coalesce(sum(sign) filter (where standing = 'OUTDATED'), 0) as outdated,
        coalesce(sum(sign) filter (where standing = 'FORBIDDEN'), 0) as forbidden,
        coalesce(sum(sign) filter (where standing = 'UNFIT'), 0) as unfit
      from (select org_apk_id, standing, 1 as sign from fresh
        union all select org_apk_id, standing, -1 from former) as one group by 1) as moved
      join org_apk policy on policy.id = moved.org_apk_id
    order by policy.id
    on conflict (org_apk_id) do update set devices = kept.devices + excluded.devices,
      compliant = kept.compliant + excluded.compliant, missing = kept.missing + excluded.missing,
      outdated = kept.outdated + excluded.outdated, forbidden = kept.forbidden + excluded.forbidden,
      unfit = kept.unfit + excluded.unfit,
      counted_at = now()`.execute(db)
}

/** Also those that decide about no terminal have been counted. */
async function noteCounted(db: Db, appIds: readonly string[]): Promise<void> {
  await sql`insert into org_apk_compliance as kept (org_apk_id, devices, compliant, missing, outdated, forbidden, counted_at)
    select id, 0, 0, 0, 0, 0, now() from org_apk where app_id = any(${[...appIds]}::uuid[]) order by id
    on conflict (org_apk_id) do update set counted_at = now()`.execute(db)
}

/** How each terminal stands to the policy that decides about it; a release that runs gives for itself. */
const standings = (which: RawBuilder<unknown>) => sql`
  select decided.device_id, decided.app_id, decided.org_apk_id,
    app_standing(policy.policy, policy.version_rule, policy.version_code,
      case when reached.holds then target.release_code else target.version_code end, installed.version_code,
      ${madeFor(sql.ref('wanted'))}) as standing,
    case when policy.policy <> 'MANDATORY' or reached.holds and release.state <> 'FULL' then null
      when reached.holds then target.release_apk_id else target.apk_id end as wanted_apk_id
  from org_apk_effective decided
    join device on device.id = decided.device_id
      and device.lifecycle not in ('SCRAPPED', 'REPLACED', 'UNCLAIMED')
    join org_apk policy on policy.id = decided.org_apk_id
    join app on app.id = decided.app_id
    join org_apk_target target on target.org_apk_id = policy.id
    left join org_apk_release release on release.id = target.release_id
    cross join lateral (select target.release_id is not null
      and release_place(decided.device_id, target.release_id) < target.percent * 100 as holds) as reached
    left join apk wanted on wanted.id = case when reached.holds then target.release_apk_id else target.apk_id end
    left join device_app installed
      on installed.device_id = decided.device_id and installed.package = app.package
  where ${which}`
