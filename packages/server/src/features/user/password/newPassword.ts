import { type PasswordPolicy, siteSetting } from '@muster/contract'
import { fieldRefusal } from '../../../kit/refusal.ts'
import type { Context } from '../../../kit/context.ts'
import { checkPassword, hashPassword } from '../../../platform/passwords.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { readSetting } from '../../system/setting/index.ts'
import { noticeChange } from '../accountNotices.ts'
import { passwordPolicyOf } from '../customize/index.ts'
import { isCommon } from './commonPasswords.rules.ts'
import { followsRule } from './password.rules.ts'

/** The secret that every password is hashed with; it lies outside the database. */
export const pepperOf = (secrets: Secrets): Buffer => secrets.mac('pepper', 'password')

export interface PasswordOwner {
  readonly id: string
  readonly userName: string
}

/**
 * Refuses a new password that is not good for a user by the platform's policy and block list. Looks
 * at no account, so that it tells nothing about one.
 */
export async function requireFitPassword(
  ctx: Context,
  { password, userName }: { password: string; userName: string },
): Promise<void> {
  const policy = await passwordPolicyOf(ctx.db, null)
  await requireRule(ctx, { password, userName, policy })
}

async function requireRule(
  ctx: Context,
  { password, userName, policy }: Candidate & { userName: string },
): Promise<void> {
  if (!followsRule(password, policy, userName))
    throw fieldRefusal('newPassword', 'session.weakPassword')
  const { webName } = await readSetting(ctx.db, siteSetting)
  if (isCommon(password, [webName, userName]))
    throw fieldRefusal('newPassword', 'session.commonPassword')
}

/**
 * Gives a user a password of his own choice: judged, unlike those he had before, and no longer to be
 * changed. Throws a refusal on `newPassword` otherwise. Sessions are the caller's matter.
 */
export async function setPassword(
  ctx: Context,
  user: PasswordOwner,
  password: string,
): Promise<void> {
  const policy = await policyOfUser(ctx, user)
  await requireRule(ctx, { password, userName: user.userName, policy })
  const words = await organizationWords(ctx, user)
  if (isCommon(password, words)) throw fieldRefusal('newPassword', 'session.commonPassword')
  await refuseOld(ctx, user, { password, policy })
  await storePassword(ctx, user, { password, mustChange: false })
  await noticeChange(ctx, user.id, 'passwordChanged')
}

/**
 * Writes a password as it is, and keeps the one before for the history. One that somebody else has
 * chosen (`mustChange`) must be changed at the first sign-in, where the policy wants that.
 */
export async function storePassword(
  ctx: Pick<Context, 'db' | 'platform' | 'now'>,
  { id }: Pick<PasswordOwner, 'id'>,
  { password, mustChange }: { password: string; mustChange: boolean },
): Promise<void> {
  const now = ctx.now().toISOString()
  const { forceFirstChange } = await policyOfUser(ctx, { id })
  const before = ctx.db
    .selectFrom('appUser')
    .where('id', '=', id)
    .select(({ val }) => ['id', 'passwordHash', val(now).as('at')])
  await ctx.db
    .insertInto('passwordHistory')
    .columns(['userId', 'passwordHash', 'createdAt'])
    .expression(before)
    .execute()
  await ctx.db
    .updateTable('appUser')
    .set({
      passwordHash: await hashPassword(password, pepperOf(ctx.platform.secrets)),
      passwordChangedAt: now,
      expiryTold: null,
      updatedAt: now,
      mustChangePassword: mustChange && forceFirstChange,
    })
    .where('id', '=', id)
    .execute()
}

/** Stores the password of a user who has just shown it, as this version hashes. */
export async function rehash(ctx: Context, userId: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password, pepperOf(ctx.platform.secrets))
  await ctx.db.updateTable('appUser').set({ passwordHash }).where('id', '=', userId).execute()
}

/** The policy of the organisation that a user belongs to. */
async function policyOfUser({ db }: Pick<Context, 'db'>, { id }: Pick<PasswordOwner, 'id'>) {
  const user = await db
    .selectFrom('appUser')
    .select('orgId')
    .where('id', '=', id)
    .executeTakeFirst()
  return passwordPolicyOf(db, user?.orgId ?? null)
}

async function organizationWords(ctx: Context, { id }: PasswordOwner): Promise<string[]> {
  const found = await ctx.db
    .selectFrom('appUser')
    .innerJoin('organization', 'organization.id', 'appUser.orgId')
    .select(['appUser.realName', 'appUser.userName', 'organization.name', 'organization.code'])
    .where('appUser.id', '=', id)
    .executeTakeFirst()
  return Object.values(found ?? {})
}

interface Candidate {
  readonly password: string
  readonly policy: PasswordPolicy
}

async function refuseOld(
  ctx: Context,
  { id }: PasswordOwner,
  { password, policy }: Candidate,
): Promise<void> {
  const current = ctx.db.selectFrom('appUser').select('passwordHash').where('id', '=', id)
  const before = ctx.db
    .selectFrom('passwordHistory')
    .select('passwordHash')
    .where('userId', '=', id)
    .orderBy('createdAt', 'desc')
    .limit(policy.history)
  const hashes = [...(await current.execute()), ...(await before.execute())]
  const pepper = pepperOf(ctx.platform.secrets)
  for (const { passwordHash } of hashes)
    if (await checkPassword(password, passwordHash, pepper))
      throw fieldRefusal('newPassword', 'session.usedPassword')
}
