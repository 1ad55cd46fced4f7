import type { DataScope } from './dataScope.ts'
import type { Principal } from './principal.ts'
import { sharedScope } from './sharedScope.ts'

/** Who asked for a job and what he might do and see then; plain JSON, kept with the job. */
export interface FrozenPrincipal {
  readonly kind: Principal['kind']
  readonly userId: string
  readonly userName: string
  /** The personal token that he asked by. */
  readonly tokenId?: string
  readonly orgId: string
  readonly isSuperAdmin: boolean
  readonly roleIds: readonly string[]
  readonly permissions: readonly string[]
  readonly scope: DataScope
}

/** A caller's rights and scope as they are now, to run a job under later. */
export function frozenScope(principal: Principal): FrozenPrincipal {
  const { kind, userId, userName, tokenId, orgId, isSuperAdmin, roleIds, scope } = principal
  const permissions = [...principal.permissions]
  const who = { kind, userId, userName, ...(tokenId ? { tokenId } : {}), orgId }
  return { ...who, isSuperAdmin, roleIds, permissions, scope }
}

/** Of a job's rights and scope what somebody holds as well. */
export function narrowedTo(
  frozen: FrozenPrincipal,
  held: Pick<Principal, 'isSuperAdmin' | 'permissions' | 'scope'>,
): FrozenPrincipal {
  const permissions = frozen.isSuperAdmin
    ? [...held.permissions]
    : frozen.permissions.filter((code) => held.isSuperAdmin || held.permissions.has(code))
  const isSuperAdmin = frozen.isSuperAdmin && held.isSuperAdmin
  return { ...frozen, isSuperAdmin, permissions, scope: sharedScope(frozen.scope, held.scope) }
}

/** The caller behind a job: as it is kept, without a session. */
export const principalOf = (frozen: FrozenPrincipal): Principal => ({
  ...frozen,
  sessionId: '',
  mustChangePassword: false,
  mustBindFactor: false,
  permissions: new Set(frozen.permissions),
})
