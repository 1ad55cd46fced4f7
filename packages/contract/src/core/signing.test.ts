import { describe, expect, it } from 'vitest'
import { agreeSessionKey, canonicalText, makeNonce, signRequest } from './signing.ts'
import vectors from './signing.vectors.json' with { type: 'json' }

const { sessionId, accessToken, timestamp, consolePrivateKey, serverPublicKey } = vectors
const serverKey = { ...serverPublicKey, kty: 'EC', crv: 'P-256' } as const

/** The vectors were computed with other code: OpenSSL through Node, not WebCrypto. */
async function agreedKey() {
  const algorithm = { name: 'ECDH', namedCurve: 'P-256' }
  const ours = await crypto.subtle.importKey('jwk', consolePrivateKey, algorithm, false, [
    'deriveBits',
  ])
  return agreeSessionKey(ours, serverKey, sessionId)
}

describe('the request signature', () => {
  it.each(vectors.requests)('agrees with the published vector: $name', async (request) => {
    const signed = await signRequest(await agreedKey(), {
      timestamp,
      accessToken,
      clientId: sessionId,
      method: request.method,
      path: request.path,
      nonce: request.nonce,
      body: new TextEncoder().encode(request.body),
    })
    expect(signed).toBe(request.signature)
  })

  it('agrees with the published vector of an API client, which has no token', async () => {
    const { clientId, secret, request } = vectors.client
    const algorithm = { name: 'HMAC', hash: 'SHA-256' }
    const bytes = new TextEncoder().encode(secret)
    const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign'])
    const { method, path, nonce } = request
    const body = new TextEncoder().encode(request.body)
    const parts = { timestamp, accessToken: '', clientId, method, path, nonce, body }
    expect(await signRequest(key, parts)).toBe(request.signature)
  })

  it('covers every part: no part can change unnoticed', () => {
    const parts = { method: 'GET', path: '/a?b', timestamp: '1', clientId: 'c', nonce: 'n' }
    const whole = canonicalText(parts, 'body', 'token')
    const others = Object.keys(parts).map((part) =>
      canonicalText({ ...parts, [part]: 'x' }, 'body', 'token'),
    )
    const texts = new Set([
      whole,
      ...others,
      canonicalText(parts, 'x', 'token'),
      canonicalText(parts, 'body', 'x'),
    ])
    expect(texts.size).toBe(8)
  })

  it('makes nonces of 24 hex digits that begin with the counter', () => {
    expect(makeNonce(255n, -1)).toBe('00000000000000ffffffffff')
  })
})
