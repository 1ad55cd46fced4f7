import type { session } from '@muster/contract'
import { codes, type InputOf, type ReplyOf } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { checkPassword, TooManyPasswords } from '../../../platform/passwords.ts'
import { makeToken, tokenHash } from '../../../platform/secrets.ts'
import { lockedUntil, lockout } from './password.rules.ts'
import { failuresFrom, lockAccount, logSignIn } from './session.queries.ts'
import { agreeKey } from './sessionKey.ts'

type Login = InputOf<typeof session.login>['body']
type SignedIn = ReplyOf<typeof session.login>
type Account = NonNullable<Awaited<ReturnType<typeof lockAccount>>>

/** Failed sign-ins one address may have within a day. */
const failuresPerAddress = 100

/** A password no one has: an unknown user costs the same work as a wrong password. */
const nobodysPassword = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

/**
 * Signs a user in. Failures are returned, not thrown: they are counted and logged, and the
 * account is locked for a while after too many.
 */
export async function signIn(ctx: Context, login: Login): Promise<SignedIn | Refusal> {
  if (!login.publicKey && !ctx.platform.env.allowUnboundSessions)
    return new Refusal(codes.badRequest, 'session.needsKey')
  if ((await failuresFrom(ctx, ctx.ip)) >= failuresPerAddress) return tooMany()
  const account = await lockAccount(ctx, login.userName)
  try {
    const isRight = await checkPassword(
      login.password ?? '',
      account?.passwordHash ?? nobodysPassword,
    )
    if (!account) return await refuseUnknown(ctx, login.userName)
    if (account.lockedUntil && account.lockedUntil > ctx.now().toISOString())
      return await refuseLocked(ctx, account)
    return isRight ? await open(ctx, account, login) : await refuseWrong(ctx, account)
  } catch (error) {
    if (error instanceof TooManyPasswords) return tooMany()
    throw error
  }
}

const tooMany = () => new Refusal(codes.tooManyRequests, 'refusal.tooMany')
const badCredentials = () => new Refusal(codes.badCredentials, 'session.badCredentials')
const locked = () =>
  new Refusal(codes.accountLocked, 'session.locked', { params: { minutes: lockout.minutes } })

async function refuseUnknown(ctx: Context, userName: string): Promise<Refusal> {
  await logSignIn(ctx, { userName, userId: null, result: 'UNKNOWN_USER' })
  return badCredentials()
}

async function refuseLocked(ctx: Context, { userName, id: userId }: Account): Promise<Refusal> {
  await logSignIn(ctx, { userName, userId, result: 'LOCKED' })
  return locked()
}

async function refuseWrong(ctx: Context, account: Account): Promise<Refusal> {
  const failures = account.failedAttempts + 1
  const until = lockedUntil(failures, ctx.now())
  await ctx.db
    .updateTable('appUser')
    .set({ failedAttempts: until ? 0 : failures, lockedUntil: until?.toISOString() ?? null })
    .where('id', '=', account.id)
    .execute()
  await logSignIn(ctx, { userName: account.userName, userId: account.id, result: 'WRONG_PASSWORD' })
  return until ? locked() : badCredentials()
}

async function open(ctx: Context, account: Account, login: Login): Promise<SignedIn | Refusal> {
  const { rows } = await sql<{ id: string }>`select uuid7() as id`.execute(ctx.db)
  const clientId = rows[0]?.id ?? ''
  const agreed = login.publicKey ? agreeKey(login.publicKey, clientId) : null
  if (login.publicKey && !agreed) return new Refusal(codes.badRequest, 'session.needsKey')
  const accessToken = makeToken()
  await ctx.db
    .insertInto('session')
    .values({
      id: clientId,
      userId: account.id,
      tokenHash: tokenHash(accessToken),
      sealedKey: agreed && ctx.platform.secrets.seal(agreed.key, `session.key:${clientId}`),
      ip: ctx.ip,
      userAgent: ctx.userAgent.slice(0, 255),
      expiresAt: sql`now() + interval '12 hours'`,
    })
    .execute()
  await ctx.db
    .updateTable('appUser')
    .set({ failedAttempts: 0, lockedUntil: null, lastSignInAt: sql`now()`, lastSignInIp: ctx.ip })
    .where('id', '=', account.id)
    .execute()
  await logSignIn(ctx, { userName: account.userName, userId: account.id, result: 'SUCCESS' })
  return {
    accessToken,
    firstLogin: account.mustChangePassword ? 1 : 0,
    // Neither an e-mail address nor a newer password is asked for by the default policy.
    initEmail: 0,
    pwdCheck: 0,
    bindFactor: 0,
    clientId,
    publicKey: agreed?.publicKey ?? null,
    serverTime: ctx.now().getTime(),
  }
}
