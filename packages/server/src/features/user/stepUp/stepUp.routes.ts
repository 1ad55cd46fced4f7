import { type ProofWay, stepUp } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { ownSession } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { makeChallenge } from '../passkey/passkeyChallenge.ts'
import { hasFactor } from '../secondFactor/factor.ts'
import { proveOwner, purposeOf } from './proveOwner.ts'

/** The owner of a session proves himself once more (decision 0031). */
export const stepUpRoutes = serve(stepUp, ownSession, {
  ways: async (_, ctx) => {
    const known = await credentialsOf(ctx)
    const main: ProofWay = (await hasFactor(ctx, ctx.principal.userId)) ? 'totp' : 'password'
    const ways: ProofWay[] = known.length > 0 ? [main, 'passkey'] : [main]
    return { ways, challenge: makeChallenge(ctx, purposeOf(ctx)), known }
  },
  prove: ({ body }, ctx) => proveOwner(ctx, body),
})

async function credentialsOf({ db, principal }: Context): Promise<string[]> {
  const rows = await db
    .selectFrom('passkey')
    .select('credentialId')
    .where('userId', '=', principal.userId)
    .execute()
  return rows.map(({ credentialId }) => credentialId)
}
