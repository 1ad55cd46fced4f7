import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { anyContains } from '../../../kit/page.ts'
import { fieldRefusal, notFound } from '../../../kit/refusal.ts'
import { organizationsBy } from '../../../access/scope.ts'
import { isUnpublishable } from '../../developer/index.ts'
import { nameableApps } from '../../device/index.ts'
import { appScope } from '../appScope.ts'
import { isLooser } from './strict.queries.ts'

const organizations = organizationsBy('id')

interface Option {
  readonly id: string
  readonly name: string
  readonly code: string | null
  /** Whose it is, where it is neither the caller's own nor of those above him. */
  readonly orgName?: string
}

/** Applications that a policy may name; those whose name or package holds a word, or the one of an id. */
export async function findApps(
  ctx: Context,
  { keyword = '', id }: { readonly keyword?: string | undefined; readonly id?: string | undefined },
): Promise<Option[]> {
  const one = id === undefined ? sql`status = 1` : sql`id = ${id}`
  const word = keyword.trim()
  const sought = word ? anyContains(['name', 'package'], word) : sql`true`
  const { principal } = ctx
  const { rows } = await sql<Omit<Option, 'orgName'> & { readonly orgName: string | null }>`
    select id, name, package as code, case when not ${appScope.rows(principal)} then (select place.name
      from organization place join organization own on own.id = ${principal.orgId}
      where place.id = row.org_id and not own.path <@ place.path) end as org_name
    from app as row
    where deleted_at is null and ${one} and ${sought} and ${nameableApps.rows(principal)}
    order by name, org_name nulls first limit 1000`.execute(ctx.db)
  return rows.map(({ orgName, ...option }) => (orgName === null ? option : { ...option, orgName }))
}

/** The versions of an application that terminals are or were offered, or soon may be. */
export async function findVersions(ctx: Context, appId: string) {
  const known = await findApps(ctx, { id: appId })
  if (known.length === 0) throw notFound()
  const { rows } = await sql<{
    id: string
    versionCode: number
    versionName: string
    state: string
    track: 'PRODUCTION' | 'BETA' | 'ALPHA'
  }>`select id, version_code, version_name, state, track from apk
    where app_id = ${appId} and deleted_at is null
      and state in ('SIGNED', 'GREY', 'GREY_PAUSED', 'ONLINE', 'SUPERSEDED')
    order by version_code desc limit 200`.execute(ctx.db)
  return rows
}

interface Copy {
  readonly fromOrgId: string
  readonly orgIds: readonly string[]
}

/**
 * Gives organisations the policies of another one, but where they have their own or a stricter one above, and
 * where the developer of what they bring may not publish.
 */
export async function copyPolicies(ctx: Context, { fromOrgId, orgIds }: Copy) {
  const ids = [...new Set(orgIds)].filter((id) => id !== fromOrgId)
  await requireSeen(ctx, [fromOrgId], 'fromOrgId')
  await requireSeen(ctx, ids, 'orgIds')
  const { rows } = await sql<{ orgId: string; id: string }>`with own as (
      select policy.*, place.id as to_org from org_apk policy cross join organization place
      where policy.org_id = ${fromOrgId} and policy.deleted_at is null
        and policy.scope_kind in ('SUBTREE', 'ORG') and place.id = any(${ids}::uuid[])
        and (policy.policy in ('HIDDEN', 'PROHIBITED') or not exists (select from app join developer
            on developer.id = app.developer_id and ${isUnpublishable}
          where app.id = policy.app_id)))
    insert into org_apk (name, org_id, app_id, policy, version_rule, version_code, track, scope_kind,
      update_mode, uninstall_when_left, window_from, window_until, window_days, start_at, end_at, remark, status, created_by)
    select own.name, own.to_org, own.app_id, own.policy, own.version_rule, own.version_code, own.track,
      own.scope_kind, own.update_mode, own.uninstall_when_left, own.window_from, own.window_until, own.window_days, own.start_at,
      own.end_at, own.remark, own.status, ${ctx.principal.userId}
    from own where not exists (select from org_apk above
        join organization place on place.id = above.org_id
        join organization here on here.id = own.to_org and place.path @> here.path
      where above.app_id = own.app_id and (place.id <> here.id or own.scope_kind <> 'SUBTREE')
        and ${isLooser})
    on conflict do nothing returning org_id, id`.execute(ctx.db)
  const { rows: offered } = await sql<{ count: number }>`select count(*)::integer as count
    from org_apk where org_id = ${fromOrgId} and deleted_at is null
      and scope_kind in ('SUBTREE', 'ORG')`.execute(ctx.db)
  const kept = (offered[0]?.count ?? 0) * ids.length - rows.length
  return { made: rows, kept }
}

async function requireSeen(ctx: Context, ids: readonly string[], field: string): Promise<void> {
  const { rows } = await sql`select from organization where id = any(${[...ids]}::uuid[])
    and deleted_at is null and ${organizations.rows(ctx.principal)}`.execute(ctx.db)
  if (rows.length < ids.length) throw fieldRefusal(field, 'rule.unknownRecord')
}
