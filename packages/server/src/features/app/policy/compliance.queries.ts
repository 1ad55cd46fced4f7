import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'

/** Applications whose terminals are counted in one go. */
const mostApps = 20

/**
 * Counts how terminals stand to the policies of some applications: those that a change waits for, then
 * those counted longest ago. One statement for all of their terminals; answers how many policies it counted.
 */
export async function countCompliance(db: Kysely<DB>, olderThanMinutes: number): Promise<number> {
  const { rows: due } = await sql<{ appId: string }>`select policy.app_id
    from org_apk policy left join org_apk_compliance counted on counted.org_apk_id = policy.id
    where policy.deleted_at is null and (policy.is_pending or counted.counted_at is null
      or counted.counted_at < now() - make_interval(mins => ${olderThanMinutes}))
    group by policy.app_id order by min(counted.counted_at) nulls first limit ${mostApps}`.execute(
    db,
  )
  if (due.length === 0) return 0
  const appIds = due.map(({ appId }) => appId)
  // Before the count: what changes while it runs is counted again.
  await sql`update org_apk set is_pending = false
    where app_id = any(${appIds}::uuid[]) and is_pending`.execute(db)
  const { rows } = await sql<{ id: string }>`with counted as (
      select stand.org_apk_id, count(*) as devices,
        count(*) filter (where stand.standing = 'OK') as compliant,
        count(*) filter (where stand.standing = 'MISSING') as missing,
        count(*) filter (where stand.standing = 'OUTDATED') as outdated,
        count(*) filter (where stand.standing = 'FORBIDDEN') as forbidden
      from (${standings(appIds)}) stand group by stand.org_apk_id)
    insert into org_apk_compliance as kept
      (org_apk_id, devices, compliant, missing, outdated, forbidden, counted_at)
    select policy.id, coalesce(counted.devices, 0), coalesce(counted.compliant, 0),
      coalesce(counted.missing, 0), coalesce(counted.outdated, 0), coalesce(counted.forbidden, 0), now()
    from org_apk policy left join counted on counted.org_apk_id = policy.id
    where policy.app_id = any(${appIds}::uuid[]) and policy.deleted_at is null
    order by policy.id
    on conflict (org_apk_id) do update set devices = excluded.devices, compliant = excluded.compliant,
      missing = excluded.missing, outdated = excluded.outdated, forbidden = excluded.forbidden,
      counted_at = excluded.counted_at
    returning org_apk_id as id`.execute(db)
  return rows.length
}

/** How each terminal stands to the policy that decides about it, of some applications. */
const standings = (appIds: readonly string[]) => sql`
  select decided.device_id, decided.org_apk_id, target.release_id, target.percent,
    target.release_code, installed.version_code as installed,
    app_standing(policy.policy, policy.version_rule, policy.version_code,
      case when target.release_id is not null
          and release_place(decided.device_id, target.release_id) < target.percent * 100
        then target.release_code else target.version_code end, installed.version_code) as standing
  from org_apk_effective decided
    join device on device.id = decided.device_id
      and device.lifecycle not in ('SCRAPPED', 'REPLACED', 'UNCLAIMED')
    join org_apk policy on policy.id = decided.org_apk_id
    join app on app.id = decided.app_id
    join org_apk_target target on target.org_apk_id = policy.id
    left join device_app installed
      on installed.device_id = decided.device_id and installed.package = app.package
  where decided.app_id = any(${[...appIds]}::uuid[])`
