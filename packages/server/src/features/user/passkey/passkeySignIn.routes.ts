import { codes, type InputOf, passkeySignIn } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { ownSession } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { passwordPolicyOf } from '../customize/index.ts'
import { isAllowedFrom } from '../../../platform/allowedNetwork.ts'
import {
  failuresOfSource,
  failuresPerSource,
  lockGuesses,
  minutesLocked,
} from '../guessing/guesses.ts'
import { knownDevice } from '../guessing/knownDevice.ts'
import { openSession } from '../session/openSession.ts'
import { type Account, lockAccount, noteSignIn } from '../session/session.queries.ts'
import { badCredentials, locked, refusePlace, refuseState, resultOf } from '../session/signIn.ts'
import { makeChallenge } from './passkeyChallenge.ts'
import { provenOwner } from './provenOwner.ts'

type Opening = InputOf<typeof passkeySignIn.open>['body']

/** Signing in without a password. Failures are logged; what was shown is used up. */
export const passkeySignInRoutes = serve(passkeySignIn, ownSession, {
  start: async (_, ctx) => ({ challenge: makeChallenge(ctx, 'signIn') }),
  open: async ({ body }, ctx) => {
    if (!body.publicKey && !ctx.platform.env.allowUnboundSessions)
      throw new Refusal(codes.badRequest, 'session.needsKey')
    const { ipAllowList } = await passwordPolicyOf(ctx.db, null)
    if (!isAllowedFrom(ctx.ip, ipAllowList))
      return refuse(ctx, null, new Refusal(codes.addressNotAllowed, 'session.addressNotAllowed'))
    if ((await failuresOfSource(ctx)) >= failuresPerSource)
      throw new Refusal(codes.tooManyRequests, 'refusal.tooMany')
    const account = await provenAccount(ctx, body)
    if (!account) return fail(ctx)
    const device = await knownDevice(ctx, account.id)
    const guessed = { userId: account.id, userName: account.userName, device }
    const guesses = await lockGuesses(ctx, guessed)
    const minutes = minutesLocked(guesses.account ?? guesses, ctx.now())
    if (minutes !== null) return refuse(ctx, account, locked(minutes))
    const policy = await passwordPolicyOf(ctx.db, account.orgId)
    const unusable = refusePlace(ctx, { policy }) ?? refuseState(account, ctx.now())
    if (unusable) return refuse(ctx, account, unusable)
    const opened = await openSession(ctx, account, { login: body, guessed, policy, password: null })
    return { ...opened, userName: account.userName }
  },
})

const fail = (ctx: Context): Promise<never> => refuse(ctx, null, badCredentials())

/** @param account whose passkey it is, once that is known */
async function refuse(ctx: Context, account: Account | null, refusal: Refusal): Promise<never> {
  const { id: userId = null, userName = '' } = account ?? {}
  await noteSignIn(ctx, { userName, userId, result: resultOf(refusal) ?? 'WRONG_PASSKEY' })
  throw refusal.afterCommit()
}

/** Whose passkey it is; its row and the account's stay locked until the session is there. */
async function provenAccount(ctx: Context, { credential }: Opening): Promise<Account | null> {
  const userId = await provenOwner(ctx, 'signIn', credential)
  return (userId && (await lockAccount(ctx, userId))) || null
}
