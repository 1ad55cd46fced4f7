import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Context } from '../../../kit/context.ts'

/**
 * What the caller keeps under a key, or null: nothing is kept, or what is kept does not fit the
 * schema any more. Schemas with defaults take in what an older version kept.
 */
export async function readUserSetting<S extends z.ZodMiniType>(
  ctx: Context,
  key: string,
  schema: S,
): Promise<z.output<S> | null> {
  const kept = await ctx.db
    .selectFrom('userSetting')
    .select('value')
    .where('userId', '=', ctx.principal.userId)
    .where('key', '=', key)
    .executeTakeFirst()
  const parsed = schema.safeParse(kept?.value)
  return parsed.success ? parsed.data : null
}

/** Keeps a document for the caller under a key, in place of the one before. */
export async function saveUserSetting(ctx: Context, key: string, value: object): Promise<void> {
  const json = JSON.stringify(value)
  await ctx.db
    .insertInto('userSetting')
    .values({ userId: ctx.principal.userId, key, value: json })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'key']).doUpdateSet({ value: json, updatedAt: sql`now()` }),
    )
    .execute()
}

/** Forgets what the caller keeps under a key. */
export async function dropUserSetting(ctx: Context, key: string): Promise<void> {
  await ctx.db
    .deleteFrom('userSetting')
    .where('userId', '=', ctx.principal.userId)
    .where('key', '=', key)
    .execute()
}
