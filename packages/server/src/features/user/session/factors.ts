import { codes, type InputOf, type session, verifyTypes } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { refuseCode } from '../mailCode/index.ts'
import { factorDemands, hasFactor, spendFactor } from '../secondFactor/factor.ts'
import type { Account } from './session.queries.ts'

type Login = InputOf<typeof session.login>['body']

interface Unproved {
  readonly refusal: Refusal
  /** A wrong code is a failure; one that was not yet asked for is none. */
  readonly isFailure: boolean
}

/**
 * What is still missing beside the right password: the mailed code, the authenticator's, or both.
 * A user with an authenticator is always asked for it; it also stands for a mailed code, unless the
 * site wants both.
 */
export async function refuseFactors(
  ctx: Context,
  account: Account,
  login: Login,
): Promise<Unproved | null> {
  const { verifyType } = await factorDemands(ctx, account.orgId)
  const isBound = await hasFactor(ctx, account.id)
  const isMailWanted =
    verifyType === verifyTypes.both || (verifyType === verifyTypes.mail && !isBound)
  const email = isMailWanted ? account.email : null
  const missing =
    (email && !login.code && needsMail(email)) || (isBound && !login.totp && needsTotp())
  if (missing) return { refusal: missing, isFailure: false }
  const wrong =
    (email && (await refuseMail(ctx, account, login))) ||
    (isBound && (await refuseTotp(ctx, account, login)))
  return wrong ? { refusal: wrong, isFailure: true } : null
}

const needsTotp = () => new Refusal(codes.totpRequired, 'session.totpRequired')
const needsMail = (email: string) =>
  new Refusal(codes.codeRequired, 'session.codeRequired', {
    params: { email: masked(email) },
    data: { email: masked(email) },
  })

/** `l***@example.org`: enough for its owner to know it again. */
const masked = (email: string): string => email.replace(/^(.)[^@]*/, '$1***')

const refuseMail = (ctx: Context, account: Account, { codeId, code }: Login) =>
  refuseCode(ctx, { purpose: 'LOGIN_CODE', account: account.userName, codeId, code })

async function refuseTotp(ctx: Context, { id }: Account, { totp }: Login): Promise<Refusal | null> {
  const isRight = await spendFactor(ctx, id, totp ?? '')
  return isRight ? null : new Refusal(codes.totpWrong, 'session.totpWrong')
}
