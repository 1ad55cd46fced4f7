import { createPublicKey, type KeyObject } from 'node:crypto'
import { codes, shippedParameters } from '@muster/contract'
import type { Principal } from '../access/principal.ts'
import type { Platform } from '../kit/context.ts'
import { heldAt } from '../access/heldRights.ts'
import { Refusal } from '../kit/refusal.ts'
import { addressOf } from '../platform/addressOf.ts'
import { emptyScope } from '../access/dataScope.ts'
import type { Rights } from '../access/rights.ts'
import { noteCall, pendingCalls } from './clientCalls.ts'
import { clientIdOf } from './clientIdOf.ts'
import { type Authenticated, proveSignature, type ReceivedRequest } from './signature.ts'

interface ClientRow {
  readonly id: string
  readonly name: string
  readonly orgId: string
  readonly mayCall: boolean
  readonly isEnabled: boolean
  readonly isOver: boolean
  readonly isFromAllowed: boolean
  readonly isLocked: boolean
  /** Calls within ten minutes: how many there may be, and how many there were. */
  readonly limit: number
  readonly calls: number
  /** It signs with the private half of it; null: with a secret. */
  readonly publicKey: string | null
  readonly secretIds: readonly string[]
  readonly sealed: readonly Buffer[]
  readonly epoch: number
}

const valueOf = (key: string, otherwise: string) =>
  `coalesce((select (value#>>'{}')::int from parameter where key = '${key}'), ${otherwise})`

/**
 * All that a call of the client `$1` at the moment `$2` from the address `$3` is judged by. Read with
 * each call: what changes counts at once, at every node. Written in batches are the calls alone.
 */
const findSql = `
  select c.id, c.name, c.org_id as "orgId", c.kind <> 'WEBHOOK' as "mayCall", c.status = 1 as "isEnabled",
    coalesce(c.valid_to <= $2::timestamptz, false) or is_organization_over(c.org_id) as "isOver",
    c.public_key as "publicKey",
    (cardinality(c.ip_allow) = 0 or $3::inet <<= any(c.ip_allow)) as "isFromAllowed",
    exists (select from api_client_failure failed where failed.client_id = c.id
      and failed.source = source_of($3::inet) and failed.locked_until > $2::timestamptz) as "isLocked",
    coalesce(c.rate_limit, ${valueOf('client.rate.per10min', '$4')}) as "limit",
    coalesce((select sum(spent.calls)::int from api_client_minute spent where spent.client_id = c.id
      and spent.minute > $2::timestamptz - interval '10 minutes'), 0) as calls,
    array(select s.id::text from api_client_secret s where ${isGood('s')} order by s.valid_from desc, s.id) as "secretIds",
    array(select s.sealed from api_client_secret s where ${isGood('s')} order by s.valid_from desc, s.id) as sealed,
    e.epoch
  from api_client c cross join rights_epoch e where c.id = $1 and c.deleted_at is null`

function isGood(secret: string): string {
  return `${secret}.client_id = c.id
    and (${secret}.valid_to is null or ${secret}.valid_to > $2::timestamptz)`
}

/**
 * The API client behind a request without a token, or null where its CLIENTID names none. Whether
 * it may come in is told only to who has its secret; wrong signatures of a network are counted.
 */
export async function authenticateClient(
  platform: Platform,
  request: ReceivedRequest,
): Promise<Authenticated | null> {
  const client = await clientBehind(platform, request)
  if (!client) return null
  const { id } = client
  try {
    if (client.isLocked) throw locked()
    const keys = client.publicKey
      ? [publicKeyOf(client.publicKey)]
      : client.sealed.map((sealed, at) => secretOf(platform, client.secretIds[at], sealed))
    const nonce = proveSignature(platform, request, { signer: id, keys, token: '' })
    admit(platform, client)
    return { principal: await principalOf(platform, client), nonce }
  } catch (error) {
    if (error instanceof Refusal) await noteRefused(platform, { client, request, error })
    throw error
  }
}

/** The API client that a request names, which proves nothing yet. */
export async function clientBehind(
  { pool, now }: Platform,
  request: Pick<ReceivedRequest, 'header' | 'ip'>,
): Promise<ClientRow | null> {
  const id = clientIdOf(request)
  if (id === null) return null
  const { value } = shippedParameters['client.rate.per10min']
  const { rows } = await pool.query<ClientRow>({
    name: 'client.find',
    text: findSql,
    values: [id, now().toISOString(), addressOf(request.ip), value],
  })
  return rows[0] ?? null
}

const locked = () => new Refusal(codes.accountLocked, 'client.locked', { data: { minutes: 30 } })

function admit({ pool }: Platform, client: ClientRow): void {
  if (!client.isEnabled) throw new Refusal(codes.accountDisabled, 'client.disabled')
  if (client.isOver) throw new Refusal(codes.accountExpired, 'client.expired')
  if (!client.isFromAllowed) throw new Refusal(codes.addressNotAllowed, 'client.notFromHere')
  if (!client.mayCall) throw new Refusal(codes.forbidden, 'client.onlyTold')
  const { limit, calls } = client
  if (calls + pendingCalls(pool, client.id) >= limit)
    throw new Refusal(codes.tooManyRequests, 'client.tooMany', { params: { limit } })
}

interface Refused {
  readonly client: ClientRow
  readonly request: ReceivedRequest
  readonly error: Refusal
}

async function noteRefused(platform: Platform, { client, request, error }: Refused): Promise<void> {
  noteCall(platform, { clientId: client.id, request, code: error.code, isRefused: true })
  if (error.code !== codes.badSignature) return
  const { value } = shippedParameters['client.badauth.per30min']
  const isFresh = `failed.since > $3::timestamptz - interval '30 minutes'`
  const count = `(case when ${isFresh} then failed.failures + 1 else 1 end)`
  await platform.pool.query({
    name: 'client.failed',
    text: `insert into api_client_failure as failed (client_id, source, failures, since)
      values ($1, source_of($2::inet), 1, $3)
      on conflict (client_id, source) do update set failures = ${count},
        since = case when ${isFresh} then failed.since else excluded.since end,
        locked_until = case when ${count} >= ${valueOf('client.badauth.per30min', '$4')}
          then $3::timestamptz + interval '30 minutes' end`,
    values: [client.id, addressOf(request.ip), platform.now().toISOString(), value],
  })
}

const secrets = new Map<string, Buffer>()

function secretOf(platform: Platform, id = '', sealed: Buffer): Buffer {
  const cached = secrets.get(id)
  if (cached) return cached
  const secret = platform.secrets.open(sealed, `api_client_secret:${id}`)
  if (secrets.size > 10_000) secrets.clear()
  secrets.set(id, secret)
  return secret
}

const publicKeys = new Map<string, KeyObject>()

function publicKeyOf(pem: string): KeyObject {
  const cached = publicKeys.get(pem)
  if (cached) return cached
  const key = createPublicKey(pem)
  if (publicKeys.size > 1000) publicKeys.clear()
  publicKeys.set(pem, key)
  return key
}

/** A client as a caller: its name is marked, so that no log shows it as a user. */
async function principalOf(platform: Platform, client: ClientRow): Promise<Principal> {
  const { id: userId, name, orgId } = client
  const { roleIds, permissions, scope } = await rightsOf(platform, client)
  const who = { kind: 'client', userId, userName: `client:${name}`, sessionId: '', orgId } as const
  const musts = { isSuperAdmin: false, mustChangePassword: false, mustBindFactor: false }
  return { ...who, ...musts, roleIds, permissions, scope }
}

const noRights: Rights = {
  roleIds: [],
  permissions: new Set(),
  scope: emptyScope,
  idleMinutes: null,
}

const rightsOf = async (platform: Platform, { id, epoch }: ClientRow): Promise<Rights> =>
  (await heldAt(platform, { kind: 'client', id, epoch })) ?? noRights
