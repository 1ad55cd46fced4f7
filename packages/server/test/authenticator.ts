import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** A passkey as a security key holds it: WebAuthn level 3, ES256, attestation "none". */
export interface Authenticator {
  /** The answer to `navigator.credentials.create`. */
  make(
    challenge: string,
    wishes?: { readonly origin?: string; readonly site?: string },
  ): ReturnType<typeof credentialOf<{ attestationObject: string }>>
  /** The answer to `navigator.credentials.get`. */
  show(
    challenge: string,
    wishes?: { readonly origin?: string; readonly site?: string; readonly isVerified?: boolean },
  ): ReturnType<typeof credentialOf<{ authenticatorData: string; signature: string }>>
}

const present = 0x01
const verified = 0x04
const attested = 0x40

/** A new authenticator on a page. */
export function anAuthenticator(page = 'http://localhost:15000'): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const home = new URL(page).hostname
  let counter = 0
  return {
    make(challenge, { origin = page, site = home } = {}) {
      const clientDataJSON = clientData('webauthn.create', challenge, origin)
      const data = Buffer.concat([
        head({ site, flags: present | verified | attested, counter }),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        coseKey(publicKey),
      ])
      const object = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        bytes(data),
      ])
      return credentialOf(id, { clientDataJSON, attestationObject: object.toString('base64url') })
    },
    show(challenge, { origin = page, site = home, isVerified = true } = {}) {
      counter += 1
      const clientDataJSON = clientData('webauthn.get', challenge, origin)
      const data = head({ site, flags: isVerified ? present | verified : present, counter })
      const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
      const signature = sign('sha256', Buffer.concat([data, hash]), privateKey)
      return credentialOf(id, {
        clientDataJSON,
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      })
    },
  }
}

function credentialOf<R extends object>(id: Buffer, response: R & { clientDataJSON: string }) {
  const name = id.toString('base64url')
  return { id: name, rawId: name, type: 'public-key' as const, response }
}

const clientData = (type: string, challenge: string, origin: string): string =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url')

interface Head {
  readonly site: string
  readonly flags: number
  readonly counter: number
}

function head({ site, flags, counter }: Head): Buffer {
  const rest = Buffer.alloc(5)
  rest.writeUInt8(flags, 0)
  rest.writeUInt32BE(counter, 1)
  return Buffer.concat([createHash('sha256').update(site).digest(), rest])
}

/** CBOR of a COSE key: EC2, ES256, P-256. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    bytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    bytes(Buffer.from(y, 'base64url')),
  ])
}

/** CBOR of a short text and of bytes. */
const text = (value: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
function bytes(value: Buffer): Buffer {
  const length =
    value.length < 256 ? [0x58, value.length] : [0x59, value.length >> 8, value.length & 0xff]
  return Buffer.concat([Buffer.from(length), value])
}
