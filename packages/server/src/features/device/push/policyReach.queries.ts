import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { Condition } from '../../../kit/page.ts'

interface Speaking {
  readonly id: string
  readonly orgId: string
  readonly scopeKind: string
}

/**
 * Whether a policy about an application that is in force speaks of a terminal, over `device`; `which` says of
 * `policy` and of its organisation, `place`, which of them are meant. Null: there is none, and no terminal has to be
 * asked. The view org_apk_reach says the same terminal by terminal; here the policies are known, so those below
 * their organisations are found as a set.
 */
export async function policySpeaks(
  db: Context['db'],
  appId: string,
  which: Condition,
): Promise<Condition | null> {
  const { rows } = await sql<Speaking>`select policy.id, policy.org_id, policy.scope_kind
    from org_apk policy join organization place on place.id = policy.org_id
    where policy.app_id = ${appId} and policy.status = 1 and policy.deleted_at is null
      and (policy.start_at is null or policy.start_at <= now())
      and (policy.end_at is null or policy.end_at > now()) and ${which}`.execute(db)
  const of = (...kinds: string[]) => rows.filter(({ scopeKind }) => kinds.includes(scopeKind))
  const parts = [
    below(of('SUBTREE')),
    at(of('ORG')),
    among(of('GROUP'), sql`device_group_member`, sql`group_id`),
    among(of('CLASSIFICATION'), sql`device_classification`, sql`classification_id`),
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : sql<SqlBool>`(${sql.join(parts, sql` or `)})`
}

const below = (policies: readonly Speaking[]): Condition | null =>
  policies.length === 0
    ? null
    : sql<SqlBool>`device.org_id in (select below.id from organization below
        join organization above on below.path <@ above.path
        where above.id = any(${policies.map(({ orgId }) => orgId)}::uuid[]))`

const at = (policies: readonly Speaking[]): Condition | null =>
  policies.length === 0
    ? null
    : sql<SqlBool>`device.org_id = any(${policies.map(({ orgId }) => orgId)}::uuid[])`

/** Of a group, or of those that carry a label, each as far as it is below the policy's organisation. */
function among(
  policies: readonly Speaking[],
  members: RawBuilder<unknown>,
  by: RawBuilder<unknown>,
): Condition | null {
  if (policies.length === 0) return null
  return sql<SqlBool>`exists (select from ${members} member
    join org_apk policy on policy.${by} = member.${by}
    join organization above on above.id = policy.org_id
    join organization here on here.id = device.org_id
    where member.device_id = device.id and above.path @> here.path
      and policy.id = any(${policies.map(({ id }) => id)}::uuid[]))`
}
