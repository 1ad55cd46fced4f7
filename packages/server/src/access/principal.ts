import type { Call } from '@muster/contract'
import type { DataScope } from './dataScope.ts'

/** Who calls. */
export interface Principal {
  readonly kind: 'user' | 'client' | 'token'
  /** The user's id, also by his token, or the API client's. */
  readonly userId: string
  readonly userName: string
  readonly sessionId: string
  /** The personal token that calls for the user. */
  readonly tokenId?: string
  readonly orgId: string
  readonly isSuperAdmin: boolean
  readonly mustChangePassword: boolean
  readonly mustBindFactor: boolean
  readonly roleIds: readonly string[]
  readonly permissions: ReadonlySet<string>
  readonly scope: DataScope
  /** Whether who holds the session has shown a second factor in it. */
  readonly factorGiven?: boolean
  /** Who looks on as this user, reading only. */
  readonly impersonator?: { readonly userId: string; readonly userName: string }
}

/** What the action log calls their kinds. */
export const clientKinds = { user: 'CONSOLE', client: 'CLIENT', token: 'TOKEN' } as const

/** Whether a caller holds what a call asks for. */
export function mayCall(
  principal: Pick<Principal, 'kind' | 'isSuperAdmin' | 'permissions'>,
  permission: Call['permission'],
): boolean {
  if (permission === 'public') return true
  if (permission === 'signedIn') return principal.kind === 'user'
  return principal.isSuperAdmin || principal.permissions.has(permission)
}
