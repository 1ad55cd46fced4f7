import { pendingApkStates } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { organizationsBy } from '../../access/scope.ts'
import type { Context } from '../../kit/context.ts'
import { fieldRefusal } from '../../kit/refusal.ts'

const appScope = organizationsBy('app.orgId')

interface Counts {
  readonly appCount: number
  readonly onlineCount: number
  readonly pendingCount: number
  readonly signers: readonly string[]
}

export const noApps = { appCount: 0, onlineCount: 0, pendingCount: 0, signers: [] }

/** What some developers have made, as far as the caller sees it; one statement for a page of them. */
export async function appsOf(
  { db, principal }: Context,
  developerIds: readonly string[],
): Promise<ReadonlyMap<string, Counts>> {
  const { rows } = await sql<Counts & { id: string }>`select app.developer_id as id,
      count(distinct app.id)::integer as app_count,
      count(distinct app.id) filter (where apk.state = 'ONLINE')::integer as online_count,
      count(distinct app.id) filter (where apk.state = any(${[...pendingApkStates]}::text[]))::integer as pending_count,
      coalesce(array_agg(distinct apk.signer_sha256)
        filter (where apk.state = 'ONLINE' and apk.signer_sha256 is not null), '{}') as signers
    from app left join apk on apk.app_id = app.id and apk.deleted_at is null
    where app.developer_id = any(${[...developerIds]}::uuid[]) and app.deleted_at is null
      and ${appScope.rows(principal)}
    group by app.developer_id`.execute(db)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

/** An application that is to stand in a developer's name. */
interface Named {
  /** Null: it is new. */
  readonly appId: string | null
  readonly developerId: string
}

/**
 * Refuses one application more than a developer may have, and any in the name of one who is not
 * approved. He is locked until the commit: two that come at once are counted one after the other.
 */
export async function requireMayMake(ctx: Context, { appId, developerId }: Named): Promise<void> {
  const { rows } = await sql<{ state: string; maxApps: number | null }>`select state, max_apps
    from developer where id = ${developerId} and deleted_at is null for no key update`.execute(
    ctx.db,
  )
  const [developer] = rows
  if (!developer) throw fieldRefusal('developerId', 'rule.unknownRecord')
  if (developer.state !== 'APPROVED') throw fieldRefusal('developerId', 'developer.notApproved')
  const { maxApps } = developer
  if (maxApps === null) return
  const { rows: made } = await sql<{ count: number }>`select count(*)::integer as count from app
    where developer_id = ${developerId} and deleted_at is null
      and id is distinct from ${appId}::uuid`.execute(ctx.db)
  if ((made[0]?.count ?? 0) >= maxApps)
    throw fieldRefusal('developerId', 'developer.appsFull', { max: maxApps })
}

/** Whether a `developer` may not publish to an organisation, `place`. */
export const isUnpublishable = sql<SqlBool>`(developer.publish_org_ids <> '{}'
  and not exists (select from organization above
    where above.id = any(developer.publish_org_ids) and above.path @> place.path))`

/** Refuses the first of some organisations that a developer may not publish to. */
export async function requirePublishable(
  ctx: Context,
  developerId: string,
  { field, orgIds }: { readonly field: string; readonly orgIds: readonly string[] },
): Promise<void> {
  if (orgIds.length === 0) return
  const { rows } = await sql<{ name: string }>`select place.name from developer
      join organization place on place.id = any(${[...orgIds]}::uuid[])
    where developer.id = ${developerId} and ${isUnpublishable}
    order by place.name limit 1`.execute(ctx.db)
  if (rows[0]) throw fieldRefusal(field, 'developer.notThere', { name: rows[0].name })
}
