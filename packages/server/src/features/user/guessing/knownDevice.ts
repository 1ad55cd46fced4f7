import type { Context } from '../../../kit/context.ts'
import { makeToken, tokenHash } from '../../../platform/secrets.ts'

const cookie = 'muster_device'
const seconds = 365 * 86_400

/**
 * The device that a user has signed in with before, or null. Its cookie carries a random token that
 * the server made; the database keeps its hash, so that it can be forgotten and never be made up.
 */
export async function knownDevice(ctx: Context, userId: string): Promise<Buffer | null> {
  const token = ctx.cookies.get(cookie)
  if (!token) return null
  const known = await ctx.db
    .selectFrom('knownDevice')
    .select('tokenHash')
    .where('userId', '=', userId)
    .where('tokenHash', '=', tokenHash(token))
    .executeTakeFirst()
  return known?.tokenHash ?? null
}

/** Remembers the device of a user who has just proved himself. */
export async function rememberDevice(ctx: Context, userId: string): Promise<void> {
  const sent = ctx.cookies.get(cookie)
  const token = sent && /^[\w-]{43}$/.test(sent) ? sent : makeToken()
  const lastUsedAt = ctx.now().toISOString()
  await ctx.db
    .insertInto('knownDevice')
    .values({ userId, tokenHash: tokenHash(token), firstUsedAt: lastUsedAt, lastUsedAt })
    .onConflict((conflict) => conflict.columns(['userId', 'tokenHash']).doUpdateSet({ lastUsedAt }))
    .execute()
  ctx.cookies.set(cookie, token, seconds)
}

/** Forgets all devices of a user, e.g. when the password was reset. */
export async function forgetDevices(ctx: Context, userId: string): Promise<void> {
  await ctx.db.deleteFrom('knownDevice').where('userId', '=', userId).execute()
}
