import type { Context } from '../../../kit/context.ts'

/** Takes all passkeys of a user away; answers how many there were. */
export async function dropPasskeys(ctx: Context, userId: string): Promise<number> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('passkey')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
