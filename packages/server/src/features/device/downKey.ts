import { createHash, randomUUID, sign } from 'node:crypto'
import { type DeviceEnvelope, downText } from '@muster/contract'
import type pg from 'pg'
import type { Secrets } from '../../platform/secrets.ts'
import { loadSigningKey, type SigningKey } from '../../platform/signingKey.ts'

const keyName = 'device.down'

/** The installation's key for messages to terminals: a broker in between cannot invent commands. */
export interface DownKey {
  /** SPKI, base64; terminals learn it at their registration. */
  readonly publicKey: string
  /** A signed envelope, as the bytes that go out. */
  readonly envelope: (sn: string, message: DownContent) => Buffer
}

export interface DownContent {
  readonly type: string
  readonly body: unknown
  readonly at: Date
  /** Unique per message; made here where the caller has none. */
  readonly id?: string
  /** Epoch milliseconds after which the terminal drops the message. */
  readonly expiresAt?: number
  /** Id of the message that this one answers. */
  readonly answers?: string
}

/** The key of this installation; the first process to ask makes it. */
export async function loadDownKey(platform: { pool: pg.Pool; secrets: Secrets }): Promise<DownKey> {
  return keyOf(await loadSigningKey(platform, keyName))
}

function keyOf(key: SigningKey): DownKey {
  const publicKey = key.publicKey.export({ format: 'der', type: 'spki' })
  return {
    publicKey: publicKey.toString('base64'),
    envelope(sn, { type, body, at, id = randomUUID(), expiresAt, answers }) {
      const digest = createHash('sha256').update(JSON.stringify(body)).digest('hex')
      const message: DeviceEnvelope = {
        v: 1,
        id,
        ts: at.getTime(),
        type,
        ...(answers === undefined ? {} : { cid: answers }),
        ...(expiresAt === undefined ? {} : { exp: expiresAt }),
        body,
      }
      const sig = sign(null, Buffer.from(downText(message, sn, digest)), key.privateKey).toString(
        'base64',
      )
      return Buffer.from(JSON.stringify({ ...message, sig }))
    },
  }
}
