import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import type { Context } from '../../../kit/context.ts'
import { spend } from '../challenge/spent.ts'

/** People look for their key, or scan a code with their telephone. */
const challengeMs = 5 * 60_000

/** What a challenge carries, sealed: nothing is stored until it is used. */
const sealedChallenge = z.object({ random: z.string(), expires: z.number() })

const purposeOf = (who: string): string => `passkey:${who}`

/** A challenge for `who`: a user's id, or `signIn` for who is not known yet. */
export function makeChallenge(ctx: Context, who: string): string {
  const expires = ctx.now().getTime() + challengeMs
  const content = JSON.stringify({ random: randomBytes(16).toString('base64url'), expires })
  return ctx.platform.secrets.seal(Buffer.from(content), purposeOf(who)).toString('base64url')
}

/** Whether a challenge is of this installation, for `who`, not over and not used; it is used up. */
export async function spendChallenge(ctx: Context, who: string, given: string): Promise<boolean> {
  const content = openChallenge(ctx, who, given)
  if (!content || content.expires <= ctx.now().getTime()) return false
  return spend(ctx, content.random, new Date(content.expires))
}

function openChallenge(ctx: Context, who: string, given: string) {
  try {
    const plain = ctx.platform.secrets.open(Buffer.from(given, 'base64url'), purposeOf(who))
    return sealedChallenge.parse(JSON.parse(plain.toString()))
  } catch {
    // Made up, or sealed by another installation: like one that is over.
    return null
  }
}
