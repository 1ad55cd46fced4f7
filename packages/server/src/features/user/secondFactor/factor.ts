import { type PasswordPolicy, siteSetting, verifyTypes } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { readSetting } from '../../system/setting/index.ts'
import { passwordPolicyOf } from '../customize/index.ts'
import { stepOf } from './totp.ts'

const purposeOf = (userId: string): string => `secondFactor:${userId}`

/** Whether a user has an authenticator. */
export async function hasFactor(ctx: Context, userId: string): Promise<boolean> {
  const found = await ctx.db
    .selectFrom('secondFactor')
    .select('boundAt')
    .where('userId', '=', userId)
    .where('sealedSecret', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether the site or the password policy asks a user for an authenticator. */
export function isFactorRequired(
  { isSuperAdmin, email }: { isSuperAdmin: boolean; email: string | null },
  { verifyType, mfaRequired }: { verifyType: number; mfaRequired: PasswordPolicy['mfaRequired'] },
): boolean {
  if (mfaRequired === 'all' || (mfaRequired === 'admins' && isSuperAdmin)) return true
  if (verifyType === verifyTypes.totp || verifyType === verifyTypes.both) return true
  // Who has no address gets no mailed code: something must stand in its place.
  return verifyType === verifyTypes.mail && email === null
}

/** What the site, and the people's own organisation, ask of them at sign-in. */
export async function factorDemands(ctx: Context, orgId: string) {
  const { verifyType } = await readSetting(ctx.db, siteSetting)
  const { mfaRequired } = await passwordPolicyOf(ctx.db, orgId)
  return { verifyType, mfaRequired }
}

/** Keeps a new secret until a code proves it. */
export async function keepPending(ctx: Context, userId: string, secret: Buffer): Promise<void> {
  const sealedPending = ctx.platform.secrets.seal(secret, purposeOf(userId))
  await ctx.db
    .insertInto('secondFactor')
    .values({ userId, sealedPending })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ sealedPending }))
    .execute()
}

/** Makes the pending secret the user's own when a code of it is right. */
export async function bindPending(ctx: Context, userId: string, code: string): Promise<boolean> {
  const row = await lockFactor(ctx, userId)
  if (!row?.sealedPending) return false
  const secret = ctx.platform.secrets.open(row.sealedPending, purposeOf(userId))
  const step = stepOf(code, secret, { now: ctx.now(), lastStep: 0 })
  if (step === null) return false
  await ctx.db
    .updateTable('secondFactor')
    .set({
      sealedSecret: row.sealedPending,
      sealedPending: null,
      boundAt: ctx.now().toISOString(),
      lastStep: step,
    })
    .where('userId', '=', userId)
    .execute()
  return true
}

const lockFactor = (ctx: Context, userId: string) =>
  ctx.db
    .selectFrom('secondFactor')
    .selectAll()
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst()

/**
 * Uses up a code of the authenticator or a recovery code. Each is good once: two tries side by side
 * take turns at the factor's row.
 */
export async function spendFactor(ctx: Context, userId: string, given: string): Promise<boolean> {
  const row = await lockFactor(ctx, userId)
  if (!row?.sealedSecret) return false
  const secret = ctx.platform.secrets.open(row.sealedSecret, purposeOf(userId))
  const code = asciiDigits(given).replace(/\s/g, '')
  const step = stepOf(code, secret, { now: ctx.now(), lastStep: row.lastStep })
  if (step === null) return spendRecoveryCode(ctx, userId, code)
  await ctx.db
    .updateTable('secondFactor')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .execute()
  return true
}

/** Digits typed on an Arabic keyboard mean the same. */
const asciiDigits = (text: string): string =>
  text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))

export const macOfRecoveryCode = (ctx: Context, userId: string, code: string): Buffer =>
  ctx.platform.secrets.mac(code.toLowerCase().replaceAll('-', ''), `recoveryCode:${userId}`)

async function spendRecoveryCode(ctx: Context, userId: string, code: string): Promise<boolean> {
  const spent = await ctx.db
    .updateTable('recoveryCode')
    .set({ usedAt: ctx.now().toISOString() })
    .where('userId', '=', userId)
    .where('codeMac', '=', macOfRecoveryCode(ctx, userId, code))
    .where('usedAt', 'is', null)
    .returning('userId')
    .execute()
  return spent.length > 0
}

/** Takes a user's authenticator with its recovery codes away; false where there was none. */
export async function dropFactor(ctx: Context, userId: string): Promise<boolean> {
  await ctx.db.deleteFrom('recoveryCode').where('userId', '=', userId).execute()
  const { rows } = await sql`delete from second_factor where user_id = ${userId}
    returning user_id`.execute(ctx.db)
  return rows.length > 0
}
