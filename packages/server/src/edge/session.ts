import { passwordPolicy, policyPresets } from '@muster/contract'
import { tokenHash } from '../platform/secrets.ts'
import type { Principal } from '../access/principal.ts'
import type { Platform } from '../kit/context.ts'
import { heldAt } from '../access/heldRights.ts'
import { emptyScope } from '../access/dataScope.ts'
import type { Rights, UserRights } from '../access/rights.ts'
import { mayImpersonate } from './impersonation.ts'

export interface SessionRow {
  readonly id: string
  readonly userId: string
  readonly sealedKey: Buffer | null
  readonly userName: string
  readonly orgId: string
  readonly orgPath: string
  readonly isSuperAdmin: boolean
  readonly mustChangePassword: boolean
  readonly mustBindFactor: boolean
  /** Of who looks on, where somebody does. */
  readonly factorGiven: boolean
  /** Who looks on as the user; null: the user himself. */
  readonly lookerId: string | null
  readonly lookerName: string | null
  readonly epoch: number
  readonly isStale: boolean
  /** Since the last request of a person. */
  readonly idleMinutes: number
}

/** What is known of a session at the moment `$1`; a `where` follows. */
const sessionColumns = `
  select s.id, s.user_id as "userId", s.sealed_key as "sealedKey", u.user_name as "userName",
    u.org_id as "orgId", o.path::text as "orgPath", u.is_super_admin as "isSuperAdmin",
    u.must_change_password as "mustChangePassword", s.must_bind_factor as "mustBindFactor",
    coalesce(own.factor_given, s.factor_given) as "factorGiven",
    looker.id as "lookerId", looker.user_name as "lookerName", e.epoch,
    s.last_used_at < $1::timestamptz - interval '1 minute' as "isStale",
    extract(epoch from $1::timestamptz - s.last_used_at)::float / 60 as "idleMinutes"
  from session s
    join app_user u on u.id = s.user_id
    join organization o on o.id = u.org_id
    left join session own on own.id = s.impersonator_session_id
    left join app_user looker on looker.id = own.user_id
    cross join rights_epoch e`

/**
 * Minutes without a request of a person: what the platform's policy and the parameter say, read with
 * each request. What an organisation says besides lies with its people's rights ({@link isOver}).
 */
const idleMinutes = `least(
  coalesce((select (value->>'idleMinutes')::int from setting where path = '${passwordPolicy.save.path}'), $2),
  (select (value#>>'{}')::int from parameter where key = 'session.idle.minutes'))`

/**
 * A session is over when it was ended, at its last moment, after idle minutes, and with its user; an
 * impersonation also with the session of who looks, and with him. Only of the user who was found is
 * asked whether he is usable, which is dear: before there are statistics, a plan asks it of all.
 */
const isAlive = `s.revoked_at is null and s.expires_at > $1::timestamptz
  and case when u.id = s.user_id then is_usable(u) end
  and s.last_used_at > $1::timestamptz - make_interval(mins => ${idleMinutes})
  and (s.impersonator_session_id is null
    or (own.revoked_at is null and own.expires_at > $1::timestamptz and is_usable(looker)))`

const { idleMinutes: defaultIdle } = policyPresets.default

/**
 * The live session of a token, or null. One indexed read a request: a revoked session is over at
 * once, everywhere.
 * @param isByHand whether a person asked; what the console asks by itself keeps no session alive
 */
export async function findSession(
  platform: Platform,
  token: string,
  isByHand: boolean,
): Promise<SessionRow | null> {
  const now = platform.now().toISOString()
  const { rows } = await platform.pool.query<SessionRow>({
    name: 'session.find',
    text: `${sessionColumns} where ${isAlive} and s.token_hash = $3`,
    values: [now, defaultIdle, tokenHash(token)],
  })
  const row = rows[0]
  if (!row || (await isOver(platform, row))) return null
  // Once a minute is exact enough for an idle limit of minutes, and spares a write per request.
  if (row.isStale && isByHand)
    await platform.pool.query('update session set last_used_at = $2 where id = $1', [row.id, now])
  return row
}

/** Those of the sessions that are alive, each with its caller as things stand now. */
export async function livePrincipals(
  platform: Platform,
  sessionIds: readonly string[],
): Promise<Map<string, Principal>> {
  const { rows } = await platform.pool.query<SessionRow>({
    name: 'session.live',
    text: `${sessionColumns} where ${isAlive} and s.id = any($3::uuid[])`,
    values: [platform.now().toISOString(), defaultIdle, sessionIds],
  })
  const found = await Promise.all(
    rows.map(async (row) => [row.id, await principalOf(platform, row)] as const),
  )
  const over = await Promise.all(rows.map((row) => isOver(platform, row)))
  return new Map(found.filter((_, place) => !over[place]))
}

/**
 * Whether a session was idle for longer than the organisation of its user allows, or looks as
 * somebody whom its looker may not look as any more.
 */
async function isOver(platform: Platform, row: SessionRow): Promise<boolean> {
  const { lookerId: userId, epoch } = row
  const rights = await heldNow(platform, row)
  const isIdle = ({ idleMinutes }: Rights) => idleMinutes !== null && row.idleMinutes >= idleMinutes
  if (userId === null) return isIdle(rights)
  const looker = await heldNow(platform, { userId, epoch })
  return isIdle(rights) || isIdle(looker) || !mayImpersonate(looker, rights)
}

const noRights: UserRights = {
  roleIds: [],
  permissions: new Set(),
  scope: emptyScope,
  idleMinutes: null,
  isSuperAdmin: false,
}

/** The caller behind a session, with rights as they stand in the database now. */
export async function principalOf(platform: Platform, session: SessionRow): Promise<Principal> {
  const { roleIds, permissions, scope } = await heldNow(platform, session)
  const { id: sessionId, userId, userName, orgId, isSuperAdmin } = session
  const { mustChangePassword, mustBindFactor, factorGiven, lookerId, lookerName } = session
  const who = { kind: 'user', userId, userName, sessionId, orgId, factorGiven } as const
  const held = { isSuperAdmin, roleIds, permissions, scope }
  if (lookerId === null) return { ...who, ...held, mustChangePassword, mustBindFactor }
  // What the owner has still to do is no business of who looks on.
  const musts = { mustChangePassword: false, mustBindFactor: false }
  const impersonator = { userId: lookerId, userName: lookerName ?? '' }
  return { ...who, ...held, ...musts, impersonator }
}

/** What a user may do at an epoch of rights. */
export const heldNow = async (
  platform: Platform,
  { userId: id, epoch }: Pick<SessionRow, 'userId' | 'epoch'>,
): Promise<UserRights> => (await heldAt(platform, { kind: 'user', id, epoch })) ?? noRights
