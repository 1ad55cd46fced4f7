import { codes } from '@muster/contract'
import type { Platform } from '../kit/context.ts'
import { Refusal } from '../kit/refusal.ts'
import { authenticateClient, clientBehind } from './client.ts'
import { authenticateToken, tokenBehind } from './token.ts'
import { findSession, principalOf, type SessionRow } from './session.ts'
import { type Authenticated, proveSignature, type ReceivedRequest } from './signature.ts'

/**
 * Who sent a request, proved by token and signature. API clients and personal
 * tokens have no session: their secret, which they never send, is enough.
 * Refuses with `signInAgain`, `clockSkew` (with the server's time) or `badSignature`, a client or
 * a personal token also for its network, its time and its limit. That a call does not come twice
 * is looked after by `spendNonce`.
 */
export async function authenticate(
  platform: Platform,
  request: ReceivedRequest,
): Promise<Authenticated> {
  const token = request.header('accesstoken')
  const found = token
    ? await authenticateSession(platform, request, token)
    : ((await authenticateClient(platform, request)) ??
      (await authenticateToken(platform, request)))
  if (!found) throw new Refusal(codes.signInAgain, 'refusal.signInAgain')
  return found
}

/** Whose request this is: a session, or an API client or personal token that it only names. */
export type Sender = { readonly sessionId: string } | 'named'

/**
 * Whose request this is by its headers alone, before its body has come and proved it: the session
 * of a live token, else somebody who names an API client or a personal token. Null: nobody's.
 */
export async function findSender(
  platform: Platform,
  request: Pick<ReceivedRequest, 'header' | 'ip'>,
): Promise<Sender | null> {
  const token = request.header('accesstoken')
  if (token) {
    // The call itself tells whether a person asked.
    const session = await findSession(platform, token, false)
    return session ? { sessionId: session.id } : null
  }
  const found = (await clientBehind(platform, request)) ?? (await tokenBehind(platform, request))
  return found ? 'named' : null
}

async function authenticateSession(
  platform: Platform,
  request: ReceivedRequest,
  token: string,
): Promise<Authenticated | null> {
  const isByHand = request.header('background') !== '1'
  const session = await findSession(platform, token, isByHand)
  if (!session) return null
  const { id: signer } = session
  const nonce = session.sealedKey
    ? proveSignature(platform, request, { signer, keys: [requestKey(platform, session)], token })
    : null
  return { principal: await principalOf(platform, session), nonce }
}

const keys = new Map<string, Buffer>()

function requestKey(platform: Platform, session: SessionRow): Buffer {
  const cached = keys.get(session.id)
  if (cached) return cached
  const key = platform.secrets.open(
    session.sealedKey ?? Buffer.alloc(0),
    `session.key:${session.id}`,
  )
  if (keys.size > 10_000) keys.clear()
  keys.set(session.id, key)
  return key
}
