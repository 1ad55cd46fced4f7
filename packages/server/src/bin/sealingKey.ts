import type pg from 'pg'
import type { Platform } from '../kit/context.ts'
import { ConfigurationError } from '../platform/env.ts'
import { type Secrets, UnreadableSecret } from '../platform/secrets.ts'

/** What the database and backups keep of the sealing key: enough to know it by, useless otherwise. */
export const keyFingerprint = ({ secrets }: Pick<Platform, 'secrets'>): Buffer =>
  secrets.mac('the sealing key', 'fingerprint')

/**
 * Whether a key is the one that sealed what the database holds. A fingerprint alone does not say so:
 * one that was taken out is given by the next node that starts.
 */
export async function opensInstallation(
  client: Pick<pg.Pool | pg.ClientBase, 'query'>,
  secrets: Secrets,
): Promise<boolean> {
  const { rows: known } = await client.query<{ fingerprint: Buffer | null }>(
    'select key_fingerprint as fingerprint from installation',
  )
  const fingerprint = known[0]?.fingerprint
  if (fingerprint && !fingerprint.equals(keyFingerprint({ secrets }))) return false
  const { rows: keys } = await client.query<{ name: string; sealed: Buffer }>(
    'select name, sealed_private_key as sealed from platform_key',
  )
  try {
    for (const { name, sealed } of keys) secrets.open(sealed, name)
    return true
  } catch (error) {
    if (error instanceof UnreadableSecret) return false
    throw error
  }
}

/** Refuses to start with another sealing key than the installation's; the first node says which it is. */
export async function checkSealingKey(platform: Platform): Promise<void> {
  const here = platform.env.secret ? 'MUSTER_SECRET' : `secret.key in ${platform.env.dataFolder}`
  const refusal = new ConfigurationError(
    `The database was sealed with another key than ${here}: sessions, authenticators and passwords would not open. Give this node the installation's own key (MUSTER_SECRET, or secret.key of the data folder). What to do where it is lost says docs/operations.md, "A lost sealing key".`,
  )
  if (!(await opensInstallation(platform.pool, platform.secrets))) throw refusal
  const own = keyFingerprint(platform)
  const { keyFingerprint: known } = await platform.db
    .updateTable('installation')
    .set((eb) => ({ keyFingerprint: eb.fn.coalesce('keyFingerprint', eb.val(own)) }))
    .returning('keyFingerprint')
    .executeTakeFirstOrThrow()
  // Another node was faster, with another key.
  if (!known?.equals(own)) throw refusal
}
