import { codes } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { deviceScope } from '../../device/index.ts'
import { versionBefore } from '../push/appWish.ts'

/** A `policy` that brings what it wants by itself. */
const brings = sql<SqlBool>`(policy.policy = 'MANDATORY' and policy.status = 1 and policy.deleted_at is null
  and (policy.start_at is null or policy.start_at <= now())
  and (policy.end_at is null or policy.end_at > now()))`

const broughtAgain = () => new Refusal(codes.wrongState, 'orgApk.bringsAgain')

/** Refuses to take a release back as long as its policy would bring its version again at once. */
export async function requireReleaseGoesBack(ctx: Context, releaseId: string): Promise<void> {
  // A lowest version lets those be who go back to one that will do.
  const { rows } = await sql<{ appId: string; code: number; lowest: number | null }>`
    select policy.app_id, apk.version_code as code, case when policy.version_rule = 'MIN'
        and not policy.uninstall_when_left then policy.version_code end as lowest
    from org_apk_release release join org_apk policy on policy.id = release.org_apk_id
      join apk on apk.id = release.apk_id
      join org_apk_target target on target.org_apk_id = policy.id
    where release.id = ${releaseId} and ${brings} and target.version_code >= apk.version_code`.execute(
    ctx.db,
  )
  const [wanted] = rows
  if (!wanted) return
  const { lowest } = wanted
  const before = lowest === null ? null : await versionBefore(ctx, wanted)
  if (lowest === null || !before?.brings || before.brings.code < lowest) throw broughtAgain()
}

interface Reached {
  readonly pushId: string
  readonly appId: string
  readonly code: number
  /** What they go back to. */
  readonly before: number
}

/** Refuses to bring back whom a push has reached where the policies of some would bring its version again at once. */
export async function requireReachedGoBack(
  ctx: Context,
  { pushId, appId, code, before }: Reached,
): Promise<void> {
  const { rows } = await sql`select from org_apk policy
      join org_apk_target target on target.org_apk_id = policy.id
      left join org_apk_release release on release.id = target.release_id and release.state = 'FULL'
    where policy.app_id = ${appId} and ${brings}
      and greatest(target.version_code, case when release.id is not null then target.release_code end) >= ${code}
      and (policy.version_rule <> 'MIN' or policy.version_code > ${before})
      and exists (select from push_item item join org_apk_stand stand on stand.device_id = item.device_id
          and stand.app_id = policy.app_id and stand.org_apk_id = policy.id
        join device on device.id = item.device_id and ${deviceScope.rows(ctx.principal)}
        where item.push_id = ${pushId} and item.state = 'SUCCESS')
    limit 1`.execute(ctx.db)
  if (rows.length > 0) throw broughtAgain()
}
