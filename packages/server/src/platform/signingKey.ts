import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type pg from 'pg'
import type { Secrets } from './secrets.ts'

/** A key of the installation, Ed25519; its private half is sealed in the database. */
export interface SigningKey {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

/** Reads a key from the database; the first process to ask makes it. */
export async function loadSigningKey(
  { pool, secrets }: { pool: pg.Pool; secrets: Secrets },
  name: string,
): Promise<SigningKey> {
  const kept = (await readSealed(pool, name)) ?? (await makeKey({ pool, secrets }, name))
  const der = secrets.open(kept, name)
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return { privateKey, publicKey: createPublicKey(privateKey) }
}

async function readSealed(pool: pg.Pool, name: string): Promise<Buffer | undefined> {
  const { rows } = await pool.query<{ sealed: Buffer }>(
    'select sealed_private_key as sealed from platform_key where name = $1',
    [name],
  )
  return rows[0]?.sealed
}

async function makeKey(
  { pool, secrets }: { pool: pg.Pool; secrets: Secrets },
  name: string,
): Promise<Buffer> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const sealed = secrets.seal(privateKey.export({ format: 'der', type: 'pkcs8' }), name)
  await pool.query(
    `insert into platform_key (name, public_key, sealed_private_key) values ($1, $2, $3)
      on conflict (name) do nothing`,
    [name, publicKey.export({ format: 'der', type: 'spki' }), sealed],
  )
  // Another process may have been faster: its key is the installation's.
  return (await readSealed(pool, name)) ?? sealed
}
