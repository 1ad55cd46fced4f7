/**
 * The request signature:
 * `SIGNATURE: v1.<nonce>.<mac>` with mac = HMAC-SHA-256 (base64url) over the canonical text.
 */
export interface SignedRequest {
  readonly method: string
  /** Path with query exactly as sent. */
  readonly path: string
  /** Body exactly as sent; empty when there is none. */
  readonly body: Uint8Array<ArrayBuffer>
  /** Epoch milliseconds as sent in TIMESTAMP. */
  readonly timestamp: string
  readonly clientId: string
  /** 64-bit counter and 32 random bits, 24 hex digits. */
  readonly nonce: string
  readonly accessToken: string
}

/** A WebCrypto key, named so that it means the same in a browser and in Node. */
export type RequestKey = Parameters<typeof crypto.subtle.sign>[1]

/** The two halves that one side makes at sign-in. */
export interface KeyPair {
  readonly privateKey: RequestKey
  readonly publicKey: RequestKey
}

/** A P-256 public key as JWK. */
export interface PublicKey {
  readonly kty: 'EC'
  readonly crv: 'P-256'
  readonly x: string
  readonly y: string
}

export const signatureVersion = 'v1'
/** How far a request's clock may be away from the server's, in milliseconds. */
export const clockToleranceMs = 120_000
/** HKDF's info for keys agreed at sign-in. */
export const sessionKeyInfo = 'muster-request-v1'

/** The text that is signed; both digests are SHA-256 in lower-case hex. */
export function canonicalText(
  request: Omit<SignedRequest, 'body' | 'accessToken'>,
  bodyDigest: string,
  tokenDigest: string,
): string {
  const { method, path, timestamp, clientId, nonce } = request
  return ['MUSTER1', method, path, bodyDigest, timestamp, clientId, nonce, tokenDigest].join('\n')
}

/** A nonce of 24 hex digits: a counter that only rises within a session, and 32 random bits. */
export function makeNonce(counter: bigint, random: number): string {
  return counter.toString(16).padStart(16, '0') + (random >>> 0).toString(16).padStart(8, '0')
}

/** An API client may sign with an RSA key in place of its secret. */
const waysToSign: Readonly<Record<string, { name: string; saltLength: number }>> = {
  'RSA-PSS': { name: 'RSA-PSS', saltLength: 32 },
}

/** Signs with WebCrypto, in a browser or in Node. Answers the SIGNATURE header's value. */
export async function signRequest(key: RequestKey, request: SignedRequest): Promise<string> {
  const [bodyDigest, tokenDigest] = await Promise.all([
    sha256Hex(request.body),
    sha256Hex(new TextEncoder().encode(request.accessToken)),
  ])
  const text = new TextEncoder().encode(canonicalText(request, bodyDigest, tokenDigest))
  const mac = await crypto.subtle.sign(waysToSign[key.algorithm.name] ?? 'HMAC', key, text)
  return `${signatureVersion}.${request.nonce}.${base64url(new Uint8Array(mac))}`
}

/** Derives a session's request key from one side's private and the other side's public key. */
export async function agreeSessionKey(
  privateKey: RequestKey,
  publicKey: PublicKey,
  sessionId: string,
): Promise<RequestKey> {
  const algorithm = { name: 'ECDH', namedCurve: 'P-256' }
  const peer = await crypto.subtle.importKey('jwk', { ...publicKey }, algorithm, false, [])
  const bits = await crypto.subtle.deriveBits({ name: 'ECDH', public: peer }, privateKey, 256)
  const secret = await crypto.subtle.importKey('raw', bits, 'HKDF', false, ['deriveKey'])
  const text = new TextEncoder()
  const salt = text.encode(sessionId)
  const info = text.encode(sessionKeyInfo)
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt, info },
    secret,
    { name: 'HMAC', hash: 'SHA-256', length: 256 },
    false,
    ['sign'],
  )
}

/** A sign-in key pair whose private half never leaves the place where it was made. */
export function makeKeyPair(): Promise<KeyPair> {
  return crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits'])
}

async function sha256Hex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
