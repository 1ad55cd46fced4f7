import { callback, codes, platformUsersPath } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { ownSession } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { setPassword } from '../password/index.ts'
import { tellReviewers } from '../platform/index.ts'
import { endSessions } from '../session/endSessions.ts'
import { lockInvited, lockMailLink, spendMailLink } from './mailLink.ts'

const linkOver = () => new Refusal(codes.linkOver, 'session.linkOver')

/** What the links of mails lead to. */
export const callbackRoutes = serve(callback, ownSession, {
  open: async ({ body }, ctx) => {
    const link = await lockMailLink(ctx, body.token)
    if (!link?.platformUserId) {
      const user = link?.userId ? await lockInvited(ctx, link.userId) : undefined
      if (!user) throw linkOver()
      return { purpose: 'INVITE' as const, account: user.userName }
    }
    await spendMailLink(ctx, body.token)
    return { purpose: 'REGISTER' as const, account: await proveAddress(ctx, link.platformUserId) }
  },
  accept: async ({ body }, ctx) => {
    const link = await lockMailLink(ctx, body.token)
    const user = link?.userId ? await lockInvited(ctx, link.userId) : undefined
    if (!user) throw linkOver()
    await setPassword(ctx, user, body.newPassword)
    await spendMailLink(ctx, body.token)
    // The link came to this address: whoever holds it reads its mail.
    await ctx.db
      .updateTable('appUser')
      .set({ emailVerifiedAt: ctx.now().toISOString(), invitedAt: null })
      .where('id', '=', user.id)
      .execute()
    await endSessions(ctx, { userId: user.id })
    ctx.note({ targetIds: [user.id] })
  },
})

/** The address that a registration named is its owner's: staff decide from here. */
async function proveAddress(ctx: Context, id: string): Promise<string> {
  const at = ctx.now().toISOString()
  const waiting = await ctx.db
    .updateTable('platformUser')
    .set({ state: 'PENDING_REVIEW' })
    .where('id', '=', id)
    // Whatever staff decided in the meantime stands.
    .where('state', '=', 'REGISTERED')
    .returning('realName')
    .executeTakeFirst()
  if (waiting) await tellReviewers(ctx, waiting.realName)
  const { email } = await ctx.db
    .updateTable('platformUser')
    .set(({ eb }) => ({ verifiedAt: at, updatedAt: at, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning('email')
    .executeTakeFirstOrThrow()
  ctx.note({ targetIds: [id] })
  ctx.changed(platformUsersPath, [id])
  return email
}
