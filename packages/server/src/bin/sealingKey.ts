import type { Platform } from '../kit/context.ts'
import { ConfigurationError } from '../platform/env.ts'

/** What the database and backups keep of the sealing key: enough to know it by, useless otherwise. */
export const keyFingerprint = ({ secrets }: Pick<Platform, 'secrets'>): Buffer =>
  secrets.mac('the sealing key', 'fingerprint')

/** Refuses to start with another sealing key than the installation's; the first node says which it is. */
export async function checkSealingKey(platform: Platform): Promise<void> {
  const own = keyFingerprint(platform)
  const { keyFingerprint: known } = await platform.db
    .updateTable('installation')
    .set((eb) => ({ keyFingerprint: eb.fn.coalesce('keyFingerprint', eb.val(own)) }))
    .returning('keyFingerprint')
    .executeTakeFirstOrThrow()
  if (known?.equals(own)) return
  const here = platform.env.secret ? 'MUSTER_SECRET' : `secret.key in ${platform.env.dataFolder}`
  throw new ConfigurationError(
    `The database was sealed with another key than ${here}: sessions, authenticators and passwords would not open. Give this node the installation's own key (MUSTER_SECRET, or secret.key of the data folder).`,
  )
}
