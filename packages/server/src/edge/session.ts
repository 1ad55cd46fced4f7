import type pg from 'pg'
import { tokenHash } from '../platform/secrets.ts'
import type { DataScope, Platform, Principal } from '../kit/context.ts'

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
  where s.token_hash = $1 and s.revoked_at is null and s.expires_at > now() and u.status = 1
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

interface Rights {
  readonly epoch: number
  readonly roleIds: readonly string[]
  readonly permissions: ReadonlySet<string>
  readonly dataScopes: readonly string[]
}

interface RightsRow {
  readonly roleIds: string[]
  readonly codes: string[]
  readonly dataScopes: string[]
}

const rightsSql = `
  select array(select distinct ur.role_id::text from user_role ur where ur.user_id = $1) as "roleIds",
    array(select distinct r.data_scope from user_role ur join role r on r.id = ur.role_id
      where ur.user_id = $1) as "dataScopes",
    array(select distinct m.button_code from user_role ur
      join role_menu rm on rm.role_id = ur.role_id join menu m on m.id = rm.menu_id
      where ur.user_id = $1 and m.button_code is not null) as codes`

/** What users may do, kept until the epoch of rights in the database moves on. */
const known = new WeakMap<pg.Pool, Map<string, Rights>>()

/** The caller behind a session, with rights as they stand in the database now. */
export async function principalOf(platform: Platform, session: SessionRow): Promise<Principal> {
  const rights = await rightsOf(platform.pool, session)
  const { id: sessionId, userId, userName, orgId, isSuperAdmin, mustChangePassword } = session
  return {
    userId,
    userName,
    sessionId,
    orgId,
    isSuperAdmin,
    mustChangePassword,
    roleIds: rights.roleIds,
    permissions: rights.permissions,
    scope: scopeOf(session, rights),
  }
}

async function rightsOf(pool: pg.Pool, { userId, epoch }: SessionRow): Promise<Rights> {
  const cache = known.get(pool) ?? new Map<string, Rights>()
  known.set(pool, cache)
  const cached = cache.get(userId)
  if (cached?.epoch === epoch) return cached
  const { rows } = await pool.query<RightsRow>({
    name: 'session.rights',
    text: rightsSql,
    values: [userId],
  })
  const { roleIds = [], codes = [], dataScopes = [] } = rows[0] ?? {}
  const rights = { epoch, roleIds, dataScopes, permissions: new Set(codes) }
  if (cache.size > 10_000) cache.clear()
  cache.set(userId, rights)
  return rights
}

function scopeOf({ isSuperAdmin, orgPath, orgId }: SessionRow, { dataScopes }: Rights): DataScope {
  return {
    all: isSuperAdmin || dataScopes.includes('ALL'),
    subtrees: dataScopes.includes('OWN_ORG_AND_BELOW') ? [orgPath] : [],
    organizations: dataScopes.includes('OWN_ORG') ? [orgId] : [],
  }
}
