import type { PlanTargets, ReachedTargets, ReleaseTargets } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Condition } from '../../../kit/page.ts'

/** Terminals of a release, as a condition over `device`. */
export function ofRelease({ id, part, above, upTo }: ReleaseTargets): Condition {
  if (part === 'FORTH')
    return sql<SqlBool>`(release_place(device.id, ${id}) >= ${above * 100}
      and release_place(device.id, ${id}) < ${upTo * 100} and ${isBelow(id)} and ${isDecided(id)})`
  const cameNew = sql<SqlBool>`exists (select from device_app_event event
    where event.device_id = device.id and event.kind = 'INSTALLED' and ${about(id)})`
  return part === 'OFF'
    ? sql<SqlBool>`(${hasItOf(id)} and ${cameNew})`
    : sql<SqlBool>`(${hasItOf(id)} and not ${cameNew})`
}

/** A policy decides about nobody outside of its organisation and those below it: an index finds these. */
const isBelow = (id: string): Condition => sql<SqlBool>`device.org_id = any(array(
    select here.id from org_apk_release release join org_apk policy on policy.id = release.org_apk_id
      join organization over on over.id = policy.org_id join organization here on here.path <@ over.path
    where release.id = ${id}))`

/** It is the policy of the release that decides about the terminal. */
const isDecided = (
  id: string,
): Condition => sql<SqlBool>`exists (select from org_apk_release release
    join org_apk policy on policy.id = release.org_apk_id
    join org_apk_effective decided on decided.org_apk_id = policy.id and decided.app_id = policy.app_id
  where release.id = ${id} and decided.device_id = device.id)`

/** It took the version, and nothing newer since. */
const hasItOf = (id: string): Condition => sql<SqlBool>`exists (select from org_apk_push made
    join push_item item on item.push_id = made.push_id
  where made.release_id = ${id} and made.purpose = 'FORTH' and item.device_id = device.id
    and item.state = 'SUCCESS') and not exists (select from org_apk_release release
    join apk on apk.id = release.apk_id join app on app.id = apk.app_id
    join device_app newer on newer.package = app.package and newer.version_code > apk.version_code
  where release.id = ${id} and newer.device_id = device.id)`

const about = (id: string): Condition => sql<SqlBool>`exists (select from org_apk_release release
    join apk on apk.id = release.apk_id join app on app.id = apk.app_id
  where release.id = ${id} and app.package = event.package and event.to_code = apk.version_code
    and event.at >= release.started_at)`

/** Terminals that a push has brought a version, as a condition over `device`: nothing newer of it is there by now. */
export const ofReached = ({ pushId, package: name, code }: ReachedTargets): Condition =>
  sql<SqlBool>`device.id in (select item.device_id from push_item item
      where item.push_id = ${pushId} and item.state = 'SUCCESS')
    and not exists (select from device_app newer where newer.device_id = device.id
      and newer.package = ${name} and newer.version_code > ${code})`

/** Of what a plan takes terminals back: what its first version replaces. */
export const kindBack = (row: 'target' | 'plan') => sql`select replaced.kind from plan given
    join upgrade_version replaced on replaced.id = given.version_ids[1]
  where given.id = ${sql.ref(row === 'plan' ? 'plan.id' : 'target.plan_id')}`

/** A version that a plan brought runs still, or nobody knows, over its `target` and `device`. */
export const runsWhatCame: Condition = sql<SqlBool>`exists (select from plan
    join upgrade_version brought on brought.id = any(plan.version_ids) and brought.kind = (${kindBack('plan')})
    left join device_snapshot told on told.device_id = device.id and told.kind = 'info'
  where plan.id = target.plan_id and coalesce(case brought.kind when 'FIRMWARE' then device.firmware
      when 'AGENT' then device.agent_version else told.document #>> array['parts', brought.kind] end,
    brought.version_name) in (brought.version_name, target.before))`

/** Terminals of a plan, as a condition over `device`: a part of it, or those that it brought away from a version. */
export const ofPlan = ({ id, part, before }: PlanTargets): Condition =>
  sql<SqlBool>`device.id in (select target.device_id from plan_target target
    where target.plan_id = ${id} and target.part is not null
      and ${
        before === undefined
          ? // Whom somebody has passed by since it was released gets none of it.
            sql`target.part = ${part} and target.outcome is null`
          : sql`target.before = ${before} and exists (select from plan_push made
              join push_item item on item.push_id = made.push_id and item.device_id = target.device_id
            where made.plan_id = target.plan_id and made.part = target.part
              and made.purpose = 'FORTH' and item.state = 'SUCCESS')
            and exists (select from plan_claim held where held.device_id = target.device_id
              and held.plan_id = target.plan_id and held.kind = (${kindBack('target')}))
            and ${runsWhatCame}`
      })`
