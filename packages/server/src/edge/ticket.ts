import { sql } from 'kysely'
import { tokenHash } from '../platform/secrets.ts'
import type { Platform, Principal } from '../kit/context.ts'
import { principalOf, type SessionRow, sessionColumns } from './session.ts'

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
    where token_hash = ${tokenHash(ticket)} and path = ${path} and expires_at > now()
    returning session_id`.execute(platform.db)
  const found = rows[0]
  if (!found) return null
  const session = await platform.pool.query<SessionRow>(
    `${sessionColumns} where s.id = $1 and s.revoked_at is null and s.expires_at > now() and is_usable(u)`,
    [found.sessionId],
  )
  const row = session.rows[0]
  return row ? principalOf(platform, row) : null
}
