import type { Call } from '@muster/contract'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type pg from 'pg'
import type { ActionNote } from '../platform/actionNote.ts'
import type { Cookies } from '../platform/cookies.ts'
import type { DataScope } from '../platform/dataScope.ts'
import type { Database } from '../platform/db.ts'
import type { Env } from '../platform/env.ts'
import type { LiveHub } from '../platform/liveHub.ts'
import type { DB } from '../platform/schema.ts'
import type { Secrets } from '../platform/secrets.ts'

/** The outside world, opened once at start and handed down. */
export interface Platform {
  readonly env: Env
  readonly pool: pg.Pool
  readonly db: Database
  readonly live: LiveHub
  readonly secrets: Secrets
  readonly log: Logger
  readonly now: () => Date
}

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
  /** Who looks on as this user, reading only. */
  readonly impersonator?: { readonly userId: string; readonly userName: string }
}

/** What a handler works with. In a write, `db` is the call's transaction. */
export interface Context {
  readonly db: Kysely<DB>
  readonly platform: Platform
  readonly principal: Principal
  readonly language: string
  /** The web host that was asked, without its port: what a browser says, not a proof of anything. */
  readonly host: string
  readonly ip: string
  readonly userAgent: string
  readonly cookies: Cookies
  readonly now: () => Date
  /** Tells the consoles, after the commit, that records below `path` changed. */
  readonly changed: (path: string, ids: readonly string[], orgIds?: readonly string[]) => void
  /** Rings the gateway or a worker after the commit: there is work of this kind. */
  readonly ring: (kind: string) => void
  /** Notes what the action log shows of this call. */
  readonly note: (note: ActionNote) => void
}

/** Whether a caller holds what a call asks for. */
export function mayCall(principal: Principal, permission: Call['permission']): boolean {
  if (permission === 'public') return true
  if (permission === 'signedIn') return principal.kind === 'user'
  return principal.isSuperAdmin || principal.permissions.has(permission)
}
