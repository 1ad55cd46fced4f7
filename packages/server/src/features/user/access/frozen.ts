import type { Principal } from '../../../kit/context.ts'
import type { DataScope } from '../../../platform/dataScope.ts'

/** Who asked for a job and what he might do and see then; plain JSON, kept with the job. */
export interface FrozenPrincipal {
  readonly kind: Principal['kind']
  readonly userId: string
  readonly userName: string
  readonly orgId: string
  readonly isSuperAdmin: boolean
  readonly roleIds: readonly string[]
  readonly permissions: readonly string[]
  readonly scope: DataScope
}

/** A caller's rights and scope as they are now, to run a job under later. */
export function frozenScope(principal: Principal): FrozenPrincipal {
  const { kind, userId, userName, orgId, isSuperAdmin, roleIds, scope } = principal
  const permissions = [...principal.permissions]
  return { kind, userId, userName, orgId, isSuperAdmin, roleIds, permissions, scope }
}

/** The caller behind a job: as he was when he asked for it, without a session. */
export const principalOf = (frozen: FrozenPrincipal): Principal => ({
  ...frozen,
  sessionId: '',
  mustChangePassword: false,
  mustBindFactor: false,
  permissions: new Set(frozen.permissions),
})
