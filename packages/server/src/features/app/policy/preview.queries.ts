import type { orgApks, ParsedOf, ReplyOf } from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { mayCall } from '../../../access/principal.ts'
import type { Context } from '../../../kit/context.ts'
import type { Condition } from '../../../kit/page.ts'
import { approvalSize, deviceScope, leftOutCode, policySpeaks } from '../../device/index.ts'
import { installTask } from '../push/appWish.ts'
import { tidied } from './policy.rules.ts'

type Body = ParsedOf<typeof orgApks.precheck>['body']
type Preview = ReplyOf<typeof orgApks.precheck>

/** Terminals that a preview looks at, as previews of tasks do. */
export const mostPreviewed = 20_000

/** On how many terminals a mandatory policy would install something: those that it decides about and that lack it. */
export async function previewPolicy(ctx: Context, said: Body): Promise<Preview> {
  const version = await wantedVersion(ctx, said)
  const downgrade = said.versionRule === 'FIXED' && mayCall(ctx.principal, 'MQTT_APK_DOWNGRADE')
  const task = version && (await installTask(ctx, version.id, { downgrade }))
  if (!task) return { versionName: null, count: 0, capped: false, needsApproval: false }
  const code = await leftOutCode(ctx.db, { ...task, pushId: null, needOnline: false, by: null })
  const lowest = said.versionRule === 'MIN' ? said.versionCode : null
  const { rows } = await sql<{ total: number; count: number }>`
    with meant as materialized (select device.* from device
      where device.deleted_at is null and device.lifecycle = 'ACTIVE' and device.status = 1
        and ${deviceScope.rows(ctx.principal)} and ${spokenOf(said)} and not ${await decidedElsewhere(ctx, said)}
      limit ${mostPreviewed + 1})
    select count(*)::integer as total, (count(*) filter (where ${code} is null
      and not exists (select from device_app has join app on app.package = has.package
        where has.device_id = device.id and app.id = ${said.appId}
          and has.version_code >= ${lowest}::bigint)))::integer as count
    from meant as device`.execute(ctx.db)
  const { total, count } = rows[0] ?? { total: 0, count: 0 }
  return {
    versionName: version.versionName,
    count,
    capped: total > mostPreviewed,
    needsApproval: count >= (await approvalSize(ctx.db)),
  }
}

/** The version that such a policy wants; the view org_apk_target says the same of policies that there are. */
async function wantedVersion({ db }: Context, { appId, versionRule, versionCode, track }: Body) {
  const fits =
    versionRule === 'FIXED'
      ? sql<SqlBool>`version_code = ${versionCode} and state in ('ONLINE', 'SUPERSEDED', 'GREY', 'GREY_PAUSED')`
      : sql<SqlBool>`state = 'ONLINE' and track = ${(versionRule === 'CHANNEL' && track) || 'PRODUCTION'}`
  const { rows } = await sql<{ id: string; versionName: string }>`select id, version_name from apk
    where app_id = ${appId} and deleted_at is null and status = 1 and ${fits}
    order by version_code desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** Terminals that it speaks of, as a condition over `device`. */
function spokenOf({ orgId, scopeKind, groupId, classificationId }: Body): RawBuilder<SqlBool> {
  if (scopeKind === 'ORG') return sql<SqlBool>`device.org_id = ${orgId}`
  const below = sql<SqlBool>`device.org_id in (select below.id from organization below
    join organization above on below.path <@ above.path where above.id = ${orgId})`
  if (scopeKind === 'GROUP')
    return sql<SqlBool>`(${below} and device.id in (select member.device_id
      from device_group_member member where member.group_id = ${groupId}))`
  if (scopeKind === 'CLASSIFICATION')
    return sql<SqlBool>`(${below} and device.id in (select label.device_id
      from device_classification label where label.classification_id = ${classificationId}))`
  return below
}

const nearness = { SUBTREE: 0, ORG: 1, CLASSIFICATION: 2, GROUP: 3 } as const

/** Terminals about which another policy decides: one that prohibits it, or a nearer one that is as strict, also in its versions. */
async function decidedElsewhere({ db }: Context, said: Body): Promise<Condition> {
  const { id, orgId, appId, scopeKind } = said
  const { versionRule, versionCode, track } = tidied(said)
  const isEmptying = sql<SqlBool>`(${scopeKind === 'SUBTREE'} and is_looser_version(${versionRule}, ${versionCode},
    ${track}, policy.version_rule, policy.version_code, policy.track, policy.org_id = ${orgId}))`
  const isNearer = sql<SqlBool>`10 * nlevel(place.path) + case policy.scope_kind when 'SUBTREE' then 0 when 'ORG' then 1
      when 'CLASSIFICATION' then 2 else 3 end >
    (select 10 * nlevel(path) + ${nearness[scopeKind]}::integer from organization where id = ${orgId})`
  const which = sql<SqlBool>`policy.id is distinct from ${id ?? null}::uuid
    and (policy.policy = 'PROHIBITED' or policy.policy = 'MANDATORY' and ${isNearer} and not ${isEmptying})`
  return (await policySpeaks(db, appId, which)) ?? sql<SqlBool>`false`
}
