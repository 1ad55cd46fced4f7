import { constants, createHash, createHmac, KeyObject, timingSafeEqual, verify } from 'node:crypto'
import { canonicalText, clockToleranceMs, codes, signatureVersion } from '@muster/contract'
import type { Principal } from '../access/principal.ts'
import type { Platform } from '../kit/context.ts'
import { Refusal } from '../kit/refusal.ts'

/** The signed parts of a request, as they arrived. */
export interface ReceivedRequest {
  readonly method: string
  /** Path with query exactly as sent. */
  readonly url: string
  readonly body: Buffer
  /** The address it came from. */
  readonly ip: string
  readonly header: (name: string) => string | undefined
}

export interface Authenticated {
  readonly principal: Principal
  /** What must not come twice, and of whom; null for a session without a key. */
  readonly nonce: SpentNonce | null
  /** Nothing is changed by who comes in like this. */
  readonly isReadOnly?: boolean
}

export interface SpentNonce {
  /** The session, the API client or the personal token that signed. */
  readonly signer: string
  readonly nonce: string
}

export interface Signer {
  readonly signer: string
  /** Any of them; an API client has two while its secret is being changed, or its public key alone. */
  readonly keys: readonly (Buffer | KeyObject)[]
  /** Empty but for a session. */
  readonly token: string
}

/** Proves a signature by any of the keys. Refuses with `clockSkew` or `badSignature`. */
export function proveSignature(
  platform: Platform,
  request: ReceivedRequest,
  { signer, keys, token }: Signer,
): SpentNonce {
  const now = platform.now().getTime()
  const timestamp = request.header('timestamp') ?? ''
  const [version, nonce = '', mac = ''] = (request.header('signature') ?? '').split('.')
  const clientId = request.header('clientid') ?? ''
  const isWellFormed =
    version === signatureVersion && /^[0-9a-f]{24}$/.test(nonce) && /^\d{1,15}$/.test(timestamp)
  if (!isWellFormed || clientId !== signer) throw badSignature()
  const { method, url: path } = request
  const text = canonicalText(
    { method, path, timestamp, clientId, nonce },
    sha256Hex(request.body),
    sha256Hex(token),
  )
  const given = Buffer.from(mac, 'base64url')
  const isProved = (key: Buffer | KeyObject) =>
    key instanceof KeyObject ? isSignedBy(given, key, text) : isMacOf(given, key, text)
  if (!keys.some(isProved)) throw badSignature()
  // The clock is judged after the signature: only the key's holder learns the server's time from it.
  if (Math.abs(now - Number(timestamp)) > clockToleranceMs)
    throw new Refusal(codes.clockSkew, 'refusal.clockSkew', { data: { serverTime: now } })
  return { signer, nonce }
}

function isMacOf(given: Buffer, key: Buffer, text: string): boolean {
  const expected = createHmac('sha256', key).update(text).digest()
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** RSA-PSS with SHA-256 and a salt of its length, as WebCrypto and OpenSSL make it. */
function isSignedBy(given: Buffer, key: KeyObject, text: string): boolean {
  const pss = { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
  return verify('sha256', Buffer.from(text), pss, given)
}

const badSignature = () => new Refusal(codes.badSignature, 'refusal.badSignature')
const sha256Hex = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
