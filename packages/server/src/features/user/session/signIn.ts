import {
  codes,
  type InputOf,
  type PasswordPolicy,
  type session,
  siteSetting,
} from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { checkPassword } from '../../../platform/passwords.ts'
import { parameter } from '../../system/parameter/index.ts'
import { readSetting } from '../../system/setting/index.ts'
import { refuseCaptcha } from '../challenge/captcha.ts'
import { openPassword } from '../challenge/rsaKey.ts'
import { passwordPolicyOf } from '../customize/index.ts'
import { isAllowedFrom } from '../../../platform/allowedNetwork.ts'
import { knownDevice } from '../guessing/knownDevice.ts'
import {
  countFailure,
  failuresOfAddress,
  failuresOfSource,
  failuresPerSource,
  type Guessed,
  type Guesses,
  lockGuesses,
  minutesLocked,
} from '../guessing/guesses.ts'
import { pepperOf } from '../password/index.ts'
import { refuseFactors } from './factors.ts'
import { openSession, type SignedIn } from './openSession.ts'
import {
  type Account,
  findAccount,
  lockAccount,
  noteSignIn,
  type SignInEntry,
} from './session.queries.ts'

type Login = InputOf<typeof session.login>['body']

/** A password no one has: an unknown user costs the same work as a wrong password. */
const nobodysPassword = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** One sign-in under way. */
interface Attempt {
  readonly login: Login
  readonly account: Account | null
  readonly guessed: Guessed
  readonly guesses: Guesses
  /** The platform's policy, and the one in force for the account's organisation. */
  readonly platform: PasswordPolicy
  readonly policy: PasswordPolicy
}

/**
 * Signs a user in. Failures commit: they are counted and logged. What is told, and
 * how long it takes, is the same for names that nobody has; codes and states of an account are
 * spoken of only to who has its password.
 */
export async function signIn(ctx: Context, login: Login): Promise<SignedIn> {
  if (!login.publicKey && !ctx.platform.env.allowUnboundSessions)
    throw new Refusal(codes.badRequest, 'session.needsKey')
  const platform = await passwordPolicyOf(ctx.db, null)
  if (!isAllowedFrom(ctx.ip, platform.ipAllowList)) return refuseAddress(ctx, login)
  const named = await findAccount(ctx, login.userName)
  const policy = await passwordPolicyOf(ctx.db, named?.orgId ?? null)
  const device = named && (await knownDevice(ctx, named.id))
  // A known device has an allowance of its own, also while a neighbour fails without end.
  if (!device && (await failuresOfSource(ctx)) >= failuresPerSource)
    throw new Refusal(codes.tooManyRequests, 'refusal.tooMany')
  // Locked first: guesses at one account run one after the other, and see what is true now.
  const account = (named && (await lockAccount(ctx, named.id))) ?? null
  const guessed = { userId: account?.id ?? null, userName: login.userName, device }
  const guesses = await lockGuesses(ctx, guessed)
  return prove(ctx, { login, account, guessed, guesses, platform, policy })
}

async function prove(ctx: Context, attempt: Attempt): Promise<SignedIn> {
  const { login, account, guesses } = attempt
  const minutes = minutesLocked(guesses, ctx.now())
  if (minutes !== null) return refuse(ctx, attempt, locked(minutes))
  const captcha = (await needsCaptcha(ctx, guesses)) ? await refuseCaptcha(ctx, login) : null
  if (captcha?.code === codes.captchaRequired) throw captcha
  if (captcha) return refuse(ctx, attempt, captcha)
  const password = login.rsa ? await openPassword(ctx, login.rsa) : (login.password ?? '')
  const stored = account && !isShut(ctx, attempt) ? account.passwordHash : nobodysPassword
  const isRight = await checkPassword(password, stored, pepperOf(ctx.platform.secrets))
  if (!isRight || !account) return fail(ctx, attempt, badCredentials())
  const unusable = refusePlace(ctx, attempt) ?? refuseState(account, ctx.now())
  if (unusable) return refuse(ctx, attempt, unusable)
  const unproved = await refuseFactors(ctx, account, login)
  if (unproved?.isFailure) return fail(ctx, attempt, unproved.refusal)
  if (unproved) throw unproved.refusal.afterCommit()
  return openSession(ctx, account, { ...attempt, password })
}

/** Whether the account is locked in silence: the right password is told to be wrong, like any other. */
const isShut = (ctx: Context, { guesses }: Attempt): boolean =>
  minutesLocked(guesses.account, ctx.now()) !== null

export const badCredentials = () => new Refusal(codes.badCredentials, 'session.badCredentials')
/** Too many failures: nobody gets in until it is over. */
export const locked = (minutes: number) => {
  // Nobody waits for years: such a lock is for somebody to lift.
  const key = minutes > 1440 ? 'session.lockedForGood' : 'session.locked'
  return new Refusal(codes.accountLocked, key, { params: { minutes }, data: { minutes } })
}

async function needsCaptcha(ctx: Context, { failures }: Guesses): Promise<boolean> {
  const { validCode } = await readSetting(ctx.db, siteSetting)
  if (validCode) return true
  const allowed = await parameter(ctx.db, 'login.captcha.afterFails')
  return failures >= allowed || (await failuresOfAddress(ctx)) >= allowed
}

/** Where the people of an organisation may sign in from is told only to them. */
export const refusePlace = (
  { ip }: Context,
  { policy }: Pick<Attempt, 'policy'>,
): Refusal | null =>
  isAllowedFrom(ip, policy.ipAllowList)
    ? null
    : new Refusal(codes.addressNotAllowed, 'session.addressNotAllowed')

/** An account that is disabled, not valid yet, or not any more, or whose organisation is not. */
export function refuseState(account: Account, now: Date): Refusal | null {
  const { status, deletedAt, validFrom, validTo } = account
  if (status !== 1 || deletedAt) return new Refusal(codes.accountDisabled, 'session.disabled')
  const moment = now.toISOString()
  const isOver = validTo !== null && validTo <= moment
  const isEarly = validFrom !== null && validFrom > moment
  if (isOver || isEarly) return new Refusal(codes.accountExpired, 'session.expired')
  if (account.isSuperAdmin || !account.isOrganizationOver) return null
  return new Refusal(codes.accountExpired, 'session.organizationExpired')
}

/** A wrong proof: counted, and the account locks after too many in a row. */
async function fail(ctx: Context, attempt: Attempt, refusal: Refusal): Promise<never> {
  const { guessed, guesses, platform, policy } = attempt
  const lockouts = { platform, own: policy }
  const after = await countFailure(ctx, guessed, { before: guesses, lockouts })
  // Who had the password right may hear of the account's own lock.
  const isProven = refusal.code !== codes.badCredentials
  const minutes =
    minutesLocked(after, ctx.now()) ?? (isProven ? minutesLocked(after.account, ctx.now()) : null)
  await note(ctx, attempt, refusal)
  throw (minutes === null ? refusal : locked(minutes)).afterCommit()
}

async function refuse(ctx: Context, attempt: Attempt, refusal: Refusal): Promise<never> {
  await note(ctx, attempt, refusal)
  throw refusal.afterCommit()
}

const results: Readonly<Record<number, SignInEntry['result']>> = {
  [codes.accountLocked]: 'LOCKED',
  [codes.captchaWrong]: 'WRONG_CAPTCHA',
  [codes.accountDisabled]: 'NOT_ACTIVE',
  [codes.accountExpired]: 'NOT_ACTIVE',
  [codes.codeWrong]: 'WRONG_CODE',
  [codes.totpWrong]: 'WRONG_CODE',
  [codes.addressNotAllowed]: 'WRONG_PLACE',
}

/** What the log of sign-ins calls a refusal that is no matter of the password. */
export const resultOf = ({ code }: Refusal): SignInEntry['result'] | undefined => results[code]

function note(ctx: Context, attempt: Attempt, refusal: Refusal): Promise<void> {
  const { account, login } = attempt
  const unproved = isShut(ctx, attempt) ? 'LOCKED' : 'WRONG_PASSWORD'
  const result = resultOf(refusal) ?? (account ? unproved : 'UNKNOWN_USER')
  return noteSignIn(ctx, { userName: login.userName, userId: account?.id ?? null, result })
}

async function refuseAddress(ctx: Context, { userName }: Login): Promise<never> {
  await noteSignIn(ctx, { userName, userId: null, result: 'WRONG_PLACE' })
  throw new Refusal(codes.addressNotAllowed, 'session.addressNotAllowed').afterCommit()
}
