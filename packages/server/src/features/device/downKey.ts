import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
} from 'node:crypto'
import { type DeviceEnvelope, downText } from '@muster/contract'
import type pg from 'pg'
import type { Secrets } from '../../platform/secrets.ts'

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

/** Reads the key from the database; the first process to ask makes it. */
export async function loadDownKey(platform: { pool: pg.Pool; secrets: Secrets }): Promise<DownKey> {
  const { pool, secrets } = platform
  const { rows: kept } = await pool.query<{ sealed: Buffer }>(
    'select sealed_private_key as sealed from platform_key where name = $1',
    [keyName],
  )
  const sealed = kept[0]?.sealed ?? (await makeKey(pool, secrets))
  const key = createPrivateKey({ key: secrets.open(sealed, keyName), format: 'der', type: 'pkcs8' })
  return keyOf(key)
}

async function makeKey(pool: pg.Pool, secrets: Secrets): Promise<Buffer> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const sealed = secrets.seal(privateKey.export({ format: 'der', type: 'pkcs8' }), keyName)
  await pool.query(
    `insert into platform_key (name, public_key, sealed_private_key) values ($1, $2, $3)
      on conflict (name) do nothing`,
    [keyName, publicKey.export({ format: 'der', type: 'spki' }), sealed],
  )
  // Another process may have been faster: its key is the installation's.
  const { rows } = await pool.query<{ sealed: Buffer }>(
    'select sealed_private_key as sealed from platform_key where name = $1',
    [keyName],
  )
  return rows[0]?.sealed ?? sealed
}

function keyOf(key: KeyObject): DownKey {
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' })
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
      const sig = sign(null, Buffer.from(downText(message, sn, digest)), key).toString('base64')
      return Buffer.from(JSON.stringify({ ...message, sig }))
    },
  }
}
