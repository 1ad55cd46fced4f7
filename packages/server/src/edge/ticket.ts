import { sql } from 'kysely'
import { tokenHash } from '../platform/secrets.ts'
import type { Platform, Principal } from '../kit/context.ts'
import { livePrincipals } from './session.ts'

/**
 * Spends a one-time ticket for a path: who holds it, or null. Downloads and streams use tickets,
 * because a token in an address ends up in logs.
 */
export async function spendTicket(
  platform: Platform,
  ticket: string,
  path: string,
): Promise<Principal | null> {
  const { rows } = await sql<{ sessionId: string }>`delete from ticket
    where token_hash = ${tokenHash(ticket)} and path = ${path} and expires_at > ${platform.now().toISOString()}
    returning session_id`.execute(platform.db)
  const found = rows[0]
  if (!found) return null
  const { sessionId } = found
  return (await livePrincipals(platform, [sessionId])).get(sessionId) ?? null
}
