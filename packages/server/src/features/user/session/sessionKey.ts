import { createECDH, hkdfSync } from 'node:crypto'
import { type PublicKey, sessionKeyInfo } from '@muster/contract'

export interface AgreedKey {
  /** The server's ephemeral half, for the other side. */
  readonly publicKey: PublicKey
  /** 32 bytes that sign the session's requests. */
  readonly key: Buffer
}

/** Agrees on a session's request key (ECDH P-256, HKDF-SHA-256). Null when the other half is no point of the curve. */
export function agreeKey(theirs: PublicKey, sessionId: string): AgreedKey | null {
  const ours = createECDH('prime256v1')
  const point = ours.generateKeys()
  try {
    const secret = ours.computeSecret(pointOf(theirs))
    const key = Buffer.from(hkdfSync('sha256', secret, sessionId, sessionKeyInfo, 32))
    return { publicKey: jwkOf(point), key }
  } catch {
    return null
  }
}

const pointOf = ({ x, y }: PublicKey): Buffer =>
  Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])

const jwkOf = (point: Buffer): PublicKey => ({
  kty: 'EC',
  crv: 'P-256',
  x: point.subarray(1, 33).toString('base64url'),
  y: point.subarray(33, 65).toString('base64url'),
})
