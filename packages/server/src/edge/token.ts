import { codes, shippedParameters, type tokenReaches } from '@muster/contract'
import type { Principal } from '../access/principal.ts'
import type { Platform } from '../kit/context.ts'
import { Refusal } from '../kit/refusal.ts'
import { addressOf } from '../platform/addressOf.ts'
import { noteCall, pendingCalls } from './clientCalls.ts'
import { clientIdOf } from './clientIdOf.ts'
import { heldNow } from './session.ts'
import { type Authenticated, proveSignature, type ReceivedRequest } from './signature.ts'

interface TokenRow {
  readonly id: string
  readonly name: string
  readonly reach: (typeof tokenReaches)[number]
  readonly codes: readonly string[]
  readonly sealed: Buffer
  readonly isOver: boolean
  readonly isFromAllowed: boolean
  /** Calls within ten minutes: how many there may be, and how many there were. */
  readonly limit: number
  readonly calls: number
  readonly userId: string
  readonly userName: string
  readonly orgId: string
  readonly isSuperAdmin: boolean
  readonly mustChangePassword: boolean
  readonly epoch: number
}

/**
 * All that a call of the token `$1` at the moment `$2` from the address `$3` is judged by. Read with
 * each call, its owner with it: what becomes of him counts at once, at every node. Only of him is asked whether
 * he is usable, which is dear.
 */
const findSql = `
  select t.id, t.name, t.reach, t.codes, t.sealed, t.valid_to <= $2::timestamptz as "isOver",
    (cardinality(t.ip_allow) = 0 or $3::inet <<= any(t.ip_allow))
      and is_allowed_from(u.org_id, $3::inet) as "isFromAllowed",
    coalesce((select (value#>>'{}')::int from parameter where key = 'client.rate.per10min'), $4) as "limit",
    case when t.calls_since > $2::timestamptz - interval '10 minutes' then t.calls else 0 end as calls,
    u.id as "userId", u.user_name as "userName", u.org_id as "orgId",
    u.is_super_admin as "isSuperAdmin", u.must_change_password as "mustChangePassword", e.epoch
  from personal_token t join app_user u on u.id = t.user_id cross join rights_epoch e
  where t.id = $1 and case when u.id = t.user_id then is_usable(u) end`

/**
 * The owner of a personal token behind a request without a session, cut to what the token lets
 * through; null where its CLIENTID names none, or one whose owner may not come in.
 */
export async function authenticateToken(
  platform: Platform,
  request: ReceivedRequest,
): Promise<Authenticated | null> {
  const token = await tokenBehind(platform, request)
  if (!token) return null
  const { id } = token
  const key = platform.secrets.open(token.sealed, `personal_token:${id}`)
  const nonce = proveSignature(platform, request, { signer: id, keys: [key], token: '' })
  try {
    admit(platform, token)
  } catch (error) {
    if (error instanceof Refusal)
      noteCall(platform, { clientId: id, request, code: error.code, isRefused: true })
    throw error
  }
  const principal = await principalOf(platform, token)
  return { principal, nonce, isReadOnly: token.reach === 'READ' }
}

/** The personal token that a request names, which proves nothing yet. */
export async function tokenBehind(
  { pool, now }: Platform,
  request: Pick<ReceivedRequest, 'header' | 'ip'>,
): Promise<TokenRow | null> {
  const id = clientIdOf(request)
  if (id === null) return null
  const { value } = shippedParameters['client.rate.per10min']
  const { rows } = await pool.query<TokenRow>({
    name: 'token.find',
    text: findSql,
    values: [id, now().toISOString(), addressOf(request.ip), value],
  })
  return rows[0] ?? null
}

/** Told only to who has the secret. */
function admit({ pool }: Platform, { id, isOver, isFromAllowed, limit, calls }: TokenRow): void {
  if (isOver) throw new Refusal(codes.accountExpired, 'token.over')
  if (!isFromAllowed) throw new Refusal(codes.addressNotAllowed, 'token.notFromHere')
  if (calls + pendingCalls(pool, id) >= limit)
    throw new Refusal(codes.tooManyRequests, 'client.tooMany', { params: { limit } })
}

/** The owner as he stands now; the log names the token beside him. */
async function principalOf(platform: Platform, token: TokenRow): Promise<Principal> {
  const { userId, orgId, mustChangePassword, reach } = token
  const { roleIds, permissions, scope } = await heldNow(platform, token)
  const isCut = reach === 'CHOSEN'
  const isHeld = (code: string) => token.isSuperAdmin || permissions.has(code)
  return {
    kind: 'token',
    userId,
    userName: `${token.userName} token:${token.name}`,
    sessionId: '',
    tokenId: token.id,
    orgId,
    isSuperAdmin: token.isSuperAdmin && !isCut,
    mustChangePassword,
    mustBindFactor: false,
    roleIds: isCut ? [] : roleIds,
    permissions: isCut ? new Set(token.codes.filter(isHeld)) : permissions,
    scope,
  }
}
