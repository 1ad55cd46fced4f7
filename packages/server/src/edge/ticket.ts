import { type Call, codes } from '@muster/contract'
import { sql } from 'kysely'
import { tokenHash } from '../platform/secrets.ts'
import type { Principal } from '../access/principal.ts'
import type { Platform } from '../kit/context.ts'
import { Refusal } from '../kit/refusal.ts'
import type { Authenticated } from './signature.ts'
import type { IncomingRequest } from './incoming.ts'
import { findSession, livePrincipals } from './session.ts'

/**
 * Spends a ticket for a path: who holds it, or null. Downloads and streams use tickets, because a
 * token in an address ends up in logs. One for a stored file stays good until it is over.
 */
export async function spendTicket(
  platform: Platform,
  ticket: string,
  path: string,
): Promise<Principal | null> {
  const { rows } = await sql<{ sessionId: string }>`with shown as (
      select token_hash, session_id, is_reusable from ticket
        where token_hash = ${tokenHash(ticket)} and path = ${path}
          and expires_at > ${platform.now().toISOString()}),
    spent as (
      delete from ticket using shown
        where ticket.token_hash = shown.token_hash and not shown.is_reusable returning ticket.session_id)
    select session_id from spent union all select session_id from shown where is_reusable`.execute(
    platform.db,
  )
  const found = rows[0]
  if (!found) return null
  const { sessionId } = found
  return (await livePrincipals(platform, [sessionId])).get(sessionId) ?? null
}

/**
 * The ticket of a request for a file, and the request without it: so a browser can save a large
 * file while it comes, which it cannot when it has to sign.
 */
export function splitTicket(
  { file }: Call,
  request: IncomingRequest,
): { readonly ticket: string | null; readonly request: IncomingRequest } {
  const asked: Readonly<Record<string, unknown>> =
    typeof request.query === 'object' ? { ...request.query } : {}
  const { ticket, ...query } = asked
  if (!file || typeof ticket !== 'string') return { ticket: null, request }
  return { ticket, request: { ...request, query } }
}

/**
 * Who asks for a file by a ticket; the rights of its holder count as ever. Who says that he is
 * signed in otherwise does not take another's.
 */
export async function byTicket(
  platform: Platform,
  { url, header }: IncomingRequest,
  ticket: string,
): Promise<Authenticated> {
  const [path = ''] = url.split('?')
  const principal = await spendTicket(platform, ticket, path)
  const token = header('accesstoken')
  const session = token ? await findSession(platform, token, false) : null
  if (!principal || (token && session?.id !== principal.sessionId))
    throw new Refusal(codes.signInAgain, 'refusal.signInAgain')
  return { principal, nonce: null }
}
