import type { Context } from '../../../kit/context.ts'
import { spendChallenge } from './passkeyChallenge.ts'
import { claimOf, provenShown, type Shown } from './proof.ts'

/**
 * The user whose passkey answers a challenge that was made for `who`; null when the proof is no good.
 * The challenge is used up, and the passkey's row stays locked until the commit.
 */
export async function provenOwner(
  ctx: Context,
  who: string,
  credential: Shown,
): Promise<string | null> {
  const claim = claimOf(ctx, credential.response.clientDataJSON)
  if (!claim || !(await spendChallenge(ctx, who, claim.challenge))) return null
  const kept = await ctx.db
    .selectFrom('passkey')
    .selectAll()
    .where('credentialId', '=', credential.id)
    .forUpdate()
    .executeTakeFirst()
  if (!kept || kept.site !== claim.site) return null
  const counter = await provenShown(credential, claim, kept)
  if (counter === null) return null
  await ctx.db
    .updateTable('passkey')
    .set({ counter, lastUsedAt: ctx.now().toISOString() })
    .where('id', '=', kept.id)
    .execute()
  return kept.userId
}
