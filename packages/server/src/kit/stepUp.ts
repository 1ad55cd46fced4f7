import { codes, shippedParameters, type Call } from '@muster/contract'
import type { Principal } from '../access/principal.ts'
import type { Context, Platform } from './context.ts'
import { Refusal } from './refusal.ts'

/** Who is asked for each act has so long to repeat the call. */
const momentMinutes = 1

/**
 * Refuses a dangerous call of a session whose owner has not proved himself lately (decision 0031).
 * API clients and personal tokens are not asked: the signature that came with the call is by their
 * secret itself.
 */
export async function requireProof(
  platform: Platform,
  { kind, sessionId }: Principal,
  { proof, body }: { readonly proof: Call['schemas']['proof']; readonly body: unknown },
): Promise<void> {
  const isAsked = typeof proof === 'function' ? proof(body) : proof
  if (!isAsked || kind !== 'user') return
  const minutes = proof === 'each' ? 0 : await minutesOfGrace(platform)
  const isProved = await (minutes === 0
    ? spendProof(platform, sessionId)
    : hasProof(platform, sessionId, minutes))
  if (!isProved) throw new Refusal(codes.proofRequired, 'refusal.proofRequired')
}

async function minutesOfGrace({ pool }: Platform): Promise<number> {
  const { rows } = await pool.query<{ minutes: number }>(
    `select (value#>>'{}')::int as minutes from parameter where key = 'session.proof.minutes'`,
  )
  return rows[0]?.minutes ?? shippedParameters['session.proof.minutes'].value
}

async function hasProof({ pool, now }: Platform, id: string, minutes: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from session where id = $1 and proved_at > $2::timestamptz - make_interval(mins => $3)`,
    [id, now().toISOString(), minutes],
  )
  return rowCount === 1
}

/** Uses a proof up for one act: it grows so much older that no other act finds it of the moment. */
async function spendProof({ pool, now }: Platform, id: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update session set proved_at = proved_at - make_interval(mins => $3)
      where id = $1 and proved_at > $2::timestamptz - make_interval(mins => $3)`,
    [id, now().toISOString(), momentMinutes],
  )
  return rowCount === 1
}

/** The same for what turns out to be dangerous by the record that it is about. */
export const requireProofOf = ({ platform, principal }: Pick<Context, 'platform' | 'principal'>) =>
  requireProof(platform, principal, { proof: true, body: null })
