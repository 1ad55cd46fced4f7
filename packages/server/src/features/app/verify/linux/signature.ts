import { createPublicKey, verify } from 'node:crypto'
import { PackageFault } from '../fault.ts'

/** A key that packages may be signed with. */
export interface PackageKey {
  readonly id: string
  /** Ed25519, as PEM has it. */
  readonly pem: string
}

const signatureBytes = 64

/**
 * The key that a detached signature was made with. What is signed is the SHA-256 of the file in its
 * 32 bytes; the signature comes as it is or in Base64.
 */
export function signerOf(
  sha256: string,
  signature: Uint8Array,
  keys: readonly PackageKey[],
): string {
  const raw = signatureOf(Buffer.from(signature))
  const key = keys.find(({ pem }) => {
    const publicKey = createPublicKey(pem)
    return (
      publicKey.asymmetricKeyType === 'ed25519' &&
      verify(null, Buffer.from(sha256, 'hex'), publicKey, raw)
    )
  })
  if (!key) throw new PackageFault('verify.linux.signature')
  return key.id
}

function signatureOf(given: Buffer): Buffer {
  if (given.length === signatureBytes) return given
  const raw = Buffer.from(given.toString('latin1').trim(), 'base64')
  if (raw.length !== signatureBytes) throw new PackageFault('verify.linux.signatureForm')
  return raw
}
