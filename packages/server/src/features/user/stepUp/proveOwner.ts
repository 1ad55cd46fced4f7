import { codes, type InputOf, type stepUp } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import { checkPassword } from '../../../platform/passwords.ts'
import { openPassword } from '../challenge/rsaKey.ts'
import { passwordPolicyOf } from '../customize/index.ts'
import { countFailure, forgetFailures, lockGuesses, minutesLocked } from '../guessing/guesses.ts'
import { knownDevice } from '../guessing/knownDevice.ts'
import { provenOwner } from '../passkey/provenOwner.ts'
import { pepperOf } from '../password/index.ts'
import { hasFactor, spendFactor } from '../secondFactor/factor.ts'
import { countWrong } from '../session/confirm.ts'
import {
  type Account,
  lockAccount,
  noteSignIn,
  type SignInEntry,
} from '../session/session.queries.ts'
import { locked } from '../session/signIn.ts'

type Shown = InputOf<typeof stepUp.prove>['body']

/** What a passkey's challenge is for: this session, and nothing else. */
export const purposeOf = ({ principal }: Context): string => `stepUp:${principal.sessionId}`

interface Wrong {
  readonly refusal: Refusal
  /** How the failure stands in the log of sign-ins; null: it is none, another proof was needed. */
  readonly result: SignInEntry['result'] | null
}

/**
 * The caller proves that he is the session's owner. A wrong proof is counted like a failed sign-in, so
 * that nobody guesses here what he may not guess at the door.
 */
export async function proveOwner(ctx: Context, shown: Shown): Promise<void> {
  const { userId, userName, sessionId } = ctx.principal
  // Locked first: guesses run one after the other, and see what is true now.
  const account = await lockAccount(ctx, userId)
  if (!account) throw new Refusal(codes.signInAgain, 'refusal.signInAgain')
  const guessed = { userId, userName, device: await knownDevice(ctx, userId) }
  const guesses = await lockGuesses(ctx, guessed)
  // Whose session it is may hear of the account's own lock.
  const minutes = minutesLocked(guesses.account ?? guesses, ctx.now())
  if (minutes !== null) throw locked(minutes)
  const wrong = await refuseProof(ctx, account, shown)
  if (!wrong) {
    await forgetFailures(ctx, guessed)
    const proved = {
      provedAt: ctx.now().toISOString(),
      wrongPasswords: 0,
      ...((shown.credential || shown.totp) && { factorGiven: true }),
    }
    await ctx.db.updateTable('session').set(proved).where('id', '=', sessionId).execute()
    return
  }
  if (!wrong.result) throw wrong.refusal
  await noteSignIn(ctx, { userName, userId, result: wrong.result })
  await countWrong(ctx)
  const lockouts = {
    platform: await passwordPolicyOf(ctx.db, null),
    own: await passwordPolicyOf(ctx.db, account.orgId),
  }
  const after = await countFailure(ctx, guessed, { before: guesses, lockouts })
  const lasts = minutesLocked(after.account ?? after, ctx.now())
  throw (lasts === null ? wrong.refusal : locked(lasts)).afterCommit()
}

/** Null when one of the account's ways is proved. */
async function refuseProof(ctx: Context, account: Account, shown: Shown): Promise<Wrong | null> {
  if (shown.credential) return refusePasskey(ctx, account, shown.credential)
  if (shown.totp) {
    if (await spendFactor(ctx, account.id, shown.totp)) return null
    return wrong(new Refusal(codes.totpWrong, 'session.totpWrong'), 'WRONG_CODE')
  }
  // Whoever has come by a session is likeliest to have the password, too.
  if (await hasFactor(ctx, account.id))
    return wrong(new Refusal(codes.totpRequired, 'session.totpRequired'), null)
  const password = shown.rsa ? await openPassword(ctx, shown.rsa) : shown.password
  if (password === undefined) return wrong(fieldRefusal('password', 'rule.required'), null)
  if (await checkPassword(password, account.passwordHash, pepperOf(ctx.platform.secrets)))
    return null
  return wrong(fieldRefusal('password', 'session.wrongPassword'), 'WRONG_PASSWORD')
}

async function refusePasskey(
  ctx: Context,
  { id }: Account,
  credential: NonNullable<Shown['credential']>,
): Promise<Wrong | null> {
  if ((await provenOwner(ctx, purposeOf(ctx), credential)) === id) return null
  return wrong(new Refusal(codes.badRequest, 'session.passkeyWrong'), 'WRONG_PASSKEY')
}

const wrong = (refusal: Refusal, result: Wrong['result']): Wrong => ({ refusal, result })
