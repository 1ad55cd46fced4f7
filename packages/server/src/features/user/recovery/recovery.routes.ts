import { codes, type InputOf, recovery, siteSetting, verificationTypes } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { ownSession } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { readSetting } from '../../system/setting/index.ts'
import { refuseCaptcha } from '../challenge/captcha.ts'
import { forgetDevices } from '../guessing/knownDevice.ts'
import { failuresOfSource, failuresPerSource, forgetFailures } from '../guessing/guesses.ts'
import { type CodePurpose, refuseCode, sendCode } from '../mailCode/index.ts'
import { requireFitPassword, setPassword } from '../password/index.ts'
import { dropTokens } from '../token/ownTokens.queries.ts'
import { endSessions } from '../session/endSessions.ts'
import { findAccount, noteSignIn } from '../session/session.queries.ts'

const purposes: Readonly<Record<number, CodePurpose>> = {
  [verificationTypes.signIn]: 'LOGIN_CODE',
  [verificationTypes.forgotten]: 'FORGET_PWD',
  [verificationTypes.unlock]: 'UNLOCK_CODE',
}

/** Codes by mail, and what they open. No answer tells whether an account exists. */
export const recoveryRoutes = serve(recovery, ownSession, {
  code: async ({ query }, ctx) => {
    const { validCode } = await readSetting(ctx.db, siteSetting)
    const wrong = validCode ? await refuseCaptcha(ctx, query) : null
    if (wrong) throw wrong
    const account = await findAccount(ctx, query.userName)
    const recipient =
      account?.isUsable && account.email
        ? { ...account, userId: account.id, email: account.email }
        : null
    const purpose = purposes[query.verificationType] ?? 'LOGIN_CODE'
    return sendCode(ctx, { purpose, account: query.userName, recipient })
  },
  forgotten: ({ body }, ctx) => resetPassword(ctx, body),
  unlock: async ({ body }, ctx) => {
    const proved = await provedAccount(ctx, body, 'UNLOCK_CODE')
    await forgetFailures(ctx, { userId: proved.id, userName: proved.userName, device: null })
    ctx.note({ targetIds: [proved.id] })
  },
})

type Forgotten = InputOf<typeof recovery.forgotten>['body']

async function resetPassword(ctx: Context, body: Forgotten): Promise<void> {
  const { userName, newPassword } = body
  await requireFitPassword(ctx, { password: newPassword, userName })
  const proved = await provedAccount(ctx, body, 'FORGET_PWD')
  // Where it is refused, the code stays good for another choice.
  await setPassword(ctx, proved, newPassword)
  await forgetFailures(ctx, { userId: proved.id, userName, device: null })
  await forgetDevices(ctx, proved.id)
  await endSessions(ctx, { userId: proved.id })
  await dropTokens(ctx, proved.id)
  ctx.note({ targetIds: [proved.id] })
}

type Shown = Pick<Forgotten, 'userName' | 'codeId' | 'code'>

async function provedAccount(
  ctx: Context,
  { userName, codeId, code }: Shown,
  purpose: CodePurpose,
) {
  if ((await failuresOfSource(ctx)) >= failuresPerSource)
    throw new Refusal(codes.tooManyRequests, 'refusal.tooMany')
  const wrong = await refuseCode(ctx, { purpose, account: userName, codeId, code })
  const account = wrong ? null : await findAccount(ctx, userName)
  if (account?.isUsable) return account
  await noteSignIn(ctx, { userName, userId: null, result: 'WRONG_CODE' })
  throw wrong ?? new Refusal(codes.codeWrong, 'session.codeWrong').afterCommit()
}
