import { createPublicKey, type KeyObject } from 'node:crypto'
import type pg from 'pg'
import type { Secrets } from '../../platform/secrets.ts'

const prefix = 'log.seal.until.'

/** A key whose private half was lost; it signed the blocks up to a number. */
export interface RetiredKey {
  readonly lastSeq: number
  readonly publicKey: KeyObject
}

/**
 * Keeps the public half of the key that signed blocks, and of those before it, for whoever proves
 * them. It is sealed by the new sealing key: whoever writes the database alone cannot add a key of
 * his own to sign blocks with.
 */
export async function retireSealKey(client: pg.ClientBase, secrets: Secrets): Promise<void> {
  const { rows } = await client.query<{ name: string; publicKey: Buffer }>(
    `select name, public_key as "publicKey" from platform_key where name like '${prefix}%'
      union all
      select '${prefix}' || (select max(seq) from action_seal), public_key from platform_key
      where name = 'log.seal' and exists (select from action_seal)`,
  )
  for (const { name, publicKey } of rows)
    await client.query(
      `insert into platform_key (name, public_key, sealed_private_key) values ($1, $2, $3)
        on conflict (name) do update set sealed_private_key = excluded.sealed_private_key`,
      [name, publicKey, secrets.seal(publicKey, name)],
    )
}

/** The lost keys, the oldest first; throws where one of them was not written by Muster. */
export async function retiredKeys({
  pool,
  secrets,
}: {
  pool: pg.Pool
  secrets: Secrets
}): Promise<RetiredKey[]> {
  const { rows } = await pool.query<{ name: string; sealed: Buffer }>(
    `select name, sealed_private_key as sealed from platform_key where name like '${prefix}%'`,
  )
  return rows
    .map(({ name, sealed }) => ({
      lastSeq: Number(name.slice(prefix.length)),
      publicKey: createPublicKey({ key: secrets.open(sealed, name), format: 'der', type: 'spki' }),
    }))
    .toSorted((one, other) => one.lastSeq - other.lastSeq)
}
