import type { EffectiveApp, KnownApp } from '@muster/contract'
import { sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/refusal.ts'
import { leftOutCode, nameableApps } from '../../device/index.ts'
import { installTask } from '../push/appWish.ts'
import { isStrangeApp } from '../strangeApp.ts'
import { decide, type Speaking, standingOf } from './policy.rules.ts'
import { madeFor } from './madeFor.ts'
import { policyDevices } from './policyScope.ts'
import { isReached } from './releasePlace.ts'

interface SpeakingRow extends Speaking {
  readonly name: string
  readonly orgName: string
  readonly isSeen: boolean
  readonly appId: string
  readonly appName: string
  readonly icon: string | null
  readonly package: string
  readonly wantedCode: number | null
  readonly wantedName: string | null
  readonly releaseId: string | null
  readonly percent: number | null
  readonly releaseCode: number | null
  readonly wantedId: string | null
  readonly releaseApkId: string | null
  readonly releaseName: string | null
  readonly installedCode: number | null
  readonly installedName: string | null
  readonly fits: boolean
}

const seen = organizationsBy('policy.orgId')

/** Applications that a terminal lacks of which is told what keeps them from it: each has gates of its own. */
const mostJudged = 20

/** What holds for a terminal, application by application, and which policies do not decide, and why. */
export async function effectiveOf(
  ctx: Context,
  deviceId: string,
): Promise<{ sn: string; apps: EffectiveApp[]; known: KnownApp[] }> {
  const device = await ctx.db
    .selectFrom('device')
    .select(['id', 'sn'])
    .where('id', '=', deviceId)
    .where('deletedAt', 'is', null)
    .where(policyDevices.rows(ctx.principal))
    .executeTakeFirst()
  if (!device) throw notFound()
  const byApp = Map.groupBy(await speakingOf(ctx, deviceId), ({ appId }) => appId)
  const decisions = [...byApp.values()].flatMap((rows) => decide(rows) ?? [])
  const lacking = decisions
    .map(({ decides }) => decides)
    .filter((row) => ['MISSING', 'OUTDATED', 'UNFIT'].includes(holding(row, deviceId).standing))
  const codes = await heldBack(ctx, deviceId, lacking.slice(0, mostJudged))
  const apps = decisions.map(({ decides, overruled }) => {
    const others = overruled.map((row) => ({ ...told(row), because: row.because }))
    const heldBackBy = codes.get(decides.appId) ?? null
    const held = { ...holding(decides, deviceId), heldBackBy }
    return { ...held, decidedBy: told(decides), overruled: others }
  })
  return { sn: device.sn, apps, known: await knownApps(ctx, deviceId) }
}

/** What is installed on a terminal, as far as it is an application of its system that the caller may name. */
async function knownApps(ctx: Context, deviceId: string): Promise<KnownApp[]> {
  const { rows } = await sql<KnownApp>`select distinct on (app.package) app.id as app_id, app.name,
      app.icon, app.package, online.told as online
    from device
      join organization here on here.id = device.org_id
      join model on model.id = device.model_id
      join category on category.id = model.category_id
      join device_app installed on installed.device_id = device.id
      join app on app.package = installed.package and app.os_kind = category.os_kind
        and app.deleted_at is null and app.id in (select row.id from app as row
          where ${nameableApps.rows(ctx.principal)}) and not ${isStrangeApp(sql.ref('here.path'))}
      left join lateral (select jsonb_build_object('apkId', apk.id, 'versionCode', apk.version_code,
          'versionName', apk.version_name) as told from apk
        where apk.app_id = app.id and apk.state = 'ONLINE' and apk.track = 'PRODUCTION'
          and apk.status = 1 and apk.deleted_at is null
        order by apk.version_code desc limit 1) as online on true
    where device.id = ${deviceId} order by app.package, app.created_at`.execute(ctx.db)
  return rows
}

/** Which gate keeps each wanted version from a terminal, by the list that its pushes go by. */
async function heldBack(
  ctx: Context,
  deviceId: string,
  rows: readonly SpeakingRow[],
): Promise<ReadonlyMap<string, string | null>> {
  const judged = await Promise.all(
    rows.map(async (row) => {
      const apkId = isReached(row, deviceId) ? row.releaseApkId : row.wantedId
      const task = apkId && row.policy !== 'PROHIBITED' ? await installTask(ctx, apkId, {}) : null
      if (!task) return null
      const code = await leftOutCode(ctx.db, { ...task, pushId: null, needOnline: false, by: null })
      return sql`(${row.appId}::uuid, ${code})`
    }),
  )
  const values = judged.filter((one) => one !== null)
  if (values.length === 0) return new Map()
  const { rows: found } = await sql<{ appId: string; code: string | null }>`
    select told.app_id, told.code from device
      cross join lateral (values ${sql.join(values)}) as told (app_id, code)
    where device.id = ${deviceId}`.execute(ctx.db)
  return new Map(found.map(({ appId, code }) => [appId, code]))
}

async function speakingOf(ctx: Context, deviceId: string): Promise<SpeakingRow[]> {
  const { rows } = await sql<SpeakingRow>`select reach.org_apk_id as id, reach.policy, reach.rank,
      policy.name, policy.org_id, own.name as org_name, ${seen.rows(ctx.principal)} as is_seen, policy.scope_kind,
      app.id as app_id, app.name as app_name, app.icon, app.package, policy.version_rule,
      policy.version_code, policy.track, target.version_code as wanted_code,
      target.apk_id as wanted_id, target.release_apk_id,
      target.version_name as wanted_name, target.release_id, target.percent, target.release_code,
      target.release_name, installed.version_code as installed_code,
      installed.version_name as installed_name, ${madeFor(sql.ref('wanted'))} as fits
    from org_apk_reach reach
      join device on device.id = reach.device_id
      join org_apk policy on policy.id = reach.org_apk_id
      join organization own on own.id = policy.org_id
      join app on app.id = reach.app_id and app.deleted_at is null
      join org_apk_target target on target.org_apk_id = policy.id
      left join apk wanted on wanted.id = case when target.release_id is not null
        and release_place(reach.device_id, target.release_id) < target.percent * 100
        then target.release_apk_id else target.apk_id end
      left join device_app installed
        on installed.device_id = reach.device_id and installed.package = app.package
    where reach.device_id = ${deviceId} order by app.name, app.id`.execute(ctx.db)
  return rows
}

/** Who is out of the reader's sight stays unnamed; that somebody decided so does not. */
const told = ({ id, name, orgName, isSeen, policy, scopeKind }: SpeakingRow) => ({
  id,
  name: isSeen ? name : null,
  orgName: isSeen ? orgName : null,
  policy,
  scopeKind,
})

function holding(row: SpeakingRow, deviceId: string) {
  const { appId, appName, policy, versionRule, versionCode, installedCode, installedName, fits } =
    row
  const isReleased = isReached(row, deviceId)
  const wantedCode = isReleased ? row.releaseCode : row.wantedCode
  const wantedName = isReleased ? row.releaseName : row.wantedName
  const asked = {
    policy,
    versionRule,
    lowest: versionCode,
    wanted: wantedCode,
    installed: installedCode,
    fits,
  }
  return {
    appId,
    appName,
    icon: row.icon,
    package: row.package,
    policy,
    versionRule,
    wantedId: isReleased ? row.releaseApkId : row.wantedId,
    wantedCode,
    wantedName,
    isReleased,
    installedCode,
    installedName,
    standing: standingOf(asked),
  }
}
