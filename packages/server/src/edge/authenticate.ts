import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { canonicalText, clockToleranceMs, codes, signatureVersion } from '@muster/contract'
import type { Platform, Principal } from '../kit/context.ts'
import { Refusal } from '../kit/refusal.ts'
import { findSession, principalOf, type SessionRow } from './session.ts'

/** The signed parts of a request, as they arrived. */
export interface ReceivedRequest {
  readonly method: string
  /** Path with query exactly as sent. */
  readonly url: string
  readonly body: Buffer
  readonly header: (name: string) => string | undefined
}

export interface Authenticated {
  readonly principal: Principal
  /** Null for a session without a key. */
  readonly nonce: string | null
}

/**
 * Who sent a request, proved by token and signature (decisions.md 3).
 * Refuses with `signInAgain`, `clockSkew` (with the server's time), `badSignature` or `replayed`.
 */
export async function authenticate(
  platform: Platform,
  request: ReceivedRequest,
): Promise<Authenticated> {
  const token = request.header('accesstoken')
  const isByHand = request.header('background') !== '1'
  const session = token ? await findSession(platform, token, isByHand) : null
  if (!token || !session) throw new Refusal(codes.signInAgain, 'refusal.signInAgain')
  const nonce = session.sealedKey ? proveSignature(platform, { request, session, token }) : null
  return { principal: await principalOf(platform, session), nonce }
}

function proveSignature(
  platform: Platform,
  { request, session, token }: { request: ReceivedRequest; session: SessionRow; token: string },
): string {
  const now = platform.now().getTime()
  const timestamp = request.header('timestamp') ?? ''
  const [version, nonce = '', mac = ''] = (request.header('signature') ?? '').split('.')
  const clientId = request.header('clientid') ?? ''
  const isWellFormed =
    version === signatureVersion && /^[0-9a-f]{24}$/.test(nonce) && /^\d{1,15}$/.test(timestamp)
  if (!isWellFormed || clientId !== session.id) throw badSignature()
  const { method, url: path } = request
  const text = canonicalText(
    { method, path, timestamp, clientId, nonce },
    sha256Hex(request.body),
    sha256Hex(token),
  )
  const expected = createHmac('sha256', requestKey(platform, session)).update(text).digest()
  const given = Buffer.from(mac, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw badSignature()
  // The clock is judged after the signature: only the key's holder learns the server's time from it.
  if (Math.abs(now - Number(timestamp)) > clockToleranceMs)
    throw new Refusal(codes.clockSkew, 'refusal.clockSkew', { data: { serverTime: now } })
  if (!isFresh(session.id + nonce, now)) throw new Refusal(codes.replayed, 'refusal.replayed')
  return nonce
}

const badSignature = () => new Refusal(codes.badSignature, 'refusal.badSignature')
const sha256Hex = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')

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

/**
 * Nonces seen within the time a timestamp stays acceptable: two generations, the older dropped when
 * the newer is as old as that time. A nonce that fell out belongs to a timestamp that is refused.
 */
let generations = { current: new Set<string>(), previous: new Set<string>(), since: 0 }

function isFresh(nonce: string, now: number): boolean {
  if (now - generations.since > 2 * clockToleranceMs)
    generations = { current: new Set(), previous: generations.current, since: now }
  if (generations.current.has(nonce) || generations.previous.has(nonce)) return false
  generations.current.add(nonce)
  return true
}
