import type pg from 'pg'
import { tokenHash } from '../platform/secrets.ts'
import type { Platform, Principal } from '../kit/context.ts'
import { emptyScope } from '../platform/dataScope.ts'
import { readRights, type Rights } from '../platform/rights.ts'

/** A session is over after this long without a request, and at the latest at its `expires_at`. */
const idleMinutes = 30

export interface SessionRow {
  readonly id: string
  readonly userId: string
  readonly sealedKey: Buffer | null
  readonly userName: string
  readonly orgId: string
  readonly orgPath: string
  readonly isSuperAdmin: boolean
  readonly mustChangePassword: boolean
  readonly epoch: number
  readonly isStale: boolean
}

/** What is known of a session; a `where` follows. */
export const sessionColumns = `
  select s.id, s.user_id as "userId", s.sealed_key as "sealedKey", u.user_name as "userName",
    u.org_id as "orgId", o.path::text as "orgPath", u.is_super_admin as "isSuperAdmin",
    u.must_change_password as "mustChangePassword", e.epoch,
    s.last_used_at < now() - interval '1 minute' as "isStale"
  from session s
    join app_user u on u.id = s.user_id
    join organization o on o.id = u.org_id
    cross join rights_epoch e`

const findSql = `${sessionColumns}
  where s.token_hash = $1 and s.revoked_at is null and s.expires_at > now() and is_usable(u)
    and s.last_used_at > now() - make_interval(mins => $2)`

/** The live session of a token, or null. One indexed read a request: a revoked session is over at once, everywhere. */
export async function findSession(platform: Platform, token: string): Promise<SessionRow | null> {
  const { rows } = await platform.pool.query<SessionRow>({
    name: 'session.find',
    text: findSql,
    values: [tokenHash(token), idleMinutes],
  })
  const row = rows[0]
  if (!row) return null
  // Once a minute is exact enough for an idle limit of minutes, and spares a write per request.
  if (row.isStale)
    await platform.pool.query('update session set last_used_at = now() where id = $1', [row.id])
  return row
}

/** What users may do, kept until the epoch of rights in the database moves on. */
const known = new WeakMap<pg.Pool, Map<string, Rights & { readonly epoch: number }>>()

/** The caller behind a session, with rights as they stand in the database now. */
export async function principalOf(platform: Platform, session: SessionRow): Promise<Principal> {
  const { roleIds, permissions, scope } = await rightsOf(platform, session)
  const { id: sessionId, userId, userName, orgId, isSuperAdmin, mustChangePassword } = session
  const who = { kind: 'user', userId, userName, sessionId, orgId } as const
  return { ...who, isSuperAdmin, mustChangePassword, roleIds, permissions, scope }
}

async function rightsOf({ pool, db }: Platform, { userId, epoch }: SessionRow): Promise<Rights> {
  const cache = known.get(pool) ?? new Map<string, Rights & { readonly epoch: number }>()
  known.set(pool, cache)
  const cached = cache.get(userId)
  if (cached?.epoch === epoch) return cached
  const read = (await readRights(db, [userId])).get(userId)
  if (!read) return { roleIds: [], permissions: new Set(), scope: emptyScope }
  const rights = { ...read, epoch }
  if (cache.size > 10_000) cache.clear()
  cache.set(userId, rights)
  return rights
}
