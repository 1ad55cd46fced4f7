import { codes, mostPasskeys, type Passkey, passkeys } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { notFound, Refusal } from '../../../kit/refusal.ts'
import { ownSession } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { noticeChange } from '../accountNotices.ts'
import { makeChallenge, spendChallenge } from './passkeyChallenge.ts'
import { claimOf, provenMade } from './proof.ts'

const shown = ['id', 'name', 'site', 'isSynced', 'createdAt', 'lastUsedAt'] as const

/** The caller's own passkeys. What changes them asks for a proof each time. */
export const passkeyRoutes = serve(passkeys, ownSession, {
  list: (_, ctx) => ownPasskeys(ctx).select(shown).orderBy('createdAt').orderBy('id').execute(),
  start: async (_, ctx) => {
    const { userId, userName } = ctx.principal
    const { realName } = await ctx.db
      .selectFrom('appUser')
      .select('realName')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    const known = await ownPasskeys(ctx).select('credentialId').execute()
    if (known.length >= mostPasskeys) throw tooMany()
    return {
      challenge: makeChallenge(ctx, userId),
      userHandle: Buffer.from(userId).toString('base64url'),
      userName,
      realName,
      known: known.map(({ credentialId }) => credentialId),
    }
  },
  add: async ({ body: { name, credential } }, ctx): Promise<Passkey> => {
    const { userId } = ctx.principal
    const claim = claimOf(ctx, credential.response.clientDataJSON)
    const isAsked = claim !== null && (await spendChallenge(ctx, userId, claim.challenge))
    const made = isAsked ? await provenMade(credential, claim) : null
    if (!claim || !made) throw new Refusal(codes.badRequest, 'session.passkeyNotMade').afterCommit()
    // The row of the user is where two who add at once take turns.
    await sql`select from app_user where id = ${userId} for update`.execute(ctx.db)
    if ((await ownPasskeys(ctx).select('id').execute()).length >= mostPasskeys) throw tooMany()
    const passkey = await ctx.db
      .insertInto('passkey')
      .values({
        userId,
        name,
        credentialId: made.credential.id,
        publicKey: Buffer.from(made.credential.publicKey),
        counter: made.credential.counter,
        transports: credential.response.transports ?? [],
        site: claim.site,
        isSynced: made.credentialBackedUp,
      })
      .returning(shown)
      .executeTakeFirstOrThrow()
    await noticeChange(ctx, userId, 'passkeyAdded')
    ctx.note({ targetIds: [passkey.id], after: { name, site: claim.site } })
    return passkey
  },
  remove: async ({ params }, ctx) => {
    const { userId } = ctx.principal
    const gone = await ctx.db
      .deleteFrom('passkey')
      .where('userId', '=', userId)
      .where('id', '=', params.id)
      .returning('name')
      .executeTakeFirst()
    if (!gone) throw notFound()
    await noticeChange(ctx, userId, 'passkeyRemoved')
    ctx.note({ targetIds: [params.id], before: { name: gone.name } })
    return { count: 1 }
  },
})

const ownPasskeys = ({ db, principal }: Context) =>
  db.selectFrom('passkey').where('userId', '=', principal.userId)

const tooMany = () =>
  new Refusal(codes.wrongState, 'session.tooManyPasskeys', { params: { count: mostPasskeys } })
