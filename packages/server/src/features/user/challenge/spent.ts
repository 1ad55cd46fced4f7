import type { Context } from '../../../kit/context.ts'
import { tokenHash } from '../../../platform/secrets.ts'

/**
 * Marks something as used; false when it was before. Two who come at the same time meet in the row:
 * one of them waits for the other's commit and then finds it there.
 */
export async function spend(ctx: Context, id: string, expiresAt: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('spentChallenge')
    .values({ hash: tokenHash(id), expiresAt: expiresAt.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return Boolean(numInsertedOrUpdatedRows)
}
