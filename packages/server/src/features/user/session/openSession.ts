import {
  codes,
  deviceName,
  type PasswordPolicy,
  type PublicKey,
  type ReplyOf,
  type session,
  siteSetting,
} from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { isOutdated } from '../../../platform/passwords.ts'
import { makeToken, tokenHash } from '../../../platform/secrets.ts'
import { isMailReady, mailTo } from '../../mail/index.ts'
import { readSetting } from '../../system/setting/index.ts'
import { noticeNewDevice } from '../accountNotices.ts'
import { type Guessed, forgetFailures } from '../guessing/guesses.ts'
import { rememberDevice } from '../guessing/knownDevice.ts'
import { isExpired } from '../password/password.rules.ts'
import { rehash } from '../password/index.ts'
import { noticePreferencesOf, quietUntil } from '../preference/index.ts'
import { factorDemands, hasFactor, isFactorRequired } from '../secondFactor/factor.ts'
import { type Account, noteSignIn } from './session.queries.ts'
import { agreeKey } from './sessionKey.ts'

export type SignedIn = ReplyOf<typeof session.login>

/** A session ends at the latest after so many hours, however busy it is. */
const mostHours = 12

interface Proved {
  readonly login: { readonly publicKey?: PublicKey | undefined }
  readonly guessed: Guessed
  readonly policy: PasswordPolicy
  /** Null for who proved himself without one: by a passkey, which is a second factor, too. */
  readonly password: string | null
}

/** Opens the session of a user who has proved himself in every way that is asked for. */
export async function openSession(
  ctx: Context,
  account: Account,
  { login, guessed, policy, password }: Proved,
): Promise<SignedIn> {
  const mustBind = password !== null && (await mustBindFactor(ctx, account))
  // Whoever has an authenticator was asked for it.
  const factorGiven = password === null || (await hasFactor(ctx, account.id))
  const { publicKey } = login
  const opened = await insertSession(ctx, account.id, { mustBind, factorGiven, publicKey })
  await endOldest(ctx, account.id, policy.maxSessions)
  await forgetFailures(ctx, guessed)
  if (password !== null && isOutdated(account.passwordHash)) await rehash(ctx, account.id, password)
  await greetDevice(ctx, account, guessed)
  const at = ctx.now().toISOString()
  const seen = { lastSignInAt: at, lastSignInIp: ctx.ip }
  await ctx.db.updateTable('appUser').set(seen).where('id', '=', account.id).execute()
  await noteSignIn(ctx, { userName: account.userName, userId: account.id, result: 'SUCCESS' })
  ctx.note({ by: { userId: account.id, userName: account.userName, orgId: account.orgId } })
  const { validationEmail } = await readSetting(ctx.db, siteSetting)
  return {
    ...opened,
    firstLogin: flag(account.mustChangePassword),
    initEmail: flag(validationEmail && (await lacksEmail(ctx, account))),
    pwdCheck: flag(isExpired(new Date(account.passwordChangedAt), policy.expireDays, ctx.now())),
    bindFactor: flag(mustBind),
  }
}

const flag = (is: boolean): 0 | 1 => (is ? 1 : 0)

async function mustBindFactor(ctx: Context, account: Account): Promise<boolean> {
  if (!isFactorRequired(account, await factorDemands(ctx, account.orgId))) return false
  return !(await hasFactor(ctx, account.id))
}

interface SessionWish {
  readonly mustBind: boolean
  /** Its owner has shown an authenticator or a passkey. */
  readonly factorGiven?: boolean
  readonly publicKey: PublicKey | undefined
  /** Without an owner, who could prove himself once more. */
  readonly isVisit?: boolean
  /** The session of who looks on as the user, and for how long at most; none: the user himself. */
  readonly look?: { readonly from: string; readonly minutes: number }
}

/**
 * Makes the session and its key; refuses a public key that is no point of the curve. What proved the
 * caller is used up all the same.
 */
export async function insertSession(
  ctx: Context,
  userId: string,
  { mustBind, factorGiven = false, publicKey, isVisit = false, look }: SessionWish,
) {
  const { rows } = await sql<{ id: string }>`select uuid7() as id`.execute(ctx.db)
  const clientId = rows[0]?.id ?? ''
  const agreed = publicKey ? agreeKey(publicKey, clientId) : null
  if (publicKey && !agreed) throw new Refusal(codes.badRequest, 'session.needsKey').afterCommit()
  const accessToken = makeToken()
  const now = ctx.now()
  await ctx.db
    .insertInto('session')
    .values({
      id: clientId,
      userId,
      tokenHash: tokenHash(accessToken),
      sealedKey: agreed && ctx.platform.secrets.seal(agreed.key, `session.key:${clientId}`),
      ip: ctx.ip,
      userAgent: ctx.userAgent.slice(0, 255),
      mustBindFactor: mustBind,
      factorGiven,
      provedAt: isVisit ? 'infinity' : now.toISOString(),
      createdAt: now.toISOString(),
      lastUsedAt: now.toISOString(),
      impersonatorSessionId: look?.from ?? null,
      expiresAt: new Date(now.getTime() + (look?.minutes ?? mostHours * 60) * 60_000).toISOString(),
    })
    .execute()
  return { accessToken, clientId, publicKey: agreed?.publicKey ?? null, serverTime: now.getTime() }
}

/** One session too many ends the oldest; who looks on as the user takes no place. */
async function endOldest(ctx: Context, userId: string, most: number): Promise<void> {
  const now = ctx.now().toISOString()
  const { rows } = await sql<{ id: string }>`update session set revoked_at = ${now}
    where id in (select id from session where user_id = ${userId} and revoked_at is null
      and impersonator_session_id is null and expires_at > ${now} order by created_at desc, id desc offset ${most}) returning id`.execute(
    ctx.db,
  )
  if (rows.length > 0)
    ctx.changed(
      'session',
      rows.map(({ id }) => id),
    )
}

/** A device that the user was not seen with before is told to him, also by mail; not at his very first sign-in. */
async function greetDevice(ctx: Context, account: Account, { device }: Guessed): Promise<void> {
  await rememberDevice(ctx, account.id)
  if (device || !account.lastSignInAt) return
  const wishes = await noticePreferencesOf(ctx.db, account.id)
  if (wishes.newSignIn.app) await noticeNewDevice(ctx, account.id)
  if (!account.email || !wishes.newSignIn.mail) return
  await mailTo(ctx, {
    notBefore: quietUntil(wishes, ctx.now()),
    to: account.email,
    template: 'NEW_SIGN_IN',
    language: account.language ?? ctx.language,
    orgId: account.orgId,
    values: {
      userName: account.userName,
      time: ctx.now().toISOString(),
      ip: ctx.ip,
      device: deviceName(ctx.userAgent).slice(0, 255),
    },
  })
}

/** Whether its owner can do something about the address: a code that nobody mails proves nothing. */
async function lacksEmail(
  ctx: Context,
  { email, emailVerifiedAt }: Pick<Account, 'email' | 'emailVerifiedAt'>,
): Promise<boolean> {
  if (emailVerifiedAt !== null) return false
  return email === null || isMailReady(ctx)
}
